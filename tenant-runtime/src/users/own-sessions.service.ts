import type { Knex } from '@ostatok/kit/node/db.ts';
import { deviceName } from '@ostatok/kit/node/device-name.ts';
import { NotFound, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { OpenSession } from '../../contract/users.endpoints.ts';
import type { Actor } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { untieChats } from './untie-chats.ts';
import { lockUsers, raiseTokenVersion } from './users.queries.ts';

interface Deps {
  db: Knex;
  sessions: Sessions;
  security: Pick<SecurityLog, 'note' | 'record'>;
  /** Called when all sign-ins of the user have ended. */
  onSignedOut: (userId: number) => void;
  /** Called when one sign-in has ended. */
  onEnded: (sessionId: string) => void;
}

/** Lists and ends a user's sign-ins, for that user only. */
export function createOwnSessions({ db, sessions, security, onSignedOut, onEnded }: Deps) {
  return {
    /** Returns the current sign-in first and the others by their last use. */
    async list(userId: number, token: string): Promise<OpenSession[]> {
      const current = await sessions.sessionOf(token);
      const open = (await sessions.open(userId)).map((row) => ({
        id: row.id,
        device: deviceName(row.device),
        started_at: row.started_at.toISOString(),
        last_used_at: row.refreshed_at.toISOString(),
        current: row.id === current,
      }));
      return open.sort((a, b) => Number(b.current) - Number(a.current));
    },

    /** Throws NotFound for a sign-in that has ended or belongs to another user. */
    async end(id: string, { id: userId, ...from }: Actor): Promise<void> {
      if (!(await sessions.endOwn(id, userId))) throw new NotFound('Этот вход уже завершён', 'session_not_found');
      onEnded(id);
      security.note({ event: 'session.ended', userId, ...from });
    },

    /**
     * Ends every sign-in including the current one, and unlinks the chats, in which a thief of the phone could go on
     * writing.
     */
    async endAll({ id: userId, ...from }: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const user = (await lockUsers(trx)).find(({ id }) => id === userId);
        if (!user) throw new Unauthorized();
        await raiseTokenVersion(trx, userId);
        await security.record(trx, { event: 'session.all_ended', userId, ...from });
        await untieChats(trx, security, user, from);
      });
      onSignedOut(userId);
    },
  };
}
export type OwnSessions = ReturnType<typeof createOwnSessions>;
