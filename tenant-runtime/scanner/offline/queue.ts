import type { Database } from './database.ts';
import { confirmKept, discardKept, keep, releaseKept, type Settlement } from './journal.ts';
import type { Kept, Operation, Said } from './operations.ts';
import { createSending } from './queue-sending.ts';
import { createQueueState } from './queue-state.ts';
import type { Api } from './send.ts';
import { type Taken, type TakenBack, takeBackKept } from './take-back.ts';

interface QueueOptions {
  db: Database;
  api: Api;
  owner: { id: number; name: string };
  /** Called with the outcome after it has been stored. */
  onSettled: (settlement: Settlement) => void;
  /** The number of seconds the server asked to wait in its last refusal. */
  retryAfter?: () => number;
}

/** Sends the records on this phone's disk to the server in the order they were made. */
export async function createQueue({ db, api, owner, onSettled, retryAfter = () => 0 }: QueueOptions) {
  const state = await createQueueState(db, owner.id);
  const sending = createSending({ db, api, ownerId: owner.id, queue: state, onSettled, retryAfter });

  return {
    snapshot: state.snapshot,
    subscribe: state.subscribe,
    /**
     * Resolves when the record is safe on the phone's disk; only then may success be shown. `instead` is the refused
     * record that it corrects.
     */
    async add(said: Omit<Said, 'owner' | 'ownerName'>, operation: Operation, instead?: number): Promise<Kept> {
      const kept = await keep(db, { ...said, owner: owner.id, ownerName: owner.name }, operation, instead);
      if (instead === undefined) state.publish({ kept: [...state.snapshot().kept, kept] });
      else await state.reload();
      state.notifyTabs();
      void sending.sync();
      return kept;
    },
    sync: sending.sync,
    async retry(seqs: readonly number[]): Promise<void> {
      await releaseKept(db, seqs);
      await state.changed();
      await sending.sync();
    },
    /** The user confirms the amount in question, or `instead`. */
    async confirm(seq: number, instead?: number): Promise<void> {
      await confirmKept(db, seq, instead);
      await state.changed();
      await sending.sync();
    },
    async takeBack(reverse: Pick<Said, 'id' | 'at'>, taken: Taken): Promise<TakenBack> {
      const how = await takeBackKept(db, { ...reverse, owner: owner.id, ownerName: owner.name }, taken);
      await state.changed();
      void sending.sync();
      return how;
    },
    async discard(seq: number): Promise<void> {
      await discardKept(db, seq);
      await state.changed();
    },
    close(): void {
      state.close();
      sending.stop();
    },
  };
}
export type Queue = Awaited<ReturnType<typeof createQueue>>;
