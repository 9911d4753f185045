import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { DeliveryJournals } from './delivery-journal.ts';
import { failUnmarked, isDead, listHanded, lookAround, requeueLeft, writeOutcomes } from './mail.queries.ts';
import type { Settled } from './outcome.ts';

/** Longer than any SMTP dialogue lasts. */
const UNMARKED_SECONDS = 15 * 60;
/** How often unmarked letters are looked for. */
const LOOK_FOR_UNMARKED_MS = 60_000;
const UNKNOWN = 'Отправка прервалась: неизвестно, принял ли письмо сервер';
const TAKEN = 'Отправка прервалась, когда письмо было уже передано серверу: его ответа нет';

interface RecoveryDeps {
  db: Knex;
  log: Logger;
  /** Letters under way may all be sent again. */
  repeatable: boolean;
  journals: DeliveryJournals;
  onSettled: (trx: Knex.Transaction, settled: Settled[]) => Promise<void>;
}

/** Recovers dead senders' letters: those not yet handed to the mail server are queued again, the rest count as sent. */
export function createRecovery({ db, log, repeatable, journals, onSettled }: RecoveryDeps) {
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function takeUp(sender: number): Promise<void> {
    await db.transaction(async (trx) => {
      if (!(await isDead(trx, sender))) return;
      const written = repeatable ? new Set<string>() : await journals.read(sender);
      // where the journal can't tell, every letter that may have been accepted counts as accepted
      const taken = (await listHanded(trx, sender)).filter((id) => !written || written.has(id));
      const outcomes = taken.map((id) => ({ id, sender, status: 'sent' as const, error: TAKEN }));
      if (outcomes.length > 0) await onSettled(trx, await writeOutcomes(trx, outcomes));
      const requeued = await requeueLeft(trx, sender);
      journals.forget(sender);
      log.warn({ sender, taken: taken.length, requeued }, 'letters of a dead sender taken up');
    });
  }

  return {
    /** Returns whether there is anything to send afterwards. */
    async run(self: number): Promise<boolean> {
      if (performance.now() - lookedAt >= LOOK_FOR_UNMARKED_MS) {
        await failUnmarked(db, UNMARKED_SECONDS, UNKNOWN);
        lookedAt = performance.now();
      }
      const { isDue, senders } = await lookAround(db, self);
      for (const sender of senders) await takeUp(sender);
      return isDue || senders.length > 0;
    },
  };
}
