import type { Login, Register, SignedIn } from '@ostatok/api/contract/auth.ts';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';

/** An answer without a token is no sign-in, whatever its status: a network's own page may stand in between. */
function requireToken(answer: SignedIn | undefined, otherwise: string): SignedIn {
  if (!answer?.token || !answer.user) throw new Error(otherwise);
  return answer;
}

export async function signIn(values: Login): Promise<void> {
  const answer = await api.post<SignedIn>('/auth/login', values);
  session.start(requireToken(answer, 'Login failed'), values.rememberMe);
}

export async function signUp(account: Register): Promise<void> {
  const answer = await api.post<SignedIn>('/auth/register', account);
  session.start(requireToken(answer, 'Registration failed'));
}

export async function confirmEmail(token: string): Promise<void> {
  const answer = await api.post<SignedIn>('/auth/verify-email', { token });
  session.start(requireToken(answer, 'Verification failed'));
}

export const resendVerification = (email: string): Promise<unknown> => api.post('/auth/resend-verification', { email });

export const requestReset = (email: string): Promise<unknown> => api.post('/auth/forgot-password', { email });

export const resetPassword = (token: string, newPassword: string): Promise<unknown> =>
  api.post('/auth/reset-password', { token, newPassword });
