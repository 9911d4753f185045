import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';
import { session } from './session.ts';

/** The API client for use before sign-in. */
const publicApi = createApiClient<VenueEndpoints>({ base: '/api', getToken: () => null });

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

const patience = () => ({ signal: AbortSignal.timeout(20_000) });

function keep({ token, refreshToken, user }: LoginAnswer): void {
  session.signIn({ token, refreshToken, user });
}

export async function signInByPassword(username: string, password: string): Promise<void> {
  const body = { username: username.trim(), password };
  keep(await publicApi.call('POST /api/auth/login', { body, ...patience() }));
}

export async function signInByCode(code: string): Promise<void> {
  const body = { code: code.trim(), kind: 'scanner' } as const;
  const answer = await publicApi.call('POST /api/auth/redeem', { body, ...patience() });
  if (!('user' in answer)) throw new Error('Этот код — для программы весов');
  keep(answer);
}
