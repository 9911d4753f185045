import { useEffect } from 'react';
import { askBy } from '../recover.ts';
import { session } from '../session.ts';
import { openDialog } from '../ui/dialogs.tsx';

const QUIET_MS = 3000;
const loadDialog = () => import('./SignInAgain.tsx');

/** Whoever is inside is asked to sign in again where they are, once the sign-in is over. */
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
    // while there is a network, and no newer release in its place
    const timer = setTimeout(() => loadDialog().catch(() => undefined), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
}
