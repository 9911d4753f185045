import { randomUUID } from 'node:crypto';
import type { CatalogueMatch, UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import test from 'ava';
import { codeOf } from '../bench/catalogue-names.ts';
import {
  add,
  admin,
  describe,
  isRunning,
  itemOf,
  platform,
  push,
  receivedBy,
  setUpPushes,
  sleep,
  writesOf,
} from '../support/catalogue/pushes.ts';
import { newOwner, newVenue, type Reply, type TestOwner, type TestVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const [JAMESON, APEROL, APEROL_BIG, CAMPARI, FERNET] = [0, 1, 2, 3, 4].map(codeOf) as [
  string,
  string,
  string,
  string,
  string,
];
const ids = new Map<string, number>();
setUpPushes(async () => {
  const bottles = [
    [JAMESON, 'Виски Jameson', 700, { weight_empty_g: 480, weight_full_g: 1145 }],
    [APEROL, 'Аперитив Aperol', 700, { weight_empty_g: 500 }],
    [APEROL_BIG, 'Аперитив Aperol', 1000, {}],
    [CAMPARI, 'Биттер Campari', 700, {}],
    [FERNET, 'Биттер Fernet Branca', 700, { density_g_per_ml: 0.98 }],
  ] as const;
  for (const [ean, description, volume_ml, facts] of bottles) await describe(ean, { description, volume_ml, ...facts });
  for (const { id, ean } of await platform.db('aliases').select('id', 'ean')) ids.set(ean, id);
});
const idOf = (ean: string): number => ids.get(ean.padStart(13, '0')) ?? 0;

const unmatched = async (owner: TestOwner, { id }: TestVenue, offset = 0) =>
  (await owner.call('GET', `/api/catalog/unmatched?tenant=${id}&offset=${offset}`)).body.data as {
    products: UnmatchedProduct[];
    total: number;
  };
const save = (owner: TestOwner, { id }: TestVenue, matches: Record<number, number | null>): Promise<Reply> =>
  owner.call('POST', '/api/catalog/matches', { tenantId: id, matches });
const undo = (owner: TestOwner, { id }: TestVenue, products: number[]): Promise<Reply> =>
  owner.call('DELETE', '/api/catalog/matches', { tenantId: id, products });
const named = (venue: TestVenue, name: string, fields: object = {}): Promise<number> =>
  add(venue, undefined, { name, ...fields });
const eansOf = (matches: CatalogueMatch[]): string[] => matches.map(({ ean }) => ean);

test('products without a known barcode come with what they may be and why; drinks come first', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await named(venue, 'Салфетки', { unit: 'шт' });
  await named(venue, 'Джемесон 0,7', { article: 'А-17' });
  await named(venue, 'Апероль', { volume_ml: 1000 });
  await add(venue, CAMPARI, { name: 'Кампари' });

  const { products, total } = await unmatched(owner, venue);

  t.is(total, 3);
  t.deepEqual(products.map(({ localName }) => localName).toSorted(), ['Апероль', 'Джемесон 0,7', 'Салфетки']);
  t.is(products.at(-1)?.localName, 'Салфетки');
  t.deepEqual(products.at(-1)?.suggestedMatches, []);
  const whiskey = products.find(({ localName }) => localName === 'Джемесон 0,7');
  t.like(whiskey, { article: 'А-17', ean: null });
  const [best] = whiskey?.suggestedMatches ?? [];
  t.like(best, { id: idOf(JAMESON), name: 'Виски Jameson', ean: JAMESON, volume_ml: 700 });
  t.true((best?.confidence ?? 0) > 0.5 && (best?.confidence ?? 2) <= 1);
  t.like(Object.fromEntries(best?.reasons.map(({ of, agrees }) => [of, agrees]) ?? []), { brand: true, volume: true });
  const aperol = products.find(({ localName }) => localName === 'Апероль');
  t.deepEqual(eansOf(aperol?.suggestedMatches ?? []), [APEROL_BIG, APEROL], 'the volume of the column counts');
});

for (const state of ['awake', 'asleep'] as const)
  test(`a match gives an item of a venue that is ${state} the barcode and what is known of the bottle, and undo takes both back`, async (t) => {
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const whiskey = await named(venue, 'Джемесон', { weight_empty_g: 475 });
    const bitter = await named(venue, 'Кампари');
    const napkins = await named(venue, 'Салфетки', { unit: 'шт' });
    const received = state === 'awake' ? await receivedBy(t, venue) : undefined;
    if (state === 'asleep') await sleep(venue);

    const saved = await save(owner, venue, { [whiskey]: idOf(JAMESON), [bitter]: idOf(CAMPARI), [napkins]: null });

    t.like(saved, { status: 200, body: { matched: 2, absent: 1, gone: [], message: 'Сопоставлено 2 товаров!' } });
    await isRunning(t, venue, state === 'awake');
    if (received) await until(() => received.includes('Кампари'), 'open pages hear of it');
    t.is((await unmatched(owner, venue)).total, 0);
    await isRunning(t, venue, state === 'awake');
    t.like(await itemOf(venue, whiskey), { ean: JAMESON, volume_ml: 700, weight_empty_g: 475, weight_full_g: 1145 });
    t.like(await itemOf(venue, bitter), { ean: CAMPARI, volume_ml: 700 });
    if (state === 'asleep') await sleep(venue);

    const undone = await undo(owner, venue, [whiskey, napkins]);

    t.like(undone, { status: 200, body: { undone: 2 } });
    t.is((await unmatched(owner, venue)).total, 2);
    t.like(await itemOf(venue, whiskey), { ean: null, volume_ml: null, weight_empty_g: 475, weight_full_g: null });
    t.like(await itemOf(venue, bitter), { ean: CAMPARI, volume_ml: 700 });
    const entries = await platform
      .db('activity')
      .where({ target: `tenant:${venue.id}` })
      .orderBy('id');
    t.deepEqual(
      entries.filter(({ action }) => /matched/.test(action)).map(({ action, actor_id }) => [action, actor_id]),
      [
        ['tenant.matched', owner.userId],
        ['tenant.unmatched', owner.userId],
      ],
    );
  });

test('the same matches sent again change nothing more, and a later choice takes the place of an earlier one', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const item = await named(venue, 'Апероль');

  await save(owner, venue, { [item]: idOf(APEROL) });
  const first = await itemOf(venue, item);
  t.like((await save(owner, venue, { [item]: idOf(APEROL) })).body, { matched: 1 });
  t.like(await itemOf(venue, item), { ...first, updated_at: (await itemOf(venue, item)).updated_at });

  await save(owner, venue, { [item]: idOf(APEROL_BIG) });

  t.like(await itemOf(venue, item), { ean: APEROL_BIG, codes: [], volume_ml: 1000, weight_empty_g: null });
});

