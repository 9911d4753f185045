import { createRefresher } from '@ostatok/kit/web/refresher.ts';
import { createStoredSession } from '@ostatok/kit/web/stored-session.ts';
import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.endpoints.ts';

export type Session = Pick<LoginAnswer, 'token' | 'refreshToken' | 'user'>;

/** The scanner uses the same key, so that a user signed in there is signed in here. */
export const session = createStoredSession<Session>('ostatok.session');

/** Renews the tokens unless another tab has done so; returns whether there is a token other than the failed one. */
export const renewSession = createRefresher({
  read: session.fresh,
  save({ token, refreshToken }) {
    const stored = session.fresh();
    if (stored) session.signIn({ ...stored, token, refreshToken });
  },
  end: session.signOut,
});
