import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import test from 'ava';
import { codeOf } from '../bench/catalogue-names.ts';
import { bearer, createTestApi, type TestApi } from '../support/platform/api.ts';

const ALIASES = 31_000;
const DEEPEST = 10_000;
const brands = ['Белуга', 'Jameson', 'Абсолют', 'Dewars', null];

let api: TestApi;
let admin: { token: string };
/** The content of the catalogue in the order of ids. */
let bottles: Pick<AliasFields, 'ean' | 'brand' | 'description' | 'volume_ml' | 'weight_empty_g' | 'weight_full_g'>[];
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
  bottles = Array.from({ length: ALIASES }, (_, index) => ({
    ean: codeOf(index),
    brand: brands[index % 5] ?? null,
    description: `${index % 2 ? 'Водка' : 'Виски'} № ${(index * 7919) % ALIASES}`,
    volume_ml: index % 3 ? 500 + (index % 4) * 100 : null,
    weight_empty_g: index % 4 === 0 ? 400 : null,
    weight_full_g: index % 8 === 0 ? 900 : null,
  }));
  await api.administration.catalogue.importRows(bottles, null);
});
test.after.always(() => api.close());

const list = async (query: Record<string, string | number | boolean>) => {
  const reply = await api.call
    .get('/api/admin/aliases')
    .query(query)
    .set(...bearer(admin));
  const { error, data, pagination } = reply.body;
  return { status: reply.status, error, data, ...pagination };
};

type Key = 'brand' | 'description' | 'volume_ml' | 'id';
function sorted(only: (index: number) => boolean, key: Key, order: 'asc' | 'desc'): string[] {
  const sign = order === 'asc' ? 1 : -1;
  const rows = bottles.map((bottle, id) => ({ ...bottle, id })).filter(({ id }) => only(id));
  rows.sort((a, b) => {
    const [one, other] = [a[key], b[key]];
    if (one === other) return sign * (a.id - b.id);
    if (one === null) return 1;
    if (other === null) return -1;
    return sign * (one < other ? -1 : 1);
  });
  return rows.map(({ ean }) => ean);
}
const codes = (data: { ean: string }[]): string[] => data.map(({ ean }) => ean);

const flags: [string, (index: number) => boolean][] = [
  ['', () => true],
  ['showFullOnly', (index) => index % 8 === 0],
  ['showEmptyOnly', (index) => index % 8 !== 0],
];
for (const [flag, only] of flags) {
  test(`pages of every order are exactly those of the whole, ${flag || 'of everything'}`, async (t) => {
    for (const sortBy of ['id', 'brand', 'volume_ml'] as const) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const whole = sorted(only, sortBy, sortOrder);
        const reached = Math.min(whole.length, DEEPEST);
        const pages = Math.ceil(reached / 50);
        for (const page of [1, Math.floor(pages / 2), Math.floor(pages / 2) + 3, pages]) {
          const found = await list({ sortBy, sortOrder, page, ...(flag ? { [flag]: true } : {}) });
          const what = `${flag} ${sortBy} ${sortOrder} ${page}`;
          t.is(found.total, whole.length, what);
          t.deepEqual(codes(found.data), whole.slice((page - 1) * 50, page * 50), what);
        }
      }
    }
  });

  test(`beyond 10,000 rows a list goes on by cursors, there and back, ${flag || 'of everything'}`, async (t) => {
    for (const sortBy of ['id', 'brand', 'volume_ml', 'description'] as const) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const whole = sorted(only, sortBy, sortOrder);
        const what = `${flag} ${sortBy} ${sortOrder}`;
        const query = { sortBy, sortOrder, limit: 100, ...(flag ? { [flag]: true } : {}) };
        const starts: string[] = [''];
        for (let start = 0; start < whole.length; start += DEEPEST) {
          const after = starts.at(-1) ?? '';
          const first = await list({ ...query, after });
          const deep = await list({ ...query, after, page: 97 });
          t.deepEqual(codes(first.data), whole.slice(start, start + 100), `${what} from ${start}`);
          t.deepEqual(
            codes(deep.data),
            whole.slice(start + 9600, Math.min(start + 9700, whole.length)),
            `${what} deep`,
          );
          t.is(first.previous, starts.at(-2) ?? null, `${what} back from ${start}`);
          t.is(first.next === null, start + DEEPEST >= whole.length, `${what} on from ${start}`);
          if (first.next !== null) starts.push(first.next);
        }
        const last = await list({ ...query, after: 'last' });
        const begin = Math.max(0, whole.length - DEEPEST);
        t.deepEqual(codes(last.data), whole.slice(begin, begin + 100), `${what} last`);
        t.is(last.next, null);
      }
    }
  });
}

