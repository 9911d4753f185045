import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { DeliveryLease } from './delivery-lease.ts';
import type { Outgoing } from './letter-writer.ts';
import type { MailRow } from './mail.queries.ts';
import type { Outcome, Settled } from './outcome.ts';
import type { ServerReach } from './server-reach.ts';
import { MailError, type MailTransport } from './transports.ts';

/** Writes the letters of campaigns and decides who still gets them. */
export interface BulkLetters {
  /** Returns the letters by recipient id; a recipient who is left out gets the reason instead. */
  write(recipientIds: number[]): Promise<Map<number, Outgoing | { skipped: string }>>;
  settled(trx: Knex.Transaction, settled: Settled[]): Promise<void>;
}

interface SendingDeps {
  log: Logger;
  transport: MailTransport;
  from: string;
  backoffSeconds: number[];
  write: (mail: MailRow) => Promise<Outgoing>;
  bulk?: BulkLetters;
  settle: (outcome: Outcome) => Promise<void>;
  reach: Pick<ServerReach, 'ended'>;
  now: () => Date;
}

/** Processes claimed letters: they are written, handed to the mail server, and settled. */
export function createSending({ log, transport, from, backoffSeconds, write, bulk, settle, ...deps }: SendingDeps) {
  /** A letter that the server has never seen is given up after as long as one that it puts off. */
  const longestMs = backoffSeconds.reduce((sum, seconds) => sum + seconds, 0) * 1000;
  const isOld = ({ created_at }: MailRow): boolean => deps.now().getTime() - created_at.getTime() > longestMs;

  async function postponeOrGiveUp(mail: MailRow, sender: number, error: unknown): Promise<void> {
    const { id, attempts } = mail;
    const { kind, bounce } = error instanceof MailError ? error : { kind: 'retry', bounce: undefined };
    const seconds = backoffSeconds[attempts - 1];
    const message = error instanceof Error ? error.message : String(error);
    log.warn({ err: error, mail: id, kind, attempt: attempts }, 'letter not sent');
    if (kind === 'away' && !isOld(mail)) {
      await settle({ id, sender, status: 'untried', error: message });
    } else if (kind === 'retry' && seconds !== undefined) {
      await settle({ id, sender, status: 'queued', error: message, seconds });
    } else {
      await settle({ id, sender, status: 'failed', error: message, bounce });
    }
  }

  async function send(mail: MailRow, lease: DeliveryLease, outgoing?: Outgoing): Promise<void> {
    const { id, recipient: to, created_at: date } = mail;
    try {
      const letter = { id, from, to, date, bulk: outgoing !== undefined, ...(outgoing ?? (await write(mail))) };
      await transport.deliver(letter, (finish, refuse) => lease.handOver({ id, finish, refuse }));
      deps.reach.ended(false);
    } catch (error) {
      deps.reach.ended(error instanceof MailError ? error.kind === 'away' : undefined);
      await postponeOrGiveUp(mail, lease.sender, error);
      return;
    }
    await settle({ id, sender: lease.sender, status: 'sent', error: null });
  }

  async function writeBulk(mails: MailRow[]): Promise<Awaited<ReturnType<BulkLetters['write']>>> {
    const ids = mails.flatMap(({ recipient_id }) => recipient_id ?? []);
    return ids.length > 0 && bulk ? bulk.write(ids) : new Map();
  }

  return {
    /** Sends all letters; those of campaigns are written together with one query. Never rejects. */
    async sendAll(mails: MailRow[], lease: DeliveryLease): Promise<void> {
      const { sender } = lease;
      try {
        const letters = await writeBulk(mails);
        await Promise.all(
          mails.map((mail) => {
            if (mail.recipient_id === null) return send(mail, lease);
            const letter = letters.get(mail.recipient_id) ?? { skipped: 'Получателя больше нет' };
            if (!('skipped' in letter)) return send(mail, lease, letter);
            deps.reach.ended(undefined);
            return settle({ id: mail.id, sender, status: 'skipped', error: letter.skipped });
          }),
        );
      } catch (error) {
        for (const _ of mails) deps.reach.ended(undefined);
        await Promise.all(mails.map((mail) => postponeOrGiveUp(mail, sender, error)));
      }
    },
  };
}
