import type { Tokens, User } from '@ostatok/api/contract/auth.ts';

const TOKEN = 'token';
const REFRESH_TOKEN = 'refreshToken';
const USER = 'user';

/** The sign-in that the owner's rooms keep: the same origin, the same keys. */
export const session = {
  token: (): string | null => localStorage.getItem(TOKEN),
  user(): User | null {
    try {
      return JSON.parse(localStorage.getItem(USER) ?? 'null') as User | null;
    } catch {
      return null;
    }
  },
  tokens(): Tokens | null {
    const token = localStorage.getItem(TOKEN);
    return token ? { token, refreshToken: localStorage.getItem(REFRESH_TOKEN) ?? '' } : null;
  },
  renew({ token, refreshToken }: Tokens): void {
    localStorage.setItem(TOKEN, token);
    localStorage.setItem(REFRESH_TOKEN, refreshToken);
  },
  end(): void {
    for (const key of [TOKEN, REFRESH_TOKEN, USER, 'rememberMe']) localStorage.removeItem(key);
  },
};

/** Undefined: nobody answered, so the sign-in may still be good. */
async function exchange(refreshToken: string): Promise<Tokens | null | undefined> {
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  }).catch(() => undefined);
  if (response?.ok) return (await response.json()) as Tokens;
  return response && response.status < 500 && response.status !== 429 ? null : undefined;
}

async function refreshOnce(failed: string | null): Promise<boolean> {
  const stored = session.tokens();
  if (!stored) return false;
  // whoever waited takes what another tab has brought
  if (stored.token !== failed) return true;
  const next = await exchange(stored.refreshToken);
  if (next) session.renew(next);
  if (next === null) session.end();
  return Boolean(next);
}

/**
 * A refresh token is good for one use, and a second use looks like theft: one tab at a time, under the lock that the
 * owner's rooms take too. Resolves to whether there is a token other than the one that failed.
 */
export function refresh(failed: string | null): Promise<boolean> {
  if (!navigator.locks) return refreshOnce(failed);
  return navigator.locks.request('ostatok-refresh', () => refreshOnce(failed));
}
