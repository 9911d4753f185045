import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  closeAfterRows,
  copyIn,
  dropConstraintsForLoad,
  listTables,
  readContents,
  setSequences,
} from '../platform/schema.queries.ts';
import { differenceOf, type Sequence, type TableContents, type TableShape } from '../platform/table-contents.ts';
import { BrokenBackup, type Frame, jsonOf } from './frames.ts';

type Frames = AsyncIterator<Frame, void>;

async function next(frames: Frames): Promise<Frame> {
  const { value } = await frames.next();
  if (!value) throw new BrokenBackup('ends too early');
  return value;
}

async function loadTable(client: Client, frames: Frames, table: TableShape): Promise<TableContents> {
  let end: Frame | undefined;
  async function* rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const frame = await next(frames);
      if (frame.type !== 'D') {
        end = frame;
        return;
      }
      yield frame.body;
    }
  }
  await pipeline(Readable.from(rows()), client.query(copyFrom(copyIn(table))));
  if (end?.type !== 'E') throw new BrokenBackup(`${table.name} does not end`);
  return jsonOf<TableContents>(end);
}

/**
 * Fills a database that has the schema of the backup from the frames after the header, and compares each table's
 * summary. Throws BrokenBackup when one differs.
 */
export async function load(client: Client, frames: Frames): Promise<TableContents[]> {
  const present = await listTables(client, () => false);
  const references = await dropConstraintsForLoad(client, present);
  const expected: TableContents[] = [];
  const filled: TableShape[] = [];
  let sequences: Sequence[] = [];
  for (let frame = await next(frames); frame.type !== 'Z'; frame = await next(frames)) {
    if (frame.type === 'S') sequences = jsonOf<Sequence[]>(frame);
    if (frame.type !== 'T') continue;
    const table = jsonOf<TableShape>(frame);
    filled.push(table);
    expected.push(await loadTable(client, frames, table));
  }
  await setSequences(client, sequences);
  await closeAfterRows(client, present, references);
  const difference = differenceOf(expected, await readContents(client, filled));
  if (difference) throw new BrokenBackup(difference);
  return expected;
}
