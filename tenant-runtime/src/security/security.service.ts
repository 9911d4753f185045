import { createHmac, hkdfSync } from 'node:crypto';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { createGathering, createRowBudget } from '@ostatok/kit/node/gathering.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { SecurityRecord } from '../../contract/security.endpoints.ts';
import { isFailure, OTHERS, type SecurityEvent, type SecurityFilter } from '../../contract/security.ts';
import type { Origin } from '../access/callers.ts';
import type { SecurityRow } from '../tables.ts';
import { accountsOf, deleteOldEvents, insertEvents, listEvents } from './security.queries.ts';
import { securityView } from './security-view.ts';

export interface SecurityEntry extends Origin {
  event: SecurityEvent;
  /** The user whose sign-in or account the event concerns. */
  userId?: number | null;
  /** The user who acted; stored only if it is another user. */
  actorId?: number | null;
  /** The login that was typed: stored as its user, or as a keyed hash if it belongs to none. */
  typed?: string;
  /** Details in Russian, for the screen. */
  details?: string;
}

interface Deps {
  db: Knex;
  secret: string;
  clock: () => Date;
  timezone: string;
  log: Logger;
}

/** A row that waits to be written; the user of its login is looked up at the writing. */
type Gathered = SecurityRow & { typed: string | null };

const MOST_DEVICE = 200;
const DAY_MS = 24 * 3600_000;
/** The first failure after a quiet minute is written after FIRST_MS, later ones once a minute. */
const FIRST_MS = 2_000;
const NEXT_MS = 60_000;
/** The number of successes that get rows of their own; endless sign-ins are gathered into counts too. */
const MOST_SUCCESSES = { minute: 60, day: 5000, afterwards: 3 };
/** The most rows that wait to be written while the database cannot be reached. */
const MOST_WAITING = 1000;

/** Replaces zero bytes, which the database refuses: a refusal would keep all waiting rows from being written. */
const storable = (text: string | undefined): string | null => text?.replaceAll('\0', '\ufffd') ?? null;

const asOther = ({ at, event, failed, count }: Gathered): Gathered => ({
  at,
  event,
  failed,
  count,
  user_id: null,
  actor_id: null,
  typed: null,
  subject: null,
  ip: null,
  device: null,
  details: OTHERS,
});

const subjectOf = (key: Uint8Array, typed: string): string =>
  `#${createHmac('sha256', key).update(typed).digest('hex').slice(0, 12)}`;

function rowOf(
  at: Date,
  { event, userId = null, actorId = null, typed, ip, device, details }: SecurityEntry,
): Gathered {
  return {
    at,
    event,
    failed: isFailure(event),
    count: 1,
    user_id: userId,
    actor_id: actorId === userId ? null : actorId,
    typed: storable(typed),
    subject: null,
    ip: ip || null,
    device: storable(device?.slice(0, MOST_DEVICE)),
    details: storable(details),
  };
}

/** Writes the rows; a login that belongs to nobody becomes a hash with this key. */
async function write(into: Db, key: Uint8Array, rows: Gathered[]): Promise<void> {
  const typed = [...new Set(rows.flatMap((row) => row.typed ?? []))];
  const accounts = typed.length > 0 ? await accountsOf(into, typed) : [];
  const idOf = new Map(accounts.map(({ id, username }) => [username, id]));
  await insertEvents(
    into,
    rows.map(({ typed: login, ...row }) => {
      const userId = login === null ? row.user_id : (idOf.get(login) ?? null);
      return { ...row, user_id: userId, subject: login !== null && userId === null ? subjectOf(key, login) : null };
    }),
  );
}

/**
 * Records sign-ins, failed attempts and changes of access. An administrator's act is written in its own transaction. An
 * event that any visitor can cause never delays or fails its cause: a success is written at once beside it, and
 * failures are gathered, so that a flood of them makes few rows.
 */
export function createSecurityLog({ db, secret, clock, timezone, log }: Deps) {
  const key = new Uint8Array(hkdfSync('sha256', secret, 'ostatok', 'security subjects', 32));
  const gathering = createGathering<Gathered>(clock, asOther);
  let successes: Gathered[] = [];
  const successBudget = createRowBudget(clock, MOST_SUCCESSES);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let writtenAt = 0;
  let cleanedAt = 0;
  let writing: Promise<void> = Promise.resolve();

  async function clean(): Promise<void> {
    if (Math.abs(Date.now() - cleanedAt) < DAY_MS) return;
    cleanedAt = Date.now();
    await deleteOldEvents(db).catch((error) => log.warn({ err: error }, 'old security events not deleted'));
  }

  async function writeWaiting(): Promise<void> {
    const rows = [...successes, ...gathering.take()];
    successes = [];
    if (rows.length === 0) return;
    writtenAt = Date.now();
    try {
      await write(db, key, rows);
      await clean();
    } catch (error) {
      log.error({ err: error }, 'security events not written yet');
      for (const row of rows) keep(row);
      schedule(NEXT_MS);
    }
  }

  function keep(row: Gathered): void {
    if (!row.failed && successes.length < MOST_WAITING) successes.push(row);
    else gathering.add(row);
  }

  /** Tells whether the row is one of the few that need not be gathered. */
  function isRare({ failed }: Gathered): boolean {
    if (failed || successBudget.left() === 0) return false;
    successBudget.use(1);
    return true;
  }

  function flush(): Promise<void> {
    writing = writing.then(writeWaiting);
    return writing;
  }

  function schedule(delay: number): void {
    if (timer || isStopped) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, delay).unref();
  }

  return {
    /** Records an act in the transaction of that act. */
    record: (trx: Db, entry: SecurityEntry): Promise<void> => write(trx, key, [rowOf(clock(), entry)]),

    /** Records an event that any visitor can cause, without delaying the caller. */
    note(entry: SecurityEntry): void {
      const row = rowOf(clock(), entry);
      if (isRare(row)) {
        keep(row);
        if (!isStopped) void flush();
        return;
      }
      gathering.add(row);
      schedule(Date.now() - writtenAt > NEXT_MS ? FIRST_MS : NEXT_MS);
    },

    async list(
      filter: SecurityFilter,
      page: { offset: number; limit: number; order: 'asc' | 'desc' },
    ): Promise<{ events: SecurityRecord[]; total: number }> {
      await flush();
      const { rows, total } = await listEvents(db, filter, timezone, page);
      return { events: rows.map(securityView), total };
    },

    /** Writes the waiting rows; afterwards the database is not used any more. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await flush();
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
