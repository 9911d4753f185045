import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { OpenSupport, SupportAnswer, SupportSession } from '../../contract/support.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import { type Caller, callerFrom, type Sessions } from './sessions.service.ts';
import {
  endSupport,
  insertSupport,
  insertSupportUser,
  listSupport,
  openSupport,
  pluckOpenSupport,
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
  /** Somebody of the support came. */
  onOpened: () => void;
  /** They are signed out at once. */
  onEnded: (userId: number | null) => void;
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
export function createSupport({ db, sessions, onOpened, onEnded, clock }: Deps) {
  const attempts = createAttemptLimit({ max: 20, windowMs: LINK_MS, now: () => clock().getTime() });

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
    async redeem(token: string, address: string): Promise<SupportAnswer> {
      attempts.count(address);
      const at = clock();
      const until = new Date(at.getTime() + SESSION_MS);
      const user = await db.transaction(async (trx) => {
        const row = await openSupport(trx, hashOf(token), at, until);
        if (!row) throw badLink();
        return insertSupportUser(trx, row);
      });
      onOpened();
      // a socket that is open hears of no token's end
      setTimeout(() => onEnded(user.id), SESSION_MS).unref();
      const signed = await sessions.issue(user, SESSION_MS / 1000);
      return { success: true, token: signed, user: callerFrom(user), expires_at: until.toISOString() };
    },

    list: async (): Promise<SupportSession[]> => (await listSupport(db, SHOWN)).map((row) => viewOf(row, clock())),

    /** The platform's word: at once, and links that wait too. */
    async endAllOf(administrator: string): Promise<void> {
      const at = clock();
      for (const id of await pluckOpenSupport(db, administrator, at)) {
        const row = await db.transaction((trx) => endSupport(trx, id, { at, name: PLATFORM }));
        onEnded(row?.user_id ?? null);
      }
    },

    /** At once. One that is over already stays as it ended. */
    async end(id: string, caller: Caller): Promise<SupportSession> {
      const at = clock();
      const row = UUID.test(id)
        ? await db.transaction((trx) => endSupport(trx, id, { at, name: caller.name }))
        : undefined;
      if (!row) throw new NotFound('Такого входа поддержки нет');
      onEnded(row.user_id);
      return viewOf(row, at);
    },
  };
}
export type Support = ReturnType<typeof createSupport>;
