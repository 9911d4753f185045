import { randomUUID } from 'node:crypto';
import test from 'ava';
import { platform, setUpPushes } from '../support/catalogue/pushes.ts';
import { newOwner, newVenue } from '../support/platform/platform.ts';

setUpPushes();

test('while names of the catalogue are being prepared, the answer says that some are not suggested yet', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const isPreparing = async (): Promise<boolean> =>
    (await owner.call('GET', `/api/catalog/unmatched?tenant=${venue.id}`)).body.data.isPreparing;
  t.false(await isPreparing());
  const id = randomUUID();
  const underWay = { kind: 'alias_names', title: 'Подготовка поиска по каталогу', status: 'paused', total: 1 };
  await platform.db('operations').insert({ id, ...underWay, input: '{}', created_at: new Date() });
  t.true(await isPreparing());
  await platform.db('operations').where({ id }).delete();
  t.false(await isPreparing());
});
