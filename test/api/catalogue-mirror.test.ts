import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import { startThread } from '@ostatok/api/src/catalogue/mirror/mirror.ts';
import type { ThreadMessage } from '@ostatok/api/src/catalogue/mirror/mirror-thread.ts';
import test, { type ExecutionContext } from 'ava';
import { bottleOf } from '../bench/catalogue-names.ts';
import {
  actor,
  api,
  change,
  compare,
  first,
  hooks,
  LONG,
  naive,
  otherDb,
  pick,
  randomList,
  roll,
  second,
  setUpMirror,
  threads,
  times,
} from '../support/catalogue/mirror.ts';
import { until } from '../support/run/until.ts';

setUpMirror();

test.serial('while nothing is mirrored yet, lists are those of the catalogue', async (t) => {
  await compare(t, first.list, api.db, 'at the start', 20);
  await until(() => times('all') > 0, 'a mirror of the catalogue');
});

test.serial('whoever changes the catalogue, lists are exactly those of the catalogue', async (t) => {
  await compare(t, first.list, api.db, 'nothing changed', 30);
  const before = times('answer');
  for (let round = 0; round < 25; round += 1) {
    for (let left = roll(6); left > 0; left -= 1) await change(pick([first, second]));
    await compare(t, first.list, api.db, `round ${round}`, 6);
    await compare(t, second.list, otherDb, `round ${round}, the other process`, 3);
  }
  t.true(times('answer') - before > 100, 'the mirror has answered');
});

test.serial(
  'lists of one moment stay so while others change the catalogue, and when the mirror is newer',
  async (t) => {
    let changing = true;
    const busy = (async () => {
      while (changing) await change(second);
    })();
    for (let turn = 0; turn < 6; turn += 1)
      await api.db.transaction(
        async (trx) => {
          await compare(t, first.over(trx).list, trx, `moment ${turn}`, 6);
          if (turn === 3) await first.prepare();
          await compare(t, first.over(trx).list, trx, `moment ${turn}, later`, 4);
        },
        { isolationLevel: 'repeatable read', readOnly: true },
      );
    changing = false;
    await busy;
    await compare(t, first.list, api.db, 'at rest', 10);
  },
);

test.serial('more changes than a mirror can follow have a newer one read', async (t) => {
  await first.prepare();
  const many = Array.from({ length: 2500 }, (_, index): AliasInput => bottleOf(3_000_000 + index));
  const { importId } = await second.importRows(many, null);
  const [answers, mirrors] = [times('answer'), times('all')];
  await compare(t, first.list, api.db, 'not followed', 10);
  await until(() => times('all') > mirrors, 'a newer mirror');
  await compare(t, first.list, api.db, 'followed again', 20);
  t.true(times('answer') >= answers + 20);
  await second.undoImport(importId, actor);
  await compare(t, first.list, api.db, 'taken back', 10);
  await until(() => times('all') > mirrors + 1, 'a mirror of what is left');
  await compare(t, first.list, api.db, 'mirrored again', 10);
  t.true(threads.filter(({ threadId }) => threadId !== -1).length === 1, 'what is not needed is given up');
});

const bottles = (from: number, count: number): AliasInput[] =>
  Array.from({ length: count }, (_, index) => bottleOf(from + index));

/** Compares lists, each in a snapshot of its own, until the work is done. */
async function comparing<T>(t: ExecutionContext, turn: string, work: () => Promise<T>): Promise<T> {
  let working = true;
  const busy = (async () => {
    while (working)
      await api.db.transaction((trx) => compare(t, first.over(trx).list, trx, turn, 2), {
        isolationLevel: 'repeatable read',
        readOnly: true,
      });
  })();
  try {
    return await work();
  } finally {
    working = false;
    await busy;
  }
}

/** Checks that the mirror answers every one of these lists. */
async function answered(t: ExecutionContext, turn: string): Promise<void> {
  const before = times('answer');
  await compare(t, first.list, api.db, turn, 12);
  t.is(times('answer') - before, 12, `${turn}: no list waits for PostgreSQL`);
}

test.serial(
  'what is imported at once is in the mirror when it is first seen, and what is taken back, too',
  async (t) => {
    await first.prepare();
    const one = await comparing(t, 'while it is imported', () => first.importRows(bottles(4_000_000, 2500), null));
    await answered(t, 'imported');
    const two = await first.importRows(bottles(4_001_500, 2500), null);
    t.is(two.unchanged, 1000);
    await answered(t, 'imported again');
    await second.importRows(bottles(4_002_000, 30), actor);
    await answered(t, 'with a few changes of another process');
    await comparing(t, 'while it is taken back', () => first.undoImport(one.importId, actor));
    await answered(t, 'taken back');
    await first.undoImport(two.importId, actor);
    await answered(t, 'both taken back');
  },
);

