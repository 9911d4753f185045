import { createHmac } from 'node:crypto';
import type { SecurityRecord } from '@ostatok/api/contract/security.endpoints.ts';
import { isFailure, type SecurityEvent, type SecurityFilter } from '@ostatok/api/contract/security.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { createGathering } from '@ostatok/kit/node/gathering.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { requestIp, requestUserAgent } from '../platform/request-context.ts';
import type { SecurityAlarms } from './alarms.service.ts';
import {
  countEvents,
  eventNumbers,
  insertEvents,
  type ListedEvent,
  listEvents,
  livingUsers,
  type SecurityRow,
} from './security.queries.ts';

export interface SecurityEntry {
  event: SecurityEvent;
  /** The account that the event is about. */
  userId?: number | null;
  /** The account that acted, where it is another one. */
  actorId?: number | null;
  /** The typed address where no account has it; only a keyed hash of it is kept. */
  typed?: string;
  /** The target, such as `tenant:ID`. */
  target?: string;
  /** A Russian text for a person. */
  details?: string;
  /** The address; by default that of the request. */
  ip?: string;
  device?: string;
}

const MOST_DEVICE = 200;
/** After a quiet minute the first event is written within this delay, later ones once a minute. */
const FIRST_MS = 2_000;
const NEXT_MS = 60_000;

const toRecord = ({ failed, ...row }: ListedEvent): SecurityRecord => ({
  ...row,
  at: row.at.toISOString(),
  outcome: failed ? 'failure' : 'success',
});

const asOther = ({ at, event, failed, count }: SecurityRow): SecurityRow => ({
  at,
  event,
  failed,
  count,
  user_id: null,
  actor_id: null,
  subject: null,
  target: null,
  ip: null,
  device: null,
  details: 'и другие',
});

/**
 * Records sign-ins, failures and changes of credentials. Successes are written in their own transaction; failures are
 * gathered, so that a flood of them becomes a few rows.
 */
export function createSecurityLog({
  db,
  secrets,
  alarms,
  log,
  now = () => new Date(),
}: {
  db: Knex;
  secrets: Pick<Secrets, 'key'>;
  alarms: SecurityAlarms;
  log: Logger;
  now?: () => Date;
}) {
  const subjectKey = secrets.key('security-subject');
  const gathering = createGathering<SecurityRow>(now, asOther);
  const tallies = new Map<SecurityEvent, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();

  const subjectOf = (typed: string): string =>
    `#${createHmac('sha256', subjectKey).update(typed.trim().toLowerCase()).digest('hex').slice(0, 12)}`;

  function rowOf(entry: SecurityEntry): SecurityRow {
    tallies.set(entry.event, (tallies.get(entry.event) ?? 0) + 1);
    const { event, userId = null, actorId = null, typed, target = null, details = null } = entry;
    return {
      at: now(),
      event,
      failed: isFailure(event),
      count: 1,
      user_id: userId,
      actor_id: actorId === userId ? null : actorId,
      subject: typed === undefined ? null : subjectOf(typed),
      target,
      ip: entry.ip ?? requestIp() ?? null,
      device: (entry.device ?? requestUserAgent())?.slice(0, MOST_DEVICE) ?? null,
      details,
    };
  }

  async function write(rows: SecurityRow[]): Promise<void> {
    const ids = rows.flatMap(({ user_id, actor_id }) => [user_id ?? [], actor_id ?? []].flat());
    const living = new Set(ids.length > 0 ? await livingUsers(db, ids) : []);
    const kept = (id: number | null): number | null => (id !== null && living.has(id) ? id : null);
    await insertEvents(
      db,
      rows.map((row) => ({ ...row, user_id: kept(row.user_id), actor_id: kept(row.actor_id) })),
    );
  }

  function flush(): Promise<void> {
    writing = writing.then(async () => {
      const rows = gathering.take();
      if (rows.length === 0) return;
      writtenAt = Date.now();
      await write(rows).catch((error) => {
        // these rows are written with the next ones
        for (const row of rows) gathering.add(row);
        throw error;
      });
    });
    const written = writing;
    writing = writing.catch(() => undefined);
    return written;
  }

  async function look(): Promise<void> {
    try {
      await flush();
      await alarms.raise();
    } catch (error) {
      log.error({ err: error }, 'security events not written yet');
      schedule();
    }
  }

  function schedule(): void {
    if (timer || isStopped) return;
    const delay = Date.now() - writtenAt > NEXT_MS ? FIRST_MS : NEXT_MS;
    timer = setTimeout(() => {
      timer = undefined;
      looking = look();
    }, delay).unref();
  }

  return {
    /** Records a success in the transaction that it belongs to. */
    async record(trx: Db, entry: SecurityEntry): Promise<void> {
      await insertEvents(trx, [rowOf(entry)]);
      schedule();
    },

    /** Records a failure, or an event that anybody may cause at will, soon and at no cost to the caller. */
    note(entry: SecurityEntry): void {
      gathering.add(rowOf(entry));
      schedule();
    },

    flush,
    numbers: eventNumbers,

    async list(
      filter: SecurityFilter,
      page: { sort: string; order: 'asc' | 'desc'; offset: number; limit: number },
      reader: Knex = db,
    ): Promise<{ events: SecurityRecord[]; total: number }> {
      await flush();
      const [rows, total] = await Promise.all([listEvents(reader, filter, page), countEvents(reader, filter)]);
      return { events: rows.map(toRecord), total };
    },

    /** How often each event happened in this process, for /metrics. */
    tallies: (): [SecurityEvent, number][] => [...tallies],

    /** Writes the gathered events; no query follows afterwards. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await flush().catch((error) => log.error({ err: error }, 'security events not written'));
    },
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
