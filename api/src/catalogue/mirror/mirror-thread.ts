/** Holds the catalogue in memory and answers questions of lists. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { type Copied, copiedBy, isRecent, openSnapshot, readNames, readOrder } from './copy.queries.ts';
import { type KeptMirror, keepMirror, readKept } from './kept-file.ts';
import { type Answer, createMirrored, type Mirrored, type Question } from './mirrored.ts';
import type { Moment } from './moment-sql.ts';

export interface MirrorOf {
  url: string;
  /** The orders in which they are read; the order by id needs no reading. */
  sorts: string[];
  /** The file kept for the next start. */
  kept?: string | undefined;
  /** With more changes since, the kept file is not used. */
  worn: number;
  /** A moment of an open transaction, whose owner must send the copied rows. */
  within?: Moment;
}

export interface Asked {
  call: number;
  question: Question;
}

export type Order =
  | Asked
  /** The next piece of the copy that was requested; null at its end. */
  | { piece: Uint8Array | null }
  /** Keeps the mirror for the next start. */
  | { keep: true };

export type ThreadMessage =
  | { type: 'names'; moment: Moment }
  | { type: 'order'; sort: string }
  | { type: 'all' }
  | { type: 'answer'; call: number; answer: Answer }
  | { type: 'copy'; select: string }
  | { type: 'next' }
  /** The result of `keep`. `written` is false also when the file was up to date. */
  | { type: 'kept'; written: boolean; error?: unknown };

const { url, sorts, kept, worn, within } = workerData as MirrorOf;
const post = (message: ThreadMessage): void => parentPort?.postMessage(message);

let piece = Promise.withResolvers<Uint8Array | null>();
let inMemory: { moment: Moment; mirrored: Mirrored; isKept: boolean } | undefined;

async function keep(): Promise<void> {
  if (!inMemory || inMemory.isKept || !kept) return post({ type: 'kept', written: false });
  const { moment, mirrored } = inMemory;
  try {
    await keepMirror(kept, { moment, names: mirrored.names, orders: mirrored.orders });
    post({ type: 'kept', written: true });
  } catch (error) {
    post({ type: 'kept', written: false, error });
  }
}

parentPort?.on('message', (order: Order) => {
  if ('piece' in order) piece.resolve(order.piece);
  else if ('keep' in order) void keep();
  else if (inMemory) post({ type: 'answer', call: order.call, answer: inMemory.mirrored.answer(order.question) });
});

async function* handedOver(select: string): AsyncGenerator<Buffer, void> {
  post({ type: 'copy', select });
  for (;;) {
    piece = Promise.withResolvers();
    post({ type: 'next' });
    const bytes = await piece.promise;
    if (!bytes) return;
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

async function readAll(moment: Moment, copied: Copied): Promise<void> {
  const names = await readNames(copied);
  const mirrored = createMirrored(names);
  inMemory = { moment, mirrored, isKept: false };
  post({ type: 'names', moment });
  for (const sort of sorts) {
    mirrored.addOrder(sort, await readOrder(copied, names, sort));
    post({ type: 'order', sort });
  }
}

function takeUp({ moment, names, orders }: KeptMirror): void {
  const mirrored = createMirrored(names);
  inMemory = { moment, mirrored, isKept: true };
  post({ type: 'names', moment });
  for (const [sort, order] of orders) {
    mirrored.addOrder(sort, order);
    post({ type: 'order', sort });
  }
}

async function read(): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ostatok-catalogue', keepAlive: true });
  await client.connect();
  try {
    const former = kept === undefined ? undefined : await readKept(kept);
    const isWhole = sorts.every((sort) => former?.orders.has(sort));
    if (former && isWhole && (await isRecent(client, former.moment, worn))) takeUp(former);
    else await readAll(await openSnapshot(client), copiedBy(client));
  } finally {
    await client.end();
  }
}

await (within ? readAll(within, handedOver) : read());
post({ type: 'all' });
