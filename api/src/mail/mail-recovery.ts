import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import {
  failUnmarked,
  isDead,
  listPerhapsTaken,
  listSenders,
  requeueLeft,
  type Settled,
  writeOutcomes,
} from './mail.queries.ts';

/** Longer than any SMTP dialogue lasts. */
const UNMARKED_SECONDS = 15 * 60;
const UNKNOWN = 'Отправка прервалась: неизвестно, принял ли письмо сервер';
const TAKEN = 'Отправка прервалась, когда письмо было уже передано серверу: его ответа нет';

export interface RecoveryDeps {
  db: Knex;
  log: Logger;
  /** Letters that were in hand may all be sent again. */
  repeatable: boolean;
  onSettled: (trx: Knex.Transaction, settled: Settled[]) => Promise<void>;
}

/** Takes up what dead senders have left: what was not handed over goes back into the queue, the rest counts as sent. */
export function createRecovery({ db, log, repeatable, onSettled }: RecoveryDeps) {
  async function takeUp(sender: number): Promise<void> {
    await db.transaction(async (trx) => {
      if (!(await isDead(trx, sender))) return;
      const taken = repeatable ? [] : await listPerhapsTaken(trx, sender);
      const outcomes = taken.map((id) => ({ id, sender, status: 'sent' as const, error: TAKEN }));
      if (outcomes.length > 0) await onSettled(trx, await writeOutcomes(trx, outcomes));
      const requeued = await requeueLeft(trx, sender);
      log.warn({ sender, taken: taken.length, requeued }, 'letters of a dead sender taken up');
    });
  }

  return {
    async run(self: number): Promise<void> {
      await failUnmarked(db, UNMARKED_SECONDS, UNKNOWN);
      for (const sender of await listSenders(db, self)) await takeUp(sender);
    },
  };
}
