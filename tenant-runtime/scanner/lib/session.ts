import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.ts';

export type Session = Pick<LoginAnswer, 'token' | 'user'>;

/** The panel's own key: who is signed in there is signed in here. */
const KEY = 'ostatok.session';
const listeners = new Set<() => void>();
let current = read();

function read(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}

function announce(next: Session | null): void {
  current = next;
  for (const listener of listeners) listener();
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) announce(read());
});

export const session = {
  current: (): Session | null => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  signIn(next: Session): void {
    localStorage.setItem(KEY, JSON.stringify(next));
    announce(next);
  },
  signOut(): void {
    localStorage.removeItem(KEY);
    announce(null);
  },
};