test.serial('an import that comes to nothing leaves the lists as they were', async (t) => {
  await first.prepare();
  const { ean } = bottleOf(5_000_100);
  await api.db.raw(`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused at the commit'; end $$`);
  await api.db.raw(`create constraint trigger refuse after insert on alias_revisions deferrable initially deferred
    for each row when (new.ean = '${ean}') execute function refuse()`);
  const foreseen: Worker[] = [];
  hooks.foreseen = (thread) => void foreseen.push(thread);

  const import_ = () => first.importRows(bottles(5_000_000, 1500), null);
  await t.throwsAsync(comparing(t, 'while it fails', import_), { message: /refused at the commit/ });

  t.is(foreseen.length, 1);
  await until(() => foreseen[0]?.threadId === -1, 'the end of what was foreseen');
  await answered(t, 'nothing was imported');
  await api.db.raw('drop function refuse cascade');
});

test.serial('an import does not need the thread that foresees it', async (t) => {
  for (const dies of ['at once', 'while it reads']) {
    await first.prepare();
    hooks.foreseen = (thread) => {
      if (dies === 'at once') void thread.terminate();
      else thread.on('message', ({ type }) => type === 'names' && void thread.terminate());
    };
    const { importId, created } = await first.importRows(bottles(5_100_000, 1500), null);
    t.is(created, 1500, dies);
    await compare(t, first.list, api.db, `its thread has died ${dies}`, 10);
    hooks.foreseen = () => undefined;
    await first.prepare();
    await first.undoImport(importId, actor);
    await answered(t, `taken back after it has died ${dies}`);
  }
});

test.serial('a start takes up what the last one has kept, and nothing that is torn, old or another’s', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'mirror-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const kept = join(folder, 'catalogue.mirror');
  /** Whether the thread wrote the file; it does not when it could read the present one. */
  async function start(turn: string): Promise<boolean> {
    const written = Promise.withResolvers<boolean>();
    const catalogue = createCatalogue({
      db: api.db,
      activity: api.activity,
      long: LONG,
      kept,
      startThread(of) {
        const thread = startThread(of);
        thread.on('message', (message: ThreadMessage) => message.type === 'kept' && written.resolve(message.written));
        return thread;
      },
    });
    await catalogue.prepare();
    await compare(t, catalogue.list, api.db, turn, 15);
    const isTakenUp = !(await written.promise);
    await catalogue.close();
    return isTakenUp;
  }

  t.false(await start('the first start'));
  t.true(await start('the second'));
  for (let left = 40; left > 0; left -= 1) await change(first);
  t.true(await start('after a few changes'));
  const whole = await readFile(kept);
  for (const torn of [whole.subarray(0, whole.length - 1), whole.subarray(0, 5), whole.fill(0, 30_000, 30_004), 'x']) {
    await writeFile(kept, torn);
    t.false(await start(`of ${torn.length} bytes that are not whole`));
  }
  await second.importRows(bottles(6_000_000, 600), null);
  t.false(await start('after many changes'));
  t.true(await start('the last'));
  await api
    .db('alias_revisions')
    .where({ revision: await first.latestRevision() })
    .update({ at: new Date(0) });
  t.false(await start('in a database that is another one'));
});

test.serial('a thread that dies takes no list with it', async (t) => {
  const asked = Array.from({ length: 20 }, randomList);
  const wanted = await Promise.all(asked.map((one) => naive(api.db, one)));
  const lists = asked.map((one) => first.list({ ...one }, one.filter));
  await threads.at(-1)?.terminate();
  const found = await Promise.all(lists);
  t.deepEqual(
    found.map(({ aliases, total }) => ({ total, ids: aliases.map(({ id }) => id) })),
    wanted,
  );
  const mirrors = times('all');
  await compare(t, first.list, api.db, 'without a thread', 10);
  await until(() => times('all') > mirrors, 'another thread');
  await compare(t, first.list, api.db, 'with another', 10);
});

test.serial('a catalogue that was put back to what it once was is not mistaken for the mirrored one', async (t) => {
  await first.prepare();
  await api
    .db('alias_revisions')
    .where({ revision: await first.latestRevision() })
    .update({ at: new Date() });
  await api.db('aliases').where('id', '<', 40).delete();
  await compare(t, first.list, api.db, 'put back', 20);
});
