import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import type { LetterData, Letterhead, LetterName } from './letter-data.ts';
import { writeLetter } from './letters.ts';
import {
  claimMails,
  countMails,
  failAbandoned,
  insertMail,
  type MailRow,
  postponeMail,
  requeueAbandoned,
  settleMail,
} from './mail.queries.ts';
import { MailError, type MailTransport } from './transports.ts';

const PURPOSE = 'mail';
const BATCH = 10;
const POLL_MS = 5_000;
/** Longer than any SMTP dialogue lasts: after this the sender is dead. */
const ABANDONED_SECONDS = 15 * 60;
/** The waits before the second and later attempts; after the last the letter is given up. */
const BACKOFF_SECONDS = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 8 * 3600];

export interface QueuedLetter<T extends LetterName> {
  to: string;
  template: T;
  data: LetterData[T];
  once?: string;
}

export interface MailOptions {
  db: Knex;
  secrets: Secrets;
  log: Logger;
  transport: MailTransport;
  from: string;
  letterhead: Letterhead;
  backoffSeconds?: number[];
  abandonedSeconds?: number;
  /** The date a letter bears; when it is sent goes by the database's clock, which all processes share. */
  now?: () => Date;
}

/**
 * The queue of letters, in PostgreSQL. A letter is queued in the transaction of what it tells of, sent by whichever
 * process takes it, tried again while it surely was not taken, and never sent twice: where a mail server may have
 * taken it although it did not say so, it is given up instead.
 */
export function createMail({
  db,
  secrets,
  log,
  transport,
  from,
  letterhead,
  backoffSeconds = BACKOFF_SECONDS,
  abandonedSeconds = ABANDONED_SECONDS,
  now = () => new Date(),
}: MailOptions) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;
  let timer: NodeJS.Timeout | undefined;

  async function send(mail: MailRow): Promise<void> {
    try {
      const data = JSON.parse(secrets.open(mail.data_sealed ?? '', PURPOSE)) as LetterData[LetterName];
      const written = await writeLetter(mail.template as LetterName, data, letterhead);
      await transport.deliver({ id: mail.id, from, to: mail.recipient, date: mail.created_at, ...written });
    } catch (error) {
      await postponeOrGiveUp(mail, error);
      return;
    }
    await settleMail(db, mail.id, 'sent', null);
  }

  async function postponeOrGiveUp(mail: MailRow, error: unknown): Promise<void> {
    const kind = error instanceof MailError ? error.kind : 'retry';
    const wait = backoffSeconds[mail.attempts - 1];
    const message = error instanceof Error ? error.message : String(error);
    log.warn({ err: error, mail: mail.id, kind, attempt: mail.attempts }, 'letter not sent');
    if (kind === 'retry' && wait !== undefined) await postponeMail(db, mail.id, wait, message);
    else await settleMail(db, mail.id, 'failed', message);
  }

  async function drain(): Promise<void> {
    if (transport.repeatable) await requeueAbandoned(db, abandonedSeconds);
    else await failAbandoned(db, abandonedSeconds, 'Отправка прервалась: неизвестно, принял ли письмо сервер');
    for (;;) {
      const mails = stopped ? [] : await claimMails(db, BATCH);
      if (mails.length === 0) return;
      await Promise.all(mails.map(send));
    }
  }

  function wake(): void {
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = drain()
      .catch((error) => log.error({ err: error }, 'mail queue failed'))
      .finally(() => {
        running = undefined;
        if (again) wake();
      });
  }

  return {
    /**
     * Within the transaction of what the letter tells of: both are there, or neither. Of several with the same `once`
     * only the first is queued, for as long as letters are remembered.
     */
    async enqueue<T extends LetterName>(trx: Knex.Transaction, letter: QueuedLetter<T>): Promise<string> {
      const data_sealed = secrets.seal(JSON.stringify(letter.data), PURPOSE);
      const id = await insertMail(trx, {
        id: randomUUID(),
        recipient: letter.to,
        template: letter.template,
        data_sealed,
        once: letter.once ?? null,
        created_at: now(),
      });
      trx.executionPromise?.then(wake, () => undefined);
      return id;
    },

    start(): void {
      stopped = false;
      timer = setInterval(wake, POLL_MS);
      timer.unref();
      wake();
    },

    /** Finishes the letters under way and takes no more. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running;
      transport.close();
    },

    /** By template and state, of those queued since then. */
    count: (since: Date) => countMails(db, since),
  };
}
export type Mail = ReturnType<typeof createMail>;
