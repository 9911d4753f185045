import { randomUUID } from 'node:crypto';
import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Mail } from '../mail/mail.service.ts';
import { moment } from '../platform/russian.ts';
import type { AlertChatMessages } from './alert-chat.service.ts';
import { type AlertRow, dropAlert, listAdministrators, lockAlerts, putAlert } from './alerts.queries.ts';
import type { Seen } from './attention.service.ts';

const MINUTE_MS = 60_000;
/** A trouble that is over sooner mended itself; one that comes back sooner was never over. */
const LASTS_MS = 2 * MINUTE_MS;
/** More venues that are down are told of once more, but not of each. */
const MORE_AFTER_MS = 10 * MINUTE_MS;
const growing = new Set(['venues_down']);

interface AlertsDeps {
  db: Knex;
  mail: Pick<Mail, 'enqueue'>;
  /** Absent where administrators have no chat of their own. */
  chat?: Pick<AlertChatMessages, 'enqueue'> | undefined;
  publicUrl: string;
  /** What harms somebody now or soon. */
  readUrgent: () => Promise<Seen>;
  now: () => Date;
}

/** Whether administrators are to be told of it: once it has lasted, and of more venues than they know of. */
function isDue(alert: AlertRow, line: AttentionLine, now: Date): boolean {
  if (!alert.sent_at) return now.getTime() - alert.seen_at.getTime() >= LASTS_MS;
  const hasGrown = growing.has(line.id) && line.count > alert.count;
  return hasGrown && now.getTime() - alert.sent_at.getTime() >= MORE_AFTER_MS;
}

interface Notice {
  what: string;
  since: Date;
  details: string[];
  command: string | null;
  link: string;
}

const chatText = ({ what, since, details, command, link }: Notice): string =>
  [
    what,
    details.length > 0 && `Затронуто: ${details.join('; ')}`,
    `Началось: ${moment(since)}`,
    command && `Команда: ${command}`,
    link,
  ]
    .filter(Boolean)
    .join('\n');

/** Notifies administrators when a trouble has lasted, and again when it is over: by letter, and in their chat. */
export function createAlerts({ db, mail, chat, publicUrl, readUrgent, now }: AlertsDeps) {
  async function send(
    trx: Knex.Transaction,
    letter: { what: string; since: Date; line?: AttentionLine },
  ): Promise<void> {
    const { what, since, line } = letter;
    const notice: Notice = {
      what,
      since,
      details: line?.details ?? [],
      command: line?.action.command ?? null,
      link: new URL(line?.action.path ?? '/admin', publicUrl).href,
    };
    await chat?.enqueue(trx, chatText(notice));
    for (const { email, name } of await listAdministrators(trx)) {
      const data = { ...notice, name, since: since.toISOString() };
      await mail.enqueue(trx, { to: email, template: 'alert', data, once: `alert:${randomUUID()}` });
    }
  }

  async function follow(trx: Knex.Transaction, line: AttentionLine, known: AlertRow | undefined): Promise<void> {
    const at = now();
    const since = line.since ? new Date(line.since) : at;
    const { id, text, count } = line;
    const alert: AlertRow = known
      ? { ...known, text, gone_at: null }
      : { id, text, seen_at: since < at ? since : at, count, sent_at: null, gone_at: null };
    const due = isDue(alert, line, at);
    if (due) await send(trx, { what: text, since: alert.seen_at, line });
    await putAlert(trx, due ? { ...alert, count, sent_at: at } : alert);
  }

  async function leave(trx: Knex.Transaction, alert: AlertRow): Promise<void> {
    const at = now();
    if (!alert.sent_at) return dropAlert(trx, alert.id);
    if (!alert.gone_at) return putAlert(trx, { ...alert, gone_at: at });
    if (at.getTime() - alert.gone_at.getTime() < LASTS_MS) return;
    await send(trx, { what: `Снова в порядке. Было: ${alert.text}`, since: alert.seen_at });
    await dropAlert(trx, alert.id);
  }

  return {
    /** Compares what is seen now with what was reported. What could not be looked at is not over. */
    async report(): Promise<void> {
      const { lines, unseen } = await readUrgent();
      await db.transaction(async (trx) => {
        const known = await lockAlerts(trx);
        for (const line of lines) {
          await follow(trx, line, known.get(line.id));
          known.delete(line.id);
        }
        if (unseen.length === 0) for (const alert of known.values()) await leave(trx, alert);
      });
    },
  };
}
