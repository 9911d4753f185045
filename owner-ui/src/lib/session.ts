import type { Tokens, User } from '@ostatok/api/contract/auth.ts';
import { useSyncExternalStore } from 'react';

export interface Session extends Tokens {
  user: User;
}

const listeners = new Set<() => void>();
let current = read();
let exit = '/login';

function read(): Session | null {
  // a page drawn at build time is a guest's
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
  for (const listener of listeners) listener();
}

// another tab signed in, out, or took the next refresh token
globalThis.window?.addEventListener('storage', announce);

export const session = {
  get: (): Session | null => current,

  /** Read past the memory: another tab may have written a moment ago. */
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

  /** `to`: the page on which this tab goes on. */
  end(to = '/login'): void {
    exit = to;
    for (const key of ['token', 'refreshToken', 'user', 'rememberMe']) localStorage.removeItem(key);
    announce();
  },

  /** Where whoever is no longer signed in is led. */
  exit: (): string => exit,
};

/** Told of every sign-in, sign-out and renewal, here or in another tab. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | null => useSyncExternalStore(subscribe, session.get, () => null);
