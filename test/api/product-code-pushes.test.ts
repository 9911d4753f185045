import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import supertest from 'supertest';
import {
  add,
  admin,
  describe,
  itemOf,
  pending,
  platform,
  push,
  receivedBy,
  setUpPushes,
  sleep,
} from '../support/catalogue/pushes.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { newOwner, newVenue, type TestVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

setUpPushes();

test.serial(
  'a push gives items the other codes of their products, a case with its count; what a person has removed does not come again',
  async (t) => {
    const [MAIN, SECOND, OWNED] = ['4607000000014', '4607000000021', '4607000000038'];
    const CASE = '14607000000011';
    const owner = await newOwner(platform, 'corporate');
    const [awake, asleep] = (await Promise.all([1, 2].map(() => newVenue(platform, owner)))) as [TestVenue, TestVenue];
    const ids = new Map<TestVenue, number>();
    for (const venue of [awake, asleep]) {
      ids.set(venue, await add(venue, MAIN));
      await add(venue, undefined, { name: 'Своё', codes: [{ ean: OWNED, pack: 6 }] });
    }
    await sleep(asleep);
    await describe(MAIN, { volume_ml: 700 });
    const { id } = await platform.db('aliases').where({ ean: MAIN }).first('id');
    const addCode = (ean: string, pack: number) => admin.call('POST', `/api/admin/aliases/${id}/codes`, { ean, pack });
    t.is((await addCode(CASE, 12)).status, 201);
    t.is((await addCode(OWNED, 6)).status, 201);

    const trial = await push({ dryRun: true });
    t.regex(trial.body.message, /кодов: у 2/);
    const answer = await push();
    t.regex(answer.body.message, /кодов: у 2/);

    const codesIn = async (venue: TestVenue) => (await itemOf(venue, ids.get(venue) ?? 0)).codes;
    for (const venue of [awake, asleep])
      t.deepEqual(await codesIn(venue), [{ ean: CASE, pack: 12 }], 'the other is taken');
    t.is((await itemOf(awake, ids.get(awake) ?? 0)).volume_ml, 700);

    await awake.call('PUT', `/api/items/${ids.get(awake)}`, { codes: [] });
    t.is((await addCode(SECOND, 1)).status, 201);
    await push();
    t.deepEqual(await codesIn(awake), [{ ean: SECOND, pack: 1 }], 'the case was removed by a person');
    t.deepEqual(await codesIn(asleep), [
      { ean: CASE, pack: 12 },
      { ean: SECOND, pack: 1 },
    ]);
    t.is(await pending(), 0);
  },
);

test.serial(
  'a match gives the item the other codes of its product at once, and its undo takes them back',
  async (t) => {
    const [MAIN, CASE] = ['4607000000113', '14607000000110'];
    await describe(MAIN, { volume_ml: 500 });
    const { id } = await platform.db('aliases').where({ ean: MAIN }).first('id');
    t.is((await admin.call('POST', `/api/admin/aliases/${id}/codes`, { ean: CASE, pack: 6 })).status, 201);
    const owner = await newOwner(platform, 'corporate');
    const [awake, asleep] = (await Promise.all([1, 2].map(() => newVenue(platform, owner)))) as [TestVenue, TestVenue];
    for (const venue of [awake, asleep]) {
      const item = await add(venue, undefined, { name: 'Настойка' });
      if (venue === asleep) await sleep(venue);
      const of = { tenantId: venue.id };
      t.is((await owner.call('POST', '/api/catalog/matches', { ...of, matches: { [item]: id } })).status, 200);
      t.like(await itemOf(venue, item), { ean: MAIN, codes: [{ ean: CASE, pack: 6 }] });
      t.is((await owner.call('DELETE', '/api/catalog/matches', { ...of, products: [item] })).status, 200);
      t.like(await itemOf(venue, item), { ean: null, codes: [] });
    }
  },
);

test.serial(
  'a push corrects the count of a case and takes back a separated code, where the catalogue gave them and nobody changed them',
  async (t) => {
    const [MAIN, SECOND] = ['4607000000212', '4607000000229'];
    const [CASE, BOX] = ['14607000000219', '24607000000216'];
    const owner = await newOwner(platform, 'corporate');
    const venues = (await Promise.all([1, 2, 3].map(() => newVenue(platform, owner)))) as [
      TestVenue,
      TestVenue,
      TestVenue,
    ];
    const [awake, asleep, own] = venues;
    const ids = new Map<TestVenue, number>();
    for (const venue of venues) ids.set(venue, await add(venue, MAIN));
    await sleep(asleep);
    await describe(MAIN, { volume_ml: 700 });
    const { id } = await platform.db('aliases').where({ ean: MAIN }).first('id');
    const addCode = async (ean: string, pack: number): Promise<number> =>
      (await admin.call('POST', `/api/admin/aliases/${id}/codes`, { ean, pack })).body.alias.id;
    const codesIn = async (venue: TestVenue) =>
      (await itemOf(venue, ids.get(venue) ?? 0)).codes.map(({ ean, pack }: { ean: string; pack: number }) => [
        ean,
        pack,
      ]);
    await addCode(CASE, 24);
    const box = await addCode(BOX, 6);
    const second = await addCode(SECOND, 1);
    await push();
    t.deepEqual(await codesIn(awake), [
      [SECOND, 1],
      [BOX, 6],
      [CASE, 24],
    ]);
    const changed = [
      { ean: BOX, pack: 8 },
      { ean: CASE, pack: 10 },
    ];
    t.is((await own.call('PUT', `/api/items/${ids.get(own)}`, { codes: changed })).status, 200);

    await addCode(CASE, 12);
    for (const code of [box, second])
      t.is((await admin.call('POST', `/api/admin/aliases/${code}/separate`)).status, 200);
    await sleep(asleep);
    const trial = await push({ dryRun: true });
    t.regex(trial.body.message, /кодов: у 2/);
    t.is((await codesIn(awake)).length, 3, 'a trial writes nothing');
    await sleep(asleep);
    const received = await receivedBy(t, awake);
    const answer = await push();

    t.regex(answer.body.message, /кодов: у 2/);
    await until(() => received.length > 0, 'the open page hears of it');
    for (const venue of [awake, asleep]) t.deepEqual(await codesIn(venue), [[CASE, 12]]);
    t.deepEqual(
      await codesIn(own),
      [
        [BOX, 8],
        [CASE, 10],
      ],
      'a person has changed them',
    );

    await addCode(BOX, 6);
    await push();
    t.deepEqual(
      await codesIn(awake),
      [
        [CASE, 12],
        [BOX, 6],
      ],
      'a code that is the product’s again is given again',
    );
  },
);

