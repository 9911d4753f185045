import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { Tokens } from '@ostatok/api/contract/auth.ts';
import { createRefresher } from '@ostatok/kit/web/refresher.ts';

const TOKEN = 'token';
const REFRESH_TOKEN = 'refreshToken';
const USER = 'user';

/** The session of the owner's application: same origin, same storage keys. */
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
  start({ user, ...tokens }: Tokens & { user: User }): void {
    localStorage.setItem(USER, JSON.stringify(user));
    session.renew(tokens);
  },
  renew({ token, refreshToken }: Tokens): void {
    localStorage.setItem(TOKEN, token);
    localStorage.setItem(REFRESH_TOKEN, refreshToken);
  },
  end(): void {
    for (const key of [TOKEN, REFRESH_TOKEN, USER, 'rememberMe']) localStorage.removeItem(key);
  },
};

/** Resolves to whether there is a token other than the one that failed. */
export const refresh = createRefresher({ read: session.tokens, save: session.renew, end: session.end });
