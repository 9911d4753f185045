import { createStoredSession } from '@ostatok/kit/web/stored-session.ts';
import type { LoginAnswer } from '@ostatok/tenant-runtime/contract/users.ts';

export type Session = Pick<LoginAnswer, 'token' | 'user'>;

/** The panel's own key: who is signed in there is signed in here. */
export const session = createStoredSession<Session>('ostatok.session');
