import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import { openDatabase } from '../../../tenant-runtime/scanner/offline/database.ts';
import {
  type ItemRef,
  type Operation,
  pendingQuantity,
  type Said,
} from '../../../tenant-runtime/scanner/offline/operations.ts';
import { createQueue, type Queue } from '../../../tenant-runtime/scanner/offline/queue.ts';
import { readRecords } from '../../../tenant-runtime/scanner/offline/records.ts';
import type { Taken, TakenBack } from '../../../tenant-runtime/scanner/offline/take-back.ts';

/** One action of a user, as the test passes it to a phone. */
export interface PhoneAction {
  said: Omit<Said, 'owner' | 'ownerName'>;
  operation: Operation;
}

export interface PhoneOptions {
  token: string;
  owner: { id: number; name: string };
  /** Another name is another phone, even of the same user. */
  database: string;
}

/** The scanner's own database and queue without its screens, in a page of a real browser. */
export async function openPhone({ token, owner, database }: PhoneOptions) {
  const db = await openDatabase(database);
  const api = createApiClient({ base: '/api', getToken: () => token });
  const queue: Queue = await createQueue({ db, api, owner, onSettled: () => {} });
  return {
    async record(deeds: PhoneAction[]): Promise<void> {
      for (const { said, operation } of deeds) await queue.add(said, operation);
    },
    sync: queue.sync,
    /** The test gives the id of the reverse change, as it does for a record. */
    takeBack: (id: string, taken: Taken): Promise<TakenBack> =>
      queue.takeBack({ id, at: new Date().toISOString() }, taken),
    /** The quantity that the phone shows for an item when the server has returned `quantity`. */
    shown: (ref: ItemRef, quantity: number) => pendingQuantity(quantity, ref, queue.snapshot().kept),
    records: async () => readRecords({ get: (key) => db.get('facts', key) }, owner.id),
    queued: () => queue.snapshot().kept,
    /** Confirms every amount that was asked about. */
    async confirmAll(): Promise<void> {
      for (const { seq, doubt } of queue.snapshot().kept) if (doubt) await queue.confirm(seq);
    },
  };
}
export type Phone = Awaited<ReturnType<typeof openPhone>>;

Object.assign(globalThis, { openPhone });
