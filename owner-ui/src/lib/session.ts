import type { User } from '@ostatok/api/contract/account.endpoints.ts';
import type { Tokens } from '@ostatok/api/contract/auth.ts';
import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { useSyncExternalStore } from 'react';

export interface Session extends Tokens {
  user: User;
}

const changes = createEmitter();
let current = read();
let exit = '/login';

function read(): Session | null {
  // A page prerendered at build time is shown to guests.
  if (typeof window === 'undefined') return null;
  const token = localStorage.getItem('token');
  const user = localStorage.getItem('user');
  if (!token || !user) return null;
  try {
    return { token, refreshToken: localStorage.getItem('refreshToken') ?? '', user: JSON.parse(user) as User };
  } catch {
    return null;
  }
}

function announce(): void {
  current = read();
  changes.emit();
}

// Another tab signed in, signed out or renewed the tokens.
globalThis.window?.addEventListener('storage', announce);

export const session = {
  get: (): Session | null => current,

  /** Reads the storage instead of memory, because another tab may have just written to it. */
  fresh: (): Session | null => {
    current = read();
    return current;
  },

  start({ token, refreshToken, user }: Session, rememberMe?: boolean): void {
    localStorage.setItem('token', token);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('user', JSON.stringify(user));
    if (rememberMe !== undefined) localStorage.setItem('rememberMe', String(rememberMe));
    exit = '/login';
    announce();
  },

  renew({ token, refreshToken }: Tokens): void {
    localStorage.setItem('token', token);
    localStorage.setItem('refreshToken', refreshToken);
    announce();
  },

  setUser(user: User): void {
    localStorage.setItem('user', JSON.stringify(user));
    announce();
  },

  /** `to` is the page on which this tab continues. */
  end(to = '/login'): void {
    exit = to;
    for (const key of ['token', 'refreshToken', 'user', 'rememberMe']) localStorage.removeItem(key);
    announce();
  },

  /** The page to which a signed-out user is redirected. */
  exit: (): string => exit,
};

/** Calls the listener on every sign-in, sign-out and renewal, here or in another tab. */
export const subscribe = changes.subscribe;

export const useSession = (): Session | null => useSyncExternalStore(subscribe, session.get, () => null);
