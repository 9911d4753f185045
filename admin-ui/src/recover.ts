import { ApiError, NO_ANSWER } from '@ostatok/kit/web/api-client.ts';
import { refresh, session } from './session.ts';

/** Resolves when somebody is signed in again. */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** How whoever is inside is asked to sign in again; until it is known, nobody is asked. */
export const askBy = (how: Ask): void => {
  ask = how;
};

/**
 * After a 401: resolves to whether the call is worth sending again. A sign-in that is over is waited for, so that
 * neither what is typed nor what was just sent is lost with it.
 */
export async function recover(failedToken: string | null): Promise<boolean> {
  if (await refresh(failedToken)) return true;
  // the sign-in is good, only nobody answered to its renewal
  if (session.tokens()) throw new ApiError(0, NO_ANSWER, { code: 'offline' });
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
