import { useMemo, useSyncExternalStore } from 'react';
import { type Session, session } from './session.ts';

/** Who is signed in; the same object for as long as it is the same person, whatever their tokens. */
export function useSignedIn(): Session['user'] | null {
  const current = useSyncExternalStore(session.subscribe, session.current);
  const known = current && JSON.stringify(current.user);
  return useMemo(() => (known ? (JSON.parse(known) as Session['user']) : null), [known]);
}
