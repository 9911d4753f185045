import { randomUUID } from 'node:crypto';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { plural } from '@ostatok/kit/node/russian.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import {
  administratorsFromNewDevices,
  alarmedAt,
  attackedAccounts,
  countFailures,
  type Found,
  guessedAccounts,
  listAdministrators,
  takeAlarm,
} from './alarms.queries.ts';

const HOUR_MS = 3_600_000;
const MOST_FAILURES = 100;
const MOST_FAILURES_OF_ONE = 20;
const FAILURES_BEFORE_SUCCESS = 10;
const NAMED = 3;

const failures = (count: number): string => `${count} ${plural(count, ['неудача', 'неудачи', 'неудач'])}`;
const listed = (found: Found[], say: (one: Found) => string): string => {
  const rest = found.length - NAMED;
  return found.slice(0, NAMED).map(say).join(', ') + (rest > 0 ? ` и ещё ${rest}` : '');
};
const from = ({ email, ip }: Found): string => (ip ? `${email} с адреса ${ip}` : email);

/** Returns a Russian description of what is alarming since the moment; undefined when nothing is. */
type Pattern = (db: Db, since: Date) => Promise<string | undefined>;

const patterns: Record<string, Pattern> = {
  async failures(db, since) {
    const count = await countFailures(db, since);
    return count >= MOST_FAILURES ? `За час ${failures(count)} при входе` : undefined;
  },
  async account(db, since) {
    const found = await attackedAccounts(db, since, MOST_FAILURES_OF_ONE);
    if (found.length === 0) return undefined;
    return `К учётной записи подбирают пароль: ${listed(found, ({ email, count }) => `${email}, ${failures(count)} за час`)}`;
  },
  async guessed(db, since) {
    const found = await guessedAccounts(db, since, FAILURES_BEFORE_SUCCESS);
    return found.length > 0 ? `Вход после многих неудач: ${listed(found, from)}` : undefined;
  },
  async new_device(db, since) {
    const found = await administratorsFromNewDevices(db, since);
    return found.length > 0 ? `Администратор вошёл с нового устройства: ${listed(found, from)}` : undefined;
  },
};

/** Alerts administrators to patterns in the security log by activity and letter, each at most once an hour. */
export function createSecurityAlarms({
  db,
  activity,
  mail,
  publicUrl,
  now = () => new Date(),
}: {
  db: Knex;
  activity: Pick<Activity, 'record'>;
  mail: Pick<Mail, 'enqueue'>;
  publicUrl: string;
  now?: () => Date;
}) {
  const tallies = new Map<string, number>();
  const link = new URL('/admin/security-log', publicUrl).href;

  async function recordAndNotify(trx: Knex.Transaction, text: string, at: Date): Promise<void> {
    await activity.record(trx, { actorId: null, action: 'security.alarm', description: text });
    for (const { email, name } of await listAdministrators(trx)) {
      const data = { name, alarm: text, at: at.toISOString(), link };
      await mail.enqueue(trx, { to: email, template: 'security_alarm', data, once: `security_alarm:${randomUUID()}` });
    }
  }

  async function look(name: string, pattern: Pattern): Promise<void> {
    const at = now();
    const last = await alarmedAt(db, name);
    const sinceLast = last ? at.getTime() - last.getTime() : Number.POSITIVE_INFINITY;
    if (Math.abs(sinceLast) < HOUR_MS) return;
    const text = await pattern(db, new Date(at.getTime() - HOUR_MS));
    if (!text) return;
    await db.transaction(async (trx) => {
      if (!(await takeAlarm(trx, name, at, HOUR_MS))) return;
      await recordAndNotify(trx, text, at);
      tallies.set(name, (tallies.get(name) ?? 0) + 1);
    });
  }

  return {
    /** Checks every pattern; what comes within an hour of an alarm is reported by the next check after that hour. */
    async raise(): Promise<void> {
      for (const [name, pattern] of Object.entries(patterns)) await look(name, pattern);
    },
    /** How often this process raised each alarm, for /metrics. */
    tallies: (): [string, number][] => Object.keys(patterns).map((name) => [name, tallies.get(name) ?? 0]),
  };
}
export type SecurityAlarms = ReturnType<typeof createSecurityAlarms>;
