import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { type AliasFilter, type AliasInput, aliasSorts } from '@ostatok/api/contract/catalogue.ts';
import { type Catalogue, createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import { startThread } from '@ostatok/api/src/catalogue/mirror/mirror.ts';
import type { Told } from '@ostatok/api/src/catalogue/mirror/mirror-thread.ts';
import { searchOf } from '@ostatok/api/src/catalogue/search.ts';
import { connect, type Db, type Knex, urlOf } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { bottleOf, codeOf } from '../bench/catalogue-names.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { until } from '../support/until.ts';

const ALIASES = 3000;
const LONG = 500;
const searches = [
  ...[
    '',
    '',
    '',
    'водка',
    'виски',
    'в',
    'xo',
    'ик',
    '17',
    '4',
    '46',
    '4600',
    codeOf(5),
    'белуга премиум',
    'red',
    'ღვინო',
  ],
  ...['qwerty', '%%%', '酒', 'партия 1'],
];

/** The same seed gives the same numbers in every run. */
function createDice(seed: number) {
  let state = seed;
  const roll = (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  return { roll, pick: <T>(of: readonly T[]): T => of[roll(of.length)] as T };
}
const { roll, pick } = createDice(20_261_122);

let api: TestApi;
/** One process with a mirror, and another with connections of its own. */
let first: Catalogue;
let second: Catalogue;
let otherDb: Knex;
let actor: number;
/** Threads of the first process, their messages, and the ids of the existing aliases. */
const threads: Worker[] = [];
const told: string[] = [];
/** Called with the thread that reads what an import of the first process has written, before the import commits. */
let onForeseen: (thread: Worker) => void = () => undefined;

test.before(async () => {
  api = await createTestApi();
  actor = (await api.signUp('admin')).id;
  otherDb = connect(urlOf(api.db), { max: 4 });
  first = createCatalogue({
    db: api.db,
    activity: api.activity,
    long: LONG,
    startThread(of) {
      const thread = startThread(of);
      if (of.within) onForeseen(thread);
      threads.push(thread);
      thread.on('message', (message: { told: string }) => told.push(message.told));
      return thread;
    },
  });
  second = createCatalogue({ db: otherDb, activity: api.activity, long: LONG });
  const rows = Array.from({ length: ALIASES }, (_, index): AliasInput => bottleOf(index * 331));
  rows.push(
    { ean: codeOf(7_000_001), description: 'ღვინო საფერავი' },
    { ean: codeOf(7_000_002), description: '白酒 酒' },
  );
  await first.importRows(rows, null);
});
test.after.always(async () => {
  await Promise.all([first.close(), second.close()]);
  await otherDb.destroy();
  await api.close();
});

const times = (what: string): number => told.filter((one) => one === what).length;

interface Asked {
  sort: (typeof aliasSorts)[number];
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
  filter: AliasFilter;
}

function randomList(): Asked {
  const flag = pick([{}, {}, { showEmptyOnly: true }, { showFullOnly: true }]);
  return {
    sort: pick(aliasSorts),
    order: pick(['asc', 'desc']),
    offset: pick([0, 0, 1, roll(100), roll(ALIASES), ALIASES - roll(60), ALIASES + 5000]),
    limit: pick([1, 50, 50, 200]),
    filter: { ...flag, search: pick(searches) },
  };
}

/** Reads the list directly from its first row to its last. */
async function naive(db: Db, { sort, order, offset, limit, filter }: Asked) {
  const rows = await db('aliases')
    .select('id', 'ean', 'search_key', 'weighed')
    .orderBy([
      { column: sort, order, nulls: 'last' },
      { column: 'id', order },
    ]);
  const search = searchOf(filter.search);
  const found = rows.filter((row) => {
    if ((filter.showFullOnly && !row.weighed) || (filter.showEmptyOnly && row.weighed)) return false;
    if (!search) return true;
    const named =
      search.words.length > 0 &&
      search.words.every((spellings) => spellings.some((word) => row.search_key.includes(word)));
    return named || search.codes.some((code) => row.ean.startsWith(code));
  });
  return { total: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) };
}

async function compare(t: ExecutionContext, list: Catalogue['list'], db: Db, turn: string, count: number) {
  for (let left = count; left > 0; left -= 1) {
    const asked = randomList();
    const { aliases, total } = await list({ ...asked }, asked.filter);
    const what = `${turn}: ${JSON.stringify(asked)}`;
    t.deepEqual({ total, ids: aliases.map(({ id }) => id) }, await naive(db, asked), what);
  }
}

let fresh = 0;
async function change(catalogue: Catalogue): Promise<void> {
  const id = Number(
    (
      await api
        .db('aliases')
        .orderByRaw('md5(id::text || ?)', [String(roll(1e6))])
        .first()
    ).id,
  );
  const kind = roll(5);
  fresh += 1;
  const bottle = { ...bottleOf(2_000_000 + fresh), ean: codeOf(8_000_000 + fresh) };
  if (kind === 0) await catalogue.create(actor, bottle);
  if (kind === 1) await catalogue.update(actor, id, { ...bottle, weight_empty_g: 300, weight_full_g: 900 });
  if (kind === 2) await catalogue.remove(actor, id);
  if (kind === 3) {
    await catalogue.revert(actor, 1 + roll(await catalogue.latestRevision())).catch(() => undefined);
  }
  if (kind === 4) {
    const few = Array.from({ length: 1 + roll(40) }, (_, index) => bottleOf(331 * roll(ALIASES) + (index % 2)));
    const { importId } = await catalogue.importRows(few, null);
    if (roll(3) === 0) await catalogue.undoImport(importId, actor).catch(() => undefined);
  }
}

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
  onForeseen = (thread) => void foreseen.push(thread);

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
    onForeseen = (thread) => {
      if (dies === 'at once') void thread.terminate();
      else thread.on('message', ({ told: what }) => what === 'names' && void thread.terminate());
    };
    const { importId, created } = await first.importRows(bottles(5_100_000, 1500), null);
    t.is(created, 1500, dies);
    await compare(t, first.list, api.db, `its thread has died ${dies}`, 10);
    onForeseen = () => undefined;
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
        thread.on('message', (message: Told) => message.told === 'kept' && written.resolve(message.written));
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
