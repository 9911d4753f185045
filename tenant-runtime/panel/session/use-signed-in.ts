import { useMemo, useSyncExternalStore } from 'react';
import { type Session, session } from './session.ts';

/** The signed-in user; the same object as long as the user is the same, even when the tokens change. */
export function useSignedIn(): Session['user'] | null {
  const current = useSyncExternalStore(session.subscribe, session.current);
  const known = current && JSON.stringify(current.user);
  return useMemo(() => (known ? (JSON.parse(known) as Session['user']) : null), [known]);
}