test('a barcode is given once: another item keeps its own, and both have what is known of the bottle, later changes too', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const own = await add(venue, FERNET, { name: 'Фернет бар' });
  const bar = await named(venue, 'Фернет склад');
  const cellar = await named(venue, 'Фернет погреб');
  const foreign = await add(venue, '4006381333931', { name: 'Кампари из дьюти-фри' });

  const { body } = await save(owner, venue, {
    [bar]: idOf(FERNET),
    [cellar]: idOf(FERNET),
    [foreign]: idOf(CAMPARI),
  });

  t.is(body.matched, 3);
  t.is((await itemOf(venue, own)).ean, FERNET);
  for (const item of [bar, cellar])
    t.like(await itemOf(venue, item), { ean: null, codes: [], volume_ml: 700, density_g_per_ml: 0.98 });
  t.like(await itemOf(venue, foreign), { ean: '4006381333931', codes: [{ ean: CAMPARI, pack: 1 }] });
  const byCode = await venue.call('GET', `/api/lookup/${CAMPARI}`);
  t.is(byCode.body.item?.id, foreign);

  await describe(FERNET, { weight_empty_g: 555 });
  await push();
  for (const item of [own, bar, cellar]) t.is((await itemOf(venue, item)).weight_empty_g, 555, String(item));
  t.is((await undo(owner, venue, [foreign, bar])).body.undone, 2);
  t.like(await itemOf(venue, foreign), { ean: '4006381333931', codes: [] });
  t.like(await itemOf(venue, bar), { volume_ml: null, density_g_per_ml: null, weight_empty_g: null });
});

test('what a person has changed since a match stays when it is taken back', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const item = await named(venue, 'Апероль');
  await save(owner, venue, { [item]: idOf(APEROL) });
  await venue.call('PUT', `/api/items/${item}`, { weight_empty_g: 512, ean: '96385074' });

  await undo(owner, venue, [item]);

  t.like(await itemOf(venue, item), { ean: '96385074', weight_empty_g: 512, volume_ml: null });
});

test('products that are gone are named, the others are matched', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const [deleted, kept, odd] = [
    await named(venue, 'Удалённый'),
    await named(venue, 'Кампари'),
    await named(venue, 'Апероль'),
  ];
  await venue.call('DELETE', `/api/items/${deleted}`);

  const { status, body } = await save(owner, venue, {
    [deleted]: idOf(FERNET),
    [kept]: idOf(CAMPARI),
    [odd]: 2_000_000_000,
    999999: null,
  });

  t.is(status, 200);
  t.like(body, { matched: 1, absent: 0 });
  t.deepEqual(
    body.gone.toSorted((a: number, b: number) => a - b),
    [deleted, odd, 999999].toSorted((a, b) => a - b),
  );
  t.is((await unmatched(owner, venue)).total, 1);
});

