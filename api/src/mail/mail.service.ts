import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { createDeliveryJournals } from './delivery-journal.ts';
import { createLeaseHolder, takeDeliveryLease } from './delivery-lease.ts';
import type { LetterData, LetterName } from './letter-data.ts';
import type { WrittenLetter } from './letter-template.ts';
import {
  createLetterWriter,
  type LetterWriterDeps,
  ORDER_LETTER,
  type Outgoing,
  TEST_LETTER,
} from './letter-writer.ts';
import { claimMails, countMailDays, countMails, insertMail, type MailRow } from './mail.queries.ts';
import { createRecovery } from './mail-recovery.ts';
import type { Settled } from './outcome.ts';
import { createOutcomeWriter } from './outcome-writer.ts';
import { type BulkLetters, createSending } from './sending.ts';
import { createSendingLanes } from './sending-lanes.ts';
import { createServerReach } from './server-reach.ts';
import type { MailTransport } from './transports.ts';

/** How often the queue is polled for delayed letters and those of other processes. */
const POLL_MS = 15_000;
/** The delays before the second and later attempts; after the last one the letter is given up. */
const BACKOFF_SECONDS = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 8 * 3600];
interface QueuedLetter<T extends LetterName> {
  to: string;
  template: T;
  data: LetterData[T];
  once?: string;
}

interface MailOptions extends LetterWriterDeps {
  db: Knex;
  transport: MailTransport;
  from: string;
  bulk?: BulkLetters;
  /** The folder of this machine's delivery journals; without it a killed sender's letters under way count as sent. */
  journals?: string;
  backoffSeconds?: number[];
  pollMs?: number;
  /**
   * The clock for a letter's date and for the rest while the mail server is away; delays of single letters follow the
   * database's clock, which all processes share.
   */
  now?: () => Date;
}

/**
 * The queue of letters in PostgreSQL. A letter is queued in the transaction that it reports on, sent by whichever
 * process claims it, and retried as long as it certainly was not accepted; while the server is away, one tries for all.
 * It is never sent twice: where a mail server may have accepted it without saying so, it is given up instead.
 */
export function createMail({ db, log, transport, from, bulk, ...options }: MailOptions) {
  const { backoffSeconds = BACKOFF_SECONDS, pollMs = POLL_MS, now = () => new Date() } = options;
  const writer = createLetterWriter({ log, ...options });
  const onSettled = async (trx: Knex.Transaction, settled: Settled[]): Promise<void> => {
    const ofCampaigns = settled.filter(({ recipient_id }) => recipient_id !== null);
    if (ofCampaigns.length > 0) await bulk?.settled(trx, ofCampaigns);
  };
  const journals = createDeliveryJournals(options.journals);
  const { settle } = createOutcomeWriter({ db, log, onSettled });
  const recovery = createRecovery({ db, log, repeatable: transport.repeatable, journals, onSettled });
  const reach = createServerReach(now);
  const sending = { log, transport, from, backoffSeconds, write: writer.write, bulk, settle, reach, now };
  const { sendAll } = createSending(sending);
  const lanes = createSendingLanes(sendAll);
  const lease = createLeaseHolder(() => takeDeliveryLease(db, log, journals));
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = true;
  let lookAround = true;
  let timer: NodeJS.Timeout | undefined;

  async function drain(): Promise<void> {
    const held = await lease.held();
    const nothing = lookAround && !(await recovery.run(held.sender));
    lookAround = false;
    if (nothing) return;
    await lanes.fill((priority, batch) => claim(held.sender, priority, batch), held, wake);
  }

  async function claim(sender: number, priority: number, batch: number): Promise<MailRow[]> {
    const limit = stopped ? 0 : reach.allowed(batch);
    if (limit === 0) return [];
    const mails = await claimMails(db, sender, priority, limit);
    reach.began(mails.length);
    return mails;
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

  async function insert(
    trx: Knex.Transaction,
    { to, template, data, once }: { to: string; template: string; data: unknown; once?: string },
  ): Promise<string> {
    const data_sealed = writer.seal(data);
    const letter = { id: randomUUID(), recipient: to, template, data_sealed, once: once ?? null, created_at: now() };
    const id = await insertMail(trx, letter);
    trx.executionPromise?.then(wake, () => undefined);
    return id;
  }

  return {
    /**
     * Queues a letter within the transaction that it reports on, so that neither exists without the other. Of several
     * with the same `once` only the first is queued, as long as its row is kept.
     */
    enqueue: <T extends LetterName>(trx: Knex.Transaction, letter: QueuedLetter<T>): Promise<string> =>
      insert(trx, letter),

    /** Queues an administrator's test letter, which is sent as written. */
    enqueueTest: (trx: Knex.Transaction, to: string, letter: WrittenLetter): Promise<string> =>
      insert(trx, { to, template: TEST_LETTER, data: letter }),

    /** Queues a tenant's order to a supplier, which is sent as written. */
    enqueueOrder: (
      trx: Knex.Transaction,
      { to, letter, once }: { to: string; letter: Outgoing; once: string },
    ): Promise<string> => insert(trx, { to, template: ORDER_LETTER, data: letter, once }),

    /** Sends letters that were queued without `enqueue`. */
    wake,

    start(): void {
      stopped = false;
      timer = setInterval(() => {
        lookAround = true;
        wake();
      }, pollMs);
      timer.unref();
      lookAround = true;
      wake();
    },

    /** Finishes the letters under way and claims no more. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await running;
      await lanes.settled();
      await lease.close();
      transport.close();
    },

    /** Counts letters queued since then by template and state. */
    count: (since: Date) => countMails(db, since),
    countDays: (from: Date, to: Date) => countMailDays(db, from, to),
  };
}
export type Mail = ReturnType<typeof createMail>;