test('what is deeper than a page reaches, and a cursor that is not of the list, are refused in words', async (t) => {
  const deep = await list({ page: 201 });
  t.is(deep.status, 400);
  t.is(deep.error, 'Страницы по номеру есть до 10 000-й строки. Дальше ведёт after');
  const found = await list({ search: 'водка', page: 201 });
  t.is(found.error, 'Видны первые 10 000 найденных. Уточните поиск');
  const { next } = await list({ sortBy: 'brand' });
  const encoded = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const [after, sortBy] of [
    [next, 'ean'],
    ['x', 'id'],
    [encoded(['volume_ml', 'many', 1]), 'volume_ml'],
    [encoded(['created_at', '2026-99-99', 1]), 'created_at'],
    [encoded(['volume_ml', '99999999999999', 1]), 'volume_ml'],
    [encoded(['description', null, 1]), 'description'],
    [encoded(['description', 'a\u0000', 1]), 'description'],
    [encoded(['id', '1', 'x']), 'id'],
    [encoded(['id', '1', 1e15]), 'id'],
    [encoded(null), 'id'],
  ] as const) {
    const reply = await list({ after, sortBy });
    t.is(reply.status, 400, `${after} ${sortBy}`);
    t.is(reply.error, 'Такого места в списке нет', `${after} ${sortBy}`);
  }
});

const searches: [string, (bottle: { description: string; brand: string | null; ean: string }) => boolean][] = [
  ['водка', ({ description }) => description.startsWith('Водка')],
  ['vodka', ({ description }) => description.startsWith('Водка')],
  ['белуга водка', ({ description, brand }) => description.startsWith('Водка') && brand === 'Белуга'],
  ['беЛу', ({ brand }) => brand === 'Белуга'],
  ['джемесон', ({ brand }) => brand === 'Jameson'],
  ['dzhemeson', ({ brand }) => brand === 'Jameson'],
  ['absolyut whisky', ({ description, brand }) => description.startsWith('Виски') && brand === 'Абсолют'],
  ['de', ({ brand }) => brand === 'Dewars'],
  ['водк 7919', ({ description }) => /^Водка № \d*7919/.test(description)],
  ['вотка 7919', ({ description }) => /^Водка № \d*7919/.test(description)],
  ['qwerty', () => false],
  ['%%%', () => false],
  ['_', () => false],
];
for (const [search, hits] of searches) {
  test(`«${search}» finds all that it should, page by page, and counts it`, async (t) => {
    const indexes = new Set(bottles.flatMap((bottle, index) => (hits(bottle) ? [index] : [])));
    for (const sortBy of ['brand', 'description'] as const) {
      for (const sortOrder of ['asc', 'desc'] as const) {
        const whole = sorted((index) => indexes.has(index), sortBy, sortOrder);
        if (whole.length > DEEPEST) {
          const { total, isMore } = await list({ search, sortBy, sortOrder });
          t.deepEqual([total, isMore], [DEEPEST, true]);
          continue;
        }
        const last = Math.max(1, Math.ceil(whole.length / 50));
        for (const page of [1, Math.ceil(last / 2), last]) {
          const found = await list({ search, sortBy, sortOrder, page });
          t.deepEqual([found.total, found.isMore], [whole.length, undefined], `${sortBy} ${page}`);
          t.deepEqual(codes(found.data), whole.slice((page - 1) * 50, page * 50), `${sortBy} ${sortOrder} ${page}`);
        }
      }
    }
  });
}