test.serial(
  'a code that a person has removed and typed in again is theirs: no push takes or corrects it',
  async (t) => {
    const [MAIN, CASE, BOX] = ['4607000000519', '14607000000516', '24607000000513'];
    const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
    const item = await add(venue, MAIN);
    await describe(MAIN, { volume_ml: 700 });
    const { id } = await platform.db('aliases').where({ ean: MAIN }).first('id');
    const addCode = async (ean: string, pack: number): Promise<number> =>
      (await admin.call('POST', `/api/admin/aliases/${id}/codes`, { ean, pack })).body.alias.id;
    const own = await addCode(CASE, 12);
    const given = await addCode(BOX, 6);
    await push();
    const codes = [
      { ean: BOX, pack: 6 },
      { ean: CASE, pack: 12 },
    ];
    t.deepEqual((await itemOf(venue, item)).codes, codes);
    t.is((await venue.call('PUT', `/api/items/${item}`, { codes: codes.slice(0, 1) })).status, 200);
    t.is((await venue.call('PUT', `/api/items/${item}`, { codes })).status, 200);

    for (const code of [own, given])
      t.is((await admin.call('POST', `/api/admin/aliases/${code}/separate`)).status, 200);
    await push();

    t.deepEqual((await itemOf(venue, item)).codes, [{ ean: CASE, pack: 12 }]);
  },
);

test.serial(
  'what was given before the venue remembered counts is corrected by the history of the catalogue',
  async (t) => {
    const [MAIN, CASE, BOX] = ['4607000000311', '14607000000318', '24607000000315'];
    const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
    const item = await add(venue, MAIN);
    await describe(MAIN, { volume_ml: 700 });
    const { id } = await platform.db('aliases').where({ ean: MAIN }).first('id');
    const addCode = (ean: string, pack: number) => admin.call('POST', `/api/admin/aliases/${id}/codes`, { ean, pack });
    await addCode(CASE, 24);
    await addCode(BOX, 24);
    await push();
    const db = connect(serverUrl().replace(/\/[^/]*$/, `/${venue.id}`), { max: 1 });
    t.teardown(() => db.destroy());
    await db.raw(`update items set catalogue = catalogue - 'packs'`);
    const codes = [
      { ean: BOX, pack: 6 },
      { ean: CASE, pack: 24 },
    ];
    t.is((await venue.call('PUT', `/api/items/${item}`, { codes })).status, 200);

    await addCode(CASE, 12);
    await addCode(BOX, 12);
    await push();

    t.deepEqual((await itemOf(venue, item)).codes, [
      { ean: BOX, pack: 6 },
      { ean: CASE, pack: 12 },
    ]);
  },
);

test.serial(
  'a file’s items are told what the catalogue knew, also when a push came between preview and import',
  async (t) => {
    const [LATER, ANY] = ['4607000000410', '4607000000427'];
    const venue = await newVenue(platform, await newOwner(platform, 'corporate'));
    await describe(LATER, { volume_ml: 750 });
    const rows = [
      ['Наименование', 'Ед.', 'Штрихкод'],
      ['Из файла', 'шт', LATER],
    ];
    // the preview gives the rows their ids
    const preview = await supertest(platform.url)
      .post('/api/import')
      .set('Host', `${venue.subdomain}.localhost:${platform.port}`)
      .set('Authorization', `Bearer ${venue.token}`)
      .field('kind', 'items')
      .attach('file', await workbookOf({ Лист1: rows }), 'позиции.xlsx');
    await add(venue, ANY);
    await push();
    t.is((await venue.call('POST', `/api/import/${preview.body.importId}/commit`, {})).status, 200);
    await describe(ANY, { volume_ml: 500 });

    await push();

    const { items } = (await venue.call('GET', `/api/items?search=${encodeURIComponent('файла')}`)).body;
    t.like(items, [{ name: 'Из файла', volume_ml: 750 }]);
  },
);
