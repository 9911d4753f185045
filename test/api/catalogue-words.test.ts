import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import test from 'ava';
import { bottleOf, codeOf } from '../bench/catalogue-names.ts';
import { bearer, createTestApi, type TestApi } from '../support/platform/api.ts';
import { until } from '../support/run/until.ts';

let api: TestApi;
let admin: { id: number; token: string };
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
});
test.after.always(() => api.close());

/** Words whose number of names is not what the names say. */
async function wrongWords(): Promise<unknown[]> {
  const { rows } = await api.db.raw(`
    with counted as (select word, count(*)::int names from alias_name_words, unnest(words) word group by word)
    (select word, names from alias_words except select * from counted) union all
    (select * from counted except select word, names from alias_words)`);
  return rows;
}

const found = async (search: string) => {
  const reply = await api.call
    .get('/api/admin/aliases')
    .query({ search })
    .set(...bearer(admin));
  return { total: reply.body.pagination.total, names: reply.body.data.map((row: AliasInput) => row.description) };
};

test.serial('whatever changes the catalogue, each word is counted once for each name that has it', async (t) => {
  const { catalogue } = api.administration;
  const many = Array.from({ length: 3000 }, (_, index): AliasInput => bottleOf(index));
  const { importId } = await catalogue.importRows(many, null);
  t.deepEqual(await wrongWords(), []);
  const alias = await catalogue.create(admin.id, { ean: codeOf(9000), description: 'Ром Ром ром тёмный' });
  await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      catalogue.create(admin.id, { ean: codeOf(9001 + turn), description: `Ром ${turn} тёмный` }),
    ),
  );
  await catalogue.update(admin.id, alias.id, { ean: alias.ean, description: 'Джин сухой' });
  t.deepEqual(await wrongWords(), []);
  await catalogue.remove(admin.id, alias.id);
  await catalogue.importRows(
    many.slice(0, 500).map(({ ean }) => ({ ean, description: 'Переименовано' })),
    null,
  );
  t.deepEqual(await wrongWords(), []);
  await catalogue.undoImport(importId, admin.id);
  t.deepEqual(await wrongWords(), []);
  const [counts] = await api.db.select({
    names: api.db('alias_name_words').count('*'),
    aliases: api.db('aliases').count('*'),
  });
  t.is(counts.names, counts.aliases);
});

test.serial(
  'hits are ranked: the word itself, then what begins so, then what contains it; shorter names first',
  async (t) => {
    const names = ['Подвинский квас', 'Винтаж', 'Вин', 'Вин де Франс', 'Красный Винтаж полусухой'];
    const rows = names.map((description, index) => ({ ean: codeOf(20_000 + index), description }));
    await api.administration.catalogue.importRows(rows, null);
    t.deepEqual((await found('вин')).names.slice(0, 2), ['Вин', 'Вин де Франс']);
    const order = (await found('вин')).names;
    t.true(order.indexOf('Винтаж') < order.indexOf('Подвинский квас'));
    t.true(order.indexOf('Винтаж') < order.indexOf('Красный Винтаж полусухой'));
  },
);

test.serial('a word mistyped by a letter or two is found when no name has it as it is', async (t) => {
  await api.administration.catalogue.importRows([{ ean: codeOf(30_000), description: 'Егермейстер особый' }], null);
  for (const text of ['егермейстер', 'ягермейстер', 'егермастер', 'егрмейстер', 'jagermeister', 'особый егерместер'])
    t.deepEqual((await found(text)).names, ['Егермейстер особый'], text);
  t.is((await found('егер мясной')).total, 0);
  t.is((await found('x'.repeat(200))).total, 0);
});

test.serial('a release that compares names otherwise fills them in while the platform runs', async (t) => {
  await api.db('alias_name_words').delete();
  t.deepEqual(await wrongWords(), []);
  t.is((await found('егермейстер')).total, 0);
  const watches = api.administration.modules.flatMap(({ watches = [] }) => watches);
  const naming = watches.find(({ name }) => name === 'names of the catalogue');
  await Promise.all([naming?.start(), naming?.start()]);
  await until(async () => (await found('егермейстер')).total === 1, 'the words are filled in');
  await until(
    async () => (await api.db('operations').where({ kind: 'alias_names', status: 'done' })).length === 1,
    'done',
  );
  t.deepEqual(await wrongWords(), []);
  await naming?.start();
  t.is((await api.db('operations').where({ kind: 'alias_names' })).length, 1);
});
