import type { Worker } from 'node:worker_threads';
import { type AliasFilter, type AliasInput, aliasSorts } from '@ostatok/api/contract/catalogue.ts';
import { type Catalogue, createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import { startThread } from '@ostatok/api/src/catalogue/mirror/mirror.ts';
import { searchOf } from '@ostatok/api/src/catalogue/search.ts';
import { connect, type Db, type Knex, urlOf } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { bottleOf, codeOf } from '../../bench/catalogue-names.ts';
import { createTestApi, type TestApi } from '../platform/api.ts';

const ALIASES = 3000;
export const LONG = 500;
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
export const { roll, pick } = createDice(20_261_122);

export let api: TestApi;
/** One process with a mirror, and another with connections of its own. */
export let first: Catalogue;
export let second: Catalogue;
export let otherDb: Knex;
export let actor: number;
/** Threads of the first process, their messages, and the ids of the existing aliases. */
export const threads: Worker[] = [];
export const logged: string[] = [];
/** Called with the thread that reads what an import of the first process has written, before the import commits. */
export const hooks: { foreseen: (thread: Worker) => void } = { foreseen: () => undefined };

/** Starts the file's API before its tests and stops it after them. */
export function setUpMirror(): void {
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
        if (of.within) hooks.foreseen(thread);
        threads.push(thread);
        thread.on('message', (message: { type: string }) => logged.push(message.type));
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
}

export const times = (what: string): number => logged.filter((one) => one === what).length;

interface Asked {
  sort: (typeof aliasSorts)[number];
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
  filter: AliasFilter;
}

export function randomList(): Asked {
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
export async function naive(db: Db, { sort, order, offset, limit, filter }: Asked) {
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

export async function compare(t: ExecutionContext, list: Catalogue['list'], db: Db, turn: string, count: number) {
  for (let left = count; left > 0; left -= 1) {
    const asked = randomList();
    const { aliases, total } = await list({ ...asked }, asked.filter);
    const what = `${turn}: ${JSON.stringify(asked)}`;
    t.deepEqual({ total, ids: aliases.map(({ id }) => id) }, await naive(db, asked), what);
  }
}

let fresh = 0;
export async function change(catalogue: Catalogue): Promise<void> {
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
