import { searchOf } from '@ostatok/api/src/catalogue/search.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { keysOf } from '@ostatok/kit/names/sound.ts';
import test from 'ava';
import { bearer, createTestApi, type TestApi, VENUE } from '../support/platform/api.ts';

let api: TestApi;
let admin: { token: string };
let owner: { token: string };
test.before(async () => {
  api = await createTestApi();
  admin = await api.signUp('admin');
  owner = await api.signUp();
});
test.after.always(() => api.close());

const codes: [string, string, string | undefined][] = [
  ['EAN-13', '4600702097276', '4600702097276'],
  ['with spaces and hyphens', ' 4 600702-097276 ', '4600702097276'],
  ['UPC-A', '082184090466', '0082184090466'],
  ['EAN-8', '96385074', '0000096385074'],
  ['UPC-E, as venues read it', '01234565', '0012345000065'],
  ['GTIN-14 of a single unit', '04600702097276', '4600702097276'],
  ['a wrong check digit', '4600702097277', undefined],
  ['a case, not a bottle', '14600702097273', undefined],
  ['zeros', '0000000000000', undefined],
  ['letters', '46007O2097276', undefined],
  ['nothing', '', undefined],
];
for (const [what, code, gtin] of codes) {
  test(`a barcode: ${what}`, (t) => {
    t.is(toGtin13(code), gtin);
  });
}

for (const [name, ...typed] of [
  ['Виски Джемесон', 'dzhemeson', 'djemeson', 'jemeson', 'viski', 'whisky'],
  ['Водка Хортица', 'khortitsa', 'hortica'],
  ['Царская', 'tsarskaya', 'tsarskaia', 'carskaya'],
  ['Жигулёвское', 'zhigulevskoe', 'zhigulyovskoe', 'jigulevskoe'],
  ['Щедрая Юбилейная', 'shchedraya yubileynaya', 'jubilejnaja', 'schedr'],
  ['Чёрный Абсолют', 'chyorny', 'chernyj', 'absolyut', 'absolut'],
  ['Экстра Кюрасао', 'ekstra', 'extra', 'kyurasao'],
  ['Tsinandali', 'tsinandali', 'tsinand'],
] as const) {
  test(`«${name}» is found by how its part is written in Latin letters`, (t) => {
    const key = keysOf(name).join(' ');
    for (const text of typed) {
      const words = searchOf(text)?.words ?? [];
      t.true(words.length > 0 && words.every((spellings) => spellings.some((one) => key.includes(one))), text);
    }
  });
}

test('of a very long text only the first words are looked for', (t) => {
  t.is(searchOf(Array.from({ length: 60 }, (_, index) => `${100 + index}`).join(' '))?.words.length, 20);
});

const create = (on: TestApi, who: { token: string }, body: object) =>
  on.call
    .post('/api/admin/aliases')
    .set(...bearer(who))
    .send(body);
const jameson = {
  ean: '5011007003029',
  brand: 'Jameson',
  description: 'Виски Jameson Irish Whiskey 0,7 л',
  volume_ml: 700,
  weight_empty_g: 520.5,
  weight_full_g: '1180',
  density_g_per_ml: 0.948,
  alcohol_percent: 40,
  category: 'Крепкое',
  subcategory: 'Виски',
  manufacturer: 'Irish Distillers',
  country_origin: 'Ирландия',
};

test('a bottle is added, found, changed and removed', async (t) => {
  const added = await create(api, admin, { ...jameson, id: 77, search_key: 'x', nomenclature_ru: 'y' });
  const { id } = added.body.alias;
  const path = `/api/admin/aliases/${id}`;

  const again = await create(api, admin, { ...jameson, ean: '05011007003029' });
  const changed = await api.call
    .put(path)
    .set(...bearer(admin))
    .send({ ...jameson, brand: '' });
  const listed = await api.call.get('/api/admin/aliases?search=джемесон&page=1&limit=50').set(...bearer(admin));
  const searched = await api.call.get('/api/admin/aliases?search=irish').set(...bearer(admin));
  const removed = await api.call.delete(path).set(...bearer(admin));

  t.is(added.status, 201);
  t.like(added.body.alias, { ...jameson, weight_full_g: 1180, nomenclature_ru: jameson.description });
  t.is(again.status, 409);
  t.deepEqual(again.body.errors, { ean: 'Такой штрихкод уже есть в каталоге' });
  t.is(changed.body.alias.brand, null);
  t.is(listed.status, 200);
  t.like(searched.body.data[0], { id, ean: jameson.ean });
  t.is(searched.headers['content-range'], 'data 0-0/1');
  t.is(removed.status, 200);
  t.is((await api.call.get(path).set(...bearer(admin))).status, 404);
});

