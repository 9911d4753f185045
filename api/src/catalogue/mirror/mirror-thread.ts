/** Reads the catalogue into memory, and answers what lists are asked of it. */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { openSnapshot, readNames, readOrder } from './copy.queries.ts';
import { type Answer, createMirrored, type Mirrored, type Question } from './mirrored.ts';

export interface MirrorOf {
  url: string;
  /** In the order in which they are read; by number goes without saying. */
  sorts: string[];
}

export interface Asked {
  call: number;
  question: Question;
}

export type Told =
  | { told: 'names'; revision: number; mark: string }
  | { told: 'order'; sort: string }
  | { told: 'all' }
  | { told: 'answer'; call: number; answer: Answer };

const { url, sorts } = workerData as MirrorOf;
const tell = (told: Told): void => parentPort?.postMessage(told);

async function read(): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ostatok-catalogue', keepAlive: true });
  await client.connect();
  try {
    const { revision, mark } = await openSnapshot(client);
    const names = await readNames(client);
    const mirrored = createMirrored(names);
    listen(mirrored);
    tell({ told: 'names', revision: Number(revision), mark });
    for (const sort of sorts) {
      mirrored.addOrder(sort, await readOrder(client, names, sort));
      tell({ told: 'order', sort });
    }
    tell({ told: 'all' });
  } finally {
    await client.end();
  }
}

function listen(mirrored: Mirrored): void {
  parentPort?.on('message', ({ call, question }: Asked) =>
    tell({ told: 'answer', call, answer: mirrored.answer(question) }),
  );
}

await read();
