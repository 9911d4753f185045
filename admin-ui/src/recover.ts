import { ApiError, NO_ANSWER } from '@ostatok/kit/web/api-client.ts';
import { refresh, session } from './session.ts';

/** Resolves to whether the user has signed in again. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Sets the function that asks the user to sign in again; before it is set nobody is asked. */
export const askBy = (how: Ask): void => {
  ask = how;
};

/**
 * Called after a 401; resolves to whether the call should be repeated. It waits for a new sign-in if the session has
 * ended, so that neither the user's input nor the request is lost.
 */
export async function recover(failedToken: string | null): Promise<boolean> {
  if (await refresh(failedToken)) return true;
  // The session is still valid; only its renewal got no response.
  if (session.tokens()) throw new ApiError(0, NO_ANSWER, { code: 'offline' });
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
