import { createHmac } from 'node:crypto';
import type { SecurityRecord } from '@ostatok/api/contract/security.endpoints.ts';
import { isFailure, type SecurityEvent, type SecurityFilter } from '@ostatok/api/contract/security.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { requestIp, requestUserAgent } from '../platform/request-context.ts';
import type { SecurityAlarms } from './alarms.service.ts';
import { createEventQueue } from './event-queue.ts';
import {
  countEvents,
  eventNumbers,
  insertEvents,
  type ListedEvent,
  listEvents,
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
const toRecord = ({ failed, ...row }: ListedEvent): SecurityRecord => ({
  ...row,
  at: row.at.toISOString(),
  outcome: failed ? 'failure' : 'success',
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
  const queue = createEventQueue({ db, alarms, log, now });
  const tallies = new Map<SecurityEvent, number>();

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

  return {
    /** Records a success in the transaction that it belongs to. */
    async record(trx: Db, entry: SecurityEntry): Promise<void> {
      await insertEvents(trx, [rowOf(entry)]);
      queue.schedule();
    },

    /** Records a failure, or an event that anybody may cause at will, soon and at no cost to the caller. */
    note(entry: SecurityEntry): void {
      queue.add(rowOf(entry));
    },

    flush: queue.flush,
    numbers: eventNumbers,

    async list(
      filter: SecurityFilter,
      page: { sort: string; order: 'asc' | 'desc'; offset: number; limit: number },
      reader: Knex = db,
    ): Promise<{ events: SecurityRecord[]; total: number }> {
      await queue.flush();
      const [rows, total] = await Promise.all([listEvents(reader, filter, page), countEvents(reader, filter)]);
      return { events: rows.map(toRecord), total };
    },

    /** How often each event happened in this process, for /metrics. */
    tallies: (): [SecurityEvent, number][] => [...tallies],

    stop: queue.stop,
  };
}
export type SecurityLog = ReturnType<typeof createSecurityLog>;
