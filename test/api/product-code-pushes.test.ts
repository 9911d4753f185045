import test from 'ava';
import {
  add,
  admin,
  describe,
  itemOf,
  pending,
  platform,
  push,
  setUpPushes,
  sleep,
} from '../support/catalogue/pushes.ts';
import { newOwner, newVenue, type TestVenue } from '../support/platform/platform.ts';

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
