import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { writeOutcomes } from './mail.queries.ts';
import type { Outcome, Settled } from './outcome.ts';

const RETRY_MS = 500;

interface OutcomeWriterDeps {
  db: Knex;
  log: Logger;
  /** Runs in the transaction in which letters of campaigns are settled. */
  onSettled: (trx: Knex.Transaction, settled: Settled[]) => Promise<void>;
}

/**
 * Writes the outcomes of letters in batches. It retries until it succeeds: the mail server has these letters, whatever
 * happens to our database meanwhile.
 */
export function createOutcomeWriter({ db, log, onSettled }: OutcomeWriterDeps) {
  let waiting: { outcome: Outcome; written: () => void }[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const outcomes = batch.map(({ outcome }) => outcome);
      while (!(await write(outcomes))) await sleep(RETRY_MS);
      for (const { written } of batch) written();
    }
    writing = false;
  }

  async function write(outcomes: Outcome[]): Promise<boolean> {
    try {
      await db.transaction(async (trx) => onSettled(trx, await writeOutcomes(trx, outcomes)));
      return true;
    } catch (error) {
      log.error({ err: error, letters: outcomes.length }, 'letters not settled yet');
      return false;
    }
  }

  return {
    /** Resolves when the outcome is written. */
    settle: (outcome: Outcome): Promise<void> =>
      new Promise((resolve) => {
        waiting.push({ outcome, written: resolve });
        if (!writing) void writeAll();
      }),
  };
}
