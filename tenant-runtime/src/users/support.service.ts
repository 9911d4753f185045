import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { SUPPORT_LINK } from '../../contract/security.ts';
import type { SupportAnswer, SupportSession } from '../../contract/support.endpoints.ts';
import type { OpenSupport } from '../../contract/support.ts';
import type { Actor, Origin } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { callerFrom, type Sessions } from '../sessions/sessions.service.ts';
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
  /** Called when a support visit has begun. */
  onOpened: () => void;
  /** Called when a support visit has ended, to sign its user out at once. */
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

/**
 * Manages the platform's support visits in this tenant: at most an hour each, with a reason, and visible to its
 * administrators.
 */
export function createSupport({ db, sessions, security, onOpened, onEnded, log, clock }: Deps) {
  const attempts = createAttempts({ address: { points: 20, duration: LINK_MS / 1000 } });

  /** Ends visits for good, at once. */
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
    /** Returns the link's secret, which is stored nowhere. */
    async invite({ administrator, reason }: OpenSupport): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const created_at = clock();
      const link_expires_at = new Date(created_at.getTime() + LINK_MS);
      const id = randomUUID();
      await insertSupport(db, { id, hash: hashOf(token), administrator, reason, created_at, link_expires_at });
      return token;
    },

    /** Throws InvalidInput alike for a link that was used, is old, was revoked or never existed. Throws TooMany. */
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
      // The timer ends the visit even if the clock is wrong, and for sockets, which do not notice that a token expires.
      const failed = (error: unknown): void => log.error({ err: error }, 'visit of support not ended');
      setTimeout(() => void end({ user_id: user.id }).catch(failed), SESSION_MS).unref();
      const signed = await sessions.issue(user, SESSION_MS / 1000);
      return { token: signed, user: callerFrom(user), expires_at: until.toISOString() };
    },

    async list(): Promise<SupportSession[]> {
      await end('over');
      return (await listSupport(db, SHOWN)).map((row) => viewOf(row, clock()));
    },

    /**
     * Ends the visits that a previous process left open, because no clock tells reliably how much of their hour has
     * passed.
     */
    endAll: async (): Promise<void> => void (await end('all')),
    /** Ends the visit of this user, whose hour is over; it stays ended when the clock is set back. */
    endOf: async (userId: number): Promise<void> => void (await end({ user_id: userId })),

    /** Ends the visit when the visitor signs out. */
    leave: async ({ id, ...by }: Actor & { name: string }): Promise<void> =>
      void (await end({ user_id: id }, { id, ...by })),

    /** Ends all visits and unused links of this administrator, at the platform's request. */
    async endAllOf(administrator: string): Promise<void> {
      await end({ administrator }, { name: PLATFORM });
    },

    /** Ends the visit at once. One that is already over keeps its end. */
    async end(id: string, by: Actor & { name: string }): Promise<SupportSession> {
      const row = isUuid(id) ? ((await end({ id }, by)) ?? (await findSupport(db, id))) : undefined;
      if (!row) throw new NotFound('Такого входа поддержки нет');
      return viewOf(row, clock());
    },
  };
}
export type Support = ReturnType<typeof createSupport>;
