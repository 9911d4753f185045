import { useEffect } from 'react';
import { askBy } from '../recover.ts';
import { session } from '../session.ts';
import { openDialog } from '../ui/dialogs.tsx';

const QUIET_MS = 3000;
const loadDialog = () => import('./SignInAgain.tsx');

/** Asks the user to sign in again in place once the session has ended. */
export function useSignInAgain(): void {
  useEffect(() => {
    const person = session.user();
    if (!person) return;
    askBy(async () => {
      const { default: SignInAgain } = await loadDialog();
      return new Promise((resolve) => {
        openDialog((close) => (
          <SignInAgain
            person={person}
            onDone={() => {
              close();
              resolve(true);
            }}
          />
        ));
      });
    });
    // Loaded in advance, while there is a network and no newer release has replaced the chunk.
    const timer = setTimeout(() => loadDialog().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
}
