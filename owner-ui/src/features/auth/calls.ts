import type { Login, Register } from '@ostatok/api/contract/auth.ts';
import type { SignedIn } from '@ostatok/api/contract/sign-in.endpoints.ts';
import type { PasskeySignIn, SecondFactor, SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { api } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';

type PasskeyRequest = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];

/**
 * Requires a token: a response without one is no sign-in, whatever its status, as when a network returns its own page.
 */
function requireToken(answer: SignedIn | undefined, otherwise: string): SignedIn {
  if (!answer?.token || !answer.user) throw new Error(otherwise);
  return answer;
}

export async function signIn(values: Login): Promise<void> {
  const answer = await api.call('POST /api/auth/login', { body: values });
  session.start(requireToken(answer, 'Login failed'), values.rememberMe);
}

/** Returns the second-factor challenge if the sign-in was refused only because of it. */
export function questionIn(error: unknown): SecondFactorQuestion | null {
  const isQuestion = error instanceof ApiError && error.code === 'second_factor_required';
  return isQuestion ? (error.body as typeof error.body & SecondFactorQuestion) : null;
}

export async function answerSecondFactor(answer: SecondFactor, rememberMe?: boolean): Promise<void> {
  const signedIn = await api.call('POST /api/auth/second-factor', { body: answer });
  session.start(requireToken(signedIn, 'Login failed'), rememberMe);
}

export async function finishProviderReturn(code: string): Promise<void> {
  const signedIn = await api.call('POST /api/auth/provider-return', { body: { code } });
  session.start(requireToken(signedIn, 'Login failed'), true);
}

/** The browser asks which passkey to use and verifies the user by fingerprint or PIN. */
export async function signInByPasskey(rememberMe: boolean): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const offer = await api.call('POST /api/auth/passkey-sign-in/options');
  const passkey = await startAuthentication({ optionsJSON: offer.options as PasskeyRequest });
  const body: PasskeySignIn = { challenge: offer.challenge, passkey: { ...passkey }, rememberMe };
  const answer = await api.call('POST /api/auth/passkey-sign-in', { body });
  session.start(requireToken(answer, 'Login failed'), rememberMe);
}

export async function askPasskey(question: SecondFactorQuestion): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: question.passkey as PasskeyRequest })) };
}

export async function signUp(account: Register): Promise<void> {
  const answer = await api.call('POST /api/auth/register', { body: account });
  session.start(requireToken(answer, 'Registration failed'));
}

const isSessionOver = (error: unknown): boolean => error instanceof ApiError && error.code === 'session_over';

/** Whether the link was opened in a browser without a session of the account. */
export const asksForPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'password_required';

export async function confirmEmail(token: string, password?: string): Promise<void> {
  const confirm = () => api.call('POST /api/auth/verify-email', { body: { token, password } });
  const answer = await confirm().catch((error) => {
    if (!isSessionOver(error)) throw error;
    // The session had expired and was forgotten; without one the server asks for the password.
    return confirm();
  });
  session.start(requireToken(answer, 'Verification failed'));
}

export const resendVerification = (email: string): Promise<unknown> =>
  api.call('POST /api/auth/resend-verification', { body: { email } });

export const requestReset = (email: string): Promise<unknown> =>
  api.call('POST /api/auth/forgot-password', { body: { email } });

export const resetPassword = (token: string, newPassword: string): Promise<unknown> =>
  api.call('POST /api/auth/reset-password', { body: { token, newPassword } });