test('weights that cannot be are refused, and say why', async (t) => {
  const light = await create(api, admin, { ...jameson, weight_full_g: 100 });
  const negative = await create(api, admin, { ...jameson, volume_ml: -1 });
  const code = await create(api, admin, { ...jameson, ean: '123' });

  t.is(light.body.error, 'Полная бутылка тяжелее пустой');
  t.is(negative.body.errors.volume_ml, 'Не меньше нуля');
  t.is(code.body.errors.ean, 'Штрихкод — 8, 12 или 13 цифр с верной контрольной');
});

test('owners find a bottle by its name in either alphabet, with typos, or by its barcode', async (t) => {
  const mine = await createTestApi();
  const boss = await mine.signUp('admin');
  const names = [
    ['5011007003029', 'Jameson', 'Виски Jameson Irish Whiskey 0,7 л'],
    ['0082184090466', "Jack Daniel's", "Виски Jack Daniel's Old No.7 0,7 л"],
    ['4600702097276', 'Белуга', 'Водка Beluga Noble 0,5 л'],
    ['7312040017072', 'Absolut', 'Водка Absolut 0,7 л'],
  ];
  for (const [ean, brand, description] of names) await create(mine, boss, { ean, brand, description });
  const find = async (q: string) => {
    const reply = await mine.call
      .get('/api/catalog/search')
      .query({ q })
      .set(...bearer(boss));
    return reply.body.data.results;
  };

  for (const [query, ean] of [
    ['Джемесон', '5011007003029'],
    ['jamesson', '5011007003029'],
    ['Джек Дэниэлс', '0082184090466'],
    ['белуга', '4600702097276'],
    ['Абсолют', '7312040017072'],
    ['082184090466', '0082184090466'],
  ]) {
    const [first] = await find(query ?? '');
    t.is(first?.ean, ean, query);
    t.like(first, {
      brand: names.find(([code]) => code === ean)?.[1],
      name: names.find(([code]) => code === ean)?.[2],
    });
    t.is(typeof first.id, 'number');
    t.true(first.confidence > 0 && first.confidence <= 1, query);
  }
  t.deepEqual(await find('4006381333931'), []);
  t.deepEqual(await find('%%%'), []);
  t.deepEqual(await find('Ессентуки'), []);
  await mine.close();
});

test('a venue looks a bottle up with its own secret alone', async (t) => {
  const ean = '4006381333931';
  await create(api, admin, { ean, description: 'Маркер' });
  const look = (code: string) =>
    api.call
      .get(`/internal/catalogue/${code}`)
      .set('X-Tenant-Id', VENUE.id)
      .set('Authorization', `Bearer ${VENUE.secret}`);

  const found = await look(ean);
  const unknown = await look('96385074');
  const nonsense = await look('abc');
  const stranger = await api.call.get(`/internal/catalogue/${ean}`).set(...bearer(owner));

  t.like(found.body, { success: true, alias: { ean, description: 'Маркер' } });
  t.deepEqual([unknown.status, nonsense.status, stranger.status], [404, 404, 401]);
});

test('bottles without weights are told from those with', async (t) => {
  const mine = await createTestApi();
  const boss = await mine.signUp('admin');
  await create(mine, boss, jameson);
  await create(mine, boss, { ean: '4006381333931', description: 'Без веса' });
  const eans = async (query: string) => {
    const reply = await mine.call.get(`/api/admin/aliases?${query}`).set(...bearer(boss));
    return reply.body.data.map((alias: { ean: string }) => alias.ean);
  };

  t.deepEqual(await eans('showEmptyOnly=true'), ['4006381333931']);
  t.deepEqual(await eans('showFullOnly=true'), [jameson.ean]);
  const both = await mine.call.get('/api/admin/aliases?showEmptyOnly=true&showFullOnly=true').set(...bearer(boss));
  t.deepEqual([both.body.data, both.body.pagination.total], [[], 0]);
  t.deepEqual(await eans('sortBy=volume_ml&sortOrder=desc'), [jameson.ean, '4006381333931']);
  t.deepEqual(await eans('sortBy=description&sortOrder=asc'), ['4006381333931', jameson.ean]);
  await create(mine, boss, { ean: '4600702097276', description: 'Виски без веса' });
  const search = `search=${encodeURIComponent('виски')}`;
  t.deepEqual(await eans(`${search}&showFullOnly=true`), [jameson.ean]);
  t.deepEqual(await eans(`${search}&showEmptyOnly=true`), ['4600702097276']);
  await mine.close();
});
