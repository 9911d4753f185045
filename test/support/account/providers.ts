import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import test from 'ava';
import { createClock } from '../platform/api.ts';
import { call, startTestPlatform, type TestPlatform } from '../platform/platform.ts';
import { type ProviderAccount, startProviders, type TestProviders } from './oauth.ts';
import { createVisitor, type Visitor } from './oauth-visitor.ts';

const accounts: ProviderAccount[] = [];
export const clock = createClock();
export let oauth: TestProviders;
export let platform: TestPlatform;
export let base: string;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpProviders(): void {
  test.before(async () => {
    oauth = await startProviders(accounts);
    platform = await startTestPlatform(oauth.env, { now: clock.now });
    base = platform.addresses.publicUrl;
  });
  test.after.always(async () => {
    await platform?.stop();
    oauth?.stop();
  });
}

let people = 0;
/** An account at the providers. */
export function person(more: Partial<ProviderAccount> = {}): ProviderAccount & { email: string } {
  people += 1;
  const account = { id: 1000 + people, email: `person${people}@mail.example`, name: `Анна ${people}`, ...more };
  accounts.push(account);
  return account as ProviderAccount & { email: string };
}

export const PASSWORD = 'correct horse';
export async function register(email: string) {
  const { body } = await call(base, 'POST', '/api/auth/register', {
    body: { email, password: PASSWORD, name: 'Ольга' },
  });
  return body as { user: { id: number }; token: string; refreshToken: string };
}
export const markVerified = (email: string) => platform.db('users').where({ email }).update({ email_verified: true });
export const login = (email: string, password = PASSWORD) =>
  call(base, 'POST', '/api/auth/login', { body: { email, password } });

/** Goes to the provider and consents; returns the address to which the provider redirects the browser. */
export async function consent(visitor: Visitor, provider: ProviderName, who: number | 'nobody'): Promise<string> {
  const begun = await visitor.visit(`${base}/api/auth/${provider}`);
  const page = begun.next?.href ?? '';
  const { next } = await visitor.visit(`${page}&as=${who}`);
  return next?.href ?? '';
}

export const exchange = (visitor: Visitor, code: string) =>
  visitor.visit(`${base}/api/auth/provider-return`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });

/** Returns from the provider to our page: its query, and the code in its fragment. */
export async function comeBack(provider: ProviderName, who: number | 'nobody', visitor = createVisitor()) {
  const { status, next } = await visitor.visit(await consent(visitor, provider, who));
  const query: Record<string, string> = Object.fromEntries(next?.searchParams ?? []);
  return { status, next, query, code: /^#return=(.+)$/.exec(next?.hash ?? '')?.[1] ?? '', visitor };
}

/** A whole sign-in; `token` is set if it succeeded. */
export async function signIn(provider: ProviderName, who: number | 'nobody') {
  const back = await comeBack(provider, who);
  const answer = back.code ? await (await exchange(back.visitor, back.code)).json() : {};
  const query: Record<string, string> = { ...back.query, token: answer.token ?? '' };
  return { ...back, at: back.next?.href.replace(/[?#].*/, ''), query };
}

export const me = async (token = '') => (await call(base, 'GET', '/api/auth/me', { token })).body.user;