test('two who match the same products at once, both ways round, wait for each other', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const items = await Promise.all(Array.from({ length: 12 }, (_, at) => named(venue, `Бутылка ${at}`)));
  const toward = (ean: string) => Object.fromEntries(items.map((id) => [id, idOf(ean)]));

  const replies = await Promise.all([
    save(owner, venue, toward(APEROL)),
    undo(owner, venue, items.toReversed()),
    save(owner, venue, toward(CAMPARI)),
  ]);

  t.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200],
  );
  const eans = (await Promise.all(items.map((id) => itemOf(venue, id)))).map(({ ean }) => ean);
  t.true(eans.filter(Boolean).length <= 1);
});

test('pages of twenty go on where the one before ended', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await venue.call('POST', '/api/items', { name: 'Первый', unit: 'шт' });
  for (let at = 0; at < 22; at += 1) await named(venue, `Товар ${String(at).padStart(2, '0')}`);

  const [first, second] = [await unmatched(owner, venue), await unmatched(owner, venue, 20)];

  t.deepEqual([first.products.length, second.products.length, first.total], [20, 3, 23]);
  t.is(new Set([...first.products, ...second.products].map(({ id }) => id)).size, 23);
});

test('nobody reads or writes another owner’s venue, and what is no match is refused in words', async (t) => {
  const [owner, stranger] = [await newOwner(platform), await newOwner(platform)];
  const venue = await newVenue(platform, owner);
  const item = await named(venue, 'Кампари');
  const before = await writesOf(venue);
  const of = { tenantId: venue.id };
  const proposal = { ...of, id: randomUUID(), ean: '5011007003005', description: 'Джин' };

  for (const who of [stranger, admin]) {
    t.is((await who.call('GET', `/api/catalog/unmatched?tenant=${venue.id}`)).status, 404);
    t.is((await save(who, venue, { [item]: idOf(CAMPARI) })).status, 404);
    t.is((await undo(who, venue, [item])).status, 404);
    t.is((await who.call('POST', '/api/catalog/proposals', proposal)).status, 404);
  }
  for (const [matches, error] of [
    [{}, 'Вы не сопоставили ни одного товара'],
    [undefined, 'Вы не сопоставили ни одного товара'],
    [[1], 'matches — товар каталога для каждого товара заведения'],
    [{ a: 1 }, 'matches — товар каталога для каждого товара заведения'],
    [{ [item]: 'x' }, 'matches — товар каталога для каждого товара заведения'],
    [{ [item]: 1.5 }, 'matches — товар каталога для каждого товара заведения'],
    [{ 99999999999: 1 }, 'matches — товар каталога для каждого товара заведения'],
    [Object.fromEntries(Array.from({ length: 3001 }, (_, at) => [at + 1, null])), 'Не больше 3000 товаров за раз'],
  ] as const) {
    const reply = await owner.call('POST', '/api/catalog/matches', { ...of, matches });
    t.like(reply, { status: 400, body: { errors: { matches: error } } }, JSON.stringify(matches)?.slice(0, 60));
  }
  t.is((await owner.call('GET', '/api/catalog/unmatched')).status, 400);
  t.is((await owner.call('GET', `/api/catalog/unmatched?tenant=${venue.id}&offset=-1`)).status, 400);
  t.is((await owner.call('DELETE', '/api/catalog/matches', { ...of, products: [] })).status, 400);
  t.is(await writesOf(venue), before);
});

test('an owner proposes what the catalogue does not have', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const proposal = { id: randomUUID(), ean: '96385074', description: 'Настойка Домашняя', volume_ml: 500 };

  const first = await owner.call('POST', '/api/catalog/proposals', { ...proposal, tenantId: venue.id });
  const again = await owner.call('POST', '/api/catalog/proposals', { ...proposal, tenantId: venue.id });

  t.like(first, { status: 200, body: { stored: true } });
  t.is(again.status, 200);
  const { body } = await admin.call('GET', `/api/admin/aliases/proposals?tenant_id=${venue.id}`);
  t.is(body.data.length, 1);
  t.like(body.data[0], { description: 'Настойка Домашняя', volume_ml: 500, status: 'pending' });
});

test('the database of a venue that is suspended is read and written; one that is deleted is not found', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const item = await named(venue, 'Кампари');
  await admin.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status: 'suspended' });

  t.is((await unmatched(owner, venue)).total, 1);
  t.is((await save(owner, venue, { [item]: idOf(CAMPARI) })).body.matched, 1);
  t.is((await unmatched(owner, venue)).total, 0);

  await admin.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status: 'active' });
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  t.is((await owner.call('GET', `/api/catalog/unmatched?tenant=${venue.id}`)).status, 404);
});
