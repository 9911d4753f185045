import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.ts';
import { publicApi } from '../client/api.ts';
import { session } from './session.ts';

let fromAddress: string | null = null;

/**
 * Takes the code of the panel's QR link out of the address at once, so that neither the history nor a bystander sees
 * it.
 */
export function takeCodeFromAddress(): void {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return;
  fromAddress = code;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Returns the code from the page's address, once. */
export function givenCode(): string | null {
  const code = fromAddress;
  fromAddress = null;
  return code;
}

async function signInBy(path: string, body: object): Promise<void> {
  const { token, refreshToken, user } = await publicApi.post<LoginAnswer>(path, body, {
    signal: AbortSignal.timeout(20_000),
  });
  session.signIn({ token, refreshToken, user });
}

export const signInByPassword = (username: string, password: string): Promise<void> =>
  signInBy('/auth/login', { username: username.trim(), password });

export const signInByCode = (code: string): Promise<void> => signInBy('/auth/redeem', { code: code.trim() });
