import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { SUPPORT_LINK } from '../../contract/security.ts';
import type { OpenSupport, SupportAnswer, SupportSession } from '../../contract/support.ts';
import type { Actor, Origin, SecurityLog } from '../security/security.service.ts';
import { callerFrom, type Sessions } from './sessions.service.ts';
import {
  endSupport,
  findSupport,
  insertSupport,
  insertSupportUser,
  listSupport,
  openSupport,
  type SupportRow,
} from './support.queries.ts';

const LINK_MS = 2 * 60_000;
const SESSION_MS = 60 * 60_000;
const SHOWN = 50;
const PLATFORM = 'Платформа';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const badLink = (): InvalidInput =>
  new InvalidInput(
    'Ссылка не подошла: она открывается один раз и за две минуты. Запросите новую',
    undefined,
    'bad_link',
  );

interface Deps {
  db: Knex;
  sessions: Pick<Sessions, 'issue'>;
  security: Pick<SecurityLog, 'note' | 'record'>;
  /** Somebody of the support came. */
  onOpened: () => void;
  /** They are signed out at once. */
  onEnded: (userId: number | null) => void;
  log: Logger;
  clock: () => Date;
}

function viewOf(row: SupportRow, now: Date): SupportSession {
  const end = row.expires_at ?? row.link_expires_at;
  const over = row.ended_at !== null || end <= now;
  const running = row.opened_at ? 'running' : 'waiting';
  return {
    id: row.id,
    administrator: row.administrator,
    reason: row.reason,
    state: over ? 'ended' : running,
    created_at: row.created_at.toISOString(),
    opened_at: row.opened_at?.toISOString() ?? null,
    expires_at: end.toISOString(),
    ended_at: (row.ended_at ?? (over ? end : null))?.toISOString() ?? null,
    ended_by: row.ended_by,
  };
}

/** The platform's support in this venue: for an hour at most, with a reason, seen by everybody who looks. */
export function createSupport({ db, sessions, security, onOpened, onEnded, log, clock }: Deps) {
  const attempts = createAttempts({ address: { points: 20, duration: LINK_MS / 1000 } });

  /** For good, at once. */
  async function end(
    which: Parameters<typeof endSupport>[1],
    by?: Partial<Actor> & { name: string },
  ): Promise<SupportRow | undefined> {
    const at = clock();
    const ended = await db.transaction(async (trx) => {
      const rows = await endSupport(trx, which, { at, name: by?.name ?? null });
      for (const { user_id: userId, ended_by } of rows.filter(({ user_id }) => user_id !== null)) {
        const who = by ? { actorId: by.id ?? null, ip: by.ip, device: by.device } : {};
        const details = ended_by === null ? 'Время вышло' : ended_by;
        await security.record(trx, { event: 'support.ended', userId, details, ...who });
      }
      return rows;
    });
    for (const { user_id } of ended) onEnded(user_id);
    return ended[0];
  }

  return {
    /** The link's secret; it is nowhere else. */
    async invite({ administrator, reason }: OpenSupport): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const created_at = clock();
      const link_expires_at = new Date(created_at.getTime() + LINK_MS);
      const id = randomUUID();
      await insertSupport(db, { id, hash: hashOf(token), administrator, reason, created_at, link_expires_at });
      return token;
    },

    /** Throws InvalidInput for a link that was used, is old, was revoked or never was: all alike. TooMany. */
    async redeem(token: string, from: Origin): Promise<SupportAnswer> {
      await attempts.count({ address: networkOf(from.ip) });
      await end('over');
      const at = clock();
      const until = new Date(at.getTime() + SESSION_MS);
      const user = await db.transaction(async (trx) => {
        const row = await openSupport(trx, hashOf(token), at, until);
        if (!row) {
          security.note({ event: 'login.code_failed', details: SUPPORT_LINK, ...from });
          throw badLink();
        }
        const visitor = await insertSupportUser(trx, row);
        await security.record(trx, { event: 'support.started', userId: visitor.id, details: row.reason, ...from });
        return visitor;
      });
      onOpened();
      // also where no clock says so, and for sockets, which hear of no token's end
      const failed = (error: unknown): void => log.error({ err: error }, 'visit of support not ended');
      setTimeout(() => void end({ user_id: user.id }).catch(failed), SESSION_MS).unref();
      const signed = await sessions.issue(user, SESSION_MS / 1000);
      return { success: true, token: signed, user: callerFrom(user), expires_at: until.toISOString() };
    },

    async list(): Promise<SupportSession[]> {
      await end('over');
      return (await listSupport(db, SHOWN)).map((row) => viewOf(row, clock()));
    },

    /** What a process that is gone had open: how much of an hour has passed since, no clock tells for sure. */
    endAll: async (): Promise<void> => void (await end('all')),
    /** The hour of this user was seen to be up: it stays so when the clock is set back. */
    endOf: async (userId: number): Promise<void> => void (await end({ user_id: userId })),

    /** The visitor has signed out. */
    leave: async ({ id, ...by }: Actor & { name: string }): Promise<void> =>
      void (await end({ user_id: id }, { id, ...by })),

    /** The platform's word: at once, and links that wait too. */
    async endAllOf(administrator: string): Promise<void> {
      await end({ administrator }, { name: PLATFORM });
    },

    /** At once. One that is over already stays as it ended. */
    async end(id: string, by: Actor & { name: string }): Promise<SupportSession> {
      const row = UUID.test(id) ? ((await end({ id }, by)) ?? (await findSupport(db, id))) : undefined;
      if (!row) throw new NotFound('Такого входа поддержки нет');
      return viewOf(row, clock());
    },
  };
}
export type Support = ReturnType<typeof createSupport>;