test('a code is found by its beginning in any spelling', async (t) => {
  const own = await createTestApi();
  const boss = await own.signUp('admin');
  for (const [ean, description] of [
    ['082184090466', 'UPC-A'],
    ['96385074', 'EAN-8'],
    ['4600702097276', 'EAN-13 крепость 96'],
  ])
    await own.call
      .post('/api/admin/aliases')
      .set(...bearer(boss))
      .send({ ean, description });
  const find = async (search: string): Promise<string[]> => {
    const reply = await own.call
      .get('/api/admin/aliases')
      .query({ search, sortBy: 'id', sortOrder: 'asc' })
      .set(...bearer(boss));
    t.is(reply.body.pagination.total, reply.body.data.length, search);
    return reply.body.data.map((alias: { description: string }) => alias.description.split(' ')[0]);
  };

  t.deepEqual(await find('0821840'), ['UPC-A']);
  t.deepEqual(await find('0 82184-09046 6'), ['UPC-A']);
  t.deepEqual(await find('963'), ['EAN-8']);
  t.deepEqual(await find('96385074'), ['EAN-8']);
  t.deepEqual(await find('96'), ['EAN-8', 'EAN-13']);
  t.deepEqual(await find('4600702097276'), ['EAN-13']);
  t.deepEqual(await find('04600702097276'), ['EAN-13']);
  t.deepEqual(await find('0'), ['UPC-A', 'EAN-8']);
  t.deepEqual(await find('4600702097283'), []);
  await own.close();
});

test.serial('totals follow every change, and whoever asks by number gets those', async (t) => {
  const before = (await list({ search: 'белуга' })).total;
  const letter = (await list({ search: 'ёж' })).total;
  const added = await api.call
    .post('/api/admin/aliases')
    .set(...bearer(admin))
    .send({
      ean: '96385074',
      description: 'Белуга',
      manufacturer: 'Ёжик',
      weight_empty_g: 300,
      weight_full_g: 800,
    });
  const path = `/api/admin/aliases/${added.body.alias.id}`;
  t.is((await list({ search: 'белуга' })).total, before + 1);
  t.is((await list({ search: 'ёж' })).total, letter + 1);
  t.is((await list({ search: 'ёжик' })).data[0].id, added.body.alias.id);
  t.is((await list({ search: 'белуга', showFullOnly: true })).data[0].id, added.body.alias.id);
  const byNumber = await list({ filter: JSON.stringify({ id: [added.body.alias.id, 1, 999_999] }) });
  t.deepEqual([byNumber.total, byNumber.data.length], [2, 2]);
  await api.call
    .put(path)
    .set(...bearer(admin))
    .send({ ean: '96385074', description: 'Ром' });
  t.is((await list({ search: 'белуга' })).total, before);
  await api.call.delete(path).set(...bearer(admin));
  t.is((await list({ search: 'ёж' })).total, letter);
  t.is((await list({})).total, ALIASES);
  t.is((await list({ filter: JSON.stringify({ id: 'x' }) })).status, 400);
  t.is((await list({ sortBy: 'search_key' })).status, 400);
});

test.serial('however many change the catalogue at once, names are found as they are', async (t) => {
  const as = bearer(admin);
  const before = (await list({ search: 'xq' })).total;
  const added = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      api.call
        .post('/api/admin/aliases')
        .set(...as)
        .send({
          ean: codeOf(900_000 + turn),
          description: `Zxo ксюша ${turn}`,
          weight_empty_g: 300,
          weight_full_g: 800,
        }),
    ),
  );
  const paths = added.map(({ body }) => `/api/admin/aliases/${body.alias.id}`);
  await Promise.all(
    paths.map((path, turn) => {
      if (turn % 3 === 0) return api.call.delete(path).set(...as);
      const description = `Zxo ягода ${turn}`;
      return turn % 3 === 1
        ? api.call
            .put(path)
            .set(...as)
            .send({ ean: codeOf(900_000 + turn), description, weight_full_g: null })
        : undefined;
    }),
  );

  t.is((await list({ search: 'zx' })).total, 8);
  t.is((await list({ search: 'zx', showFullOnly: true })).total, 4);
  t.is((await list({ search: 'xq' })).total, before);
  await Promise.all(paths.map((path) => api.call.delete(path).set(...as)));
});
