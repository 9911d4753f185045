import { randomUUID } from 'node:crypto';
import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import test from 'ava';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';
import { closed, enter, opened } from './counting.ts';

type Client = Tenant['user'];

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

async function record(client: Client, fields: Record<string, unknown>): Promise<ChangeResult> {
  const change = { id: randomUUID(), source: 'scanner', ...fields };
  const { body } = await client.post('/api/changes').send({ changes: [change] });
  // a no-break space separates numbers from their units
  return JSON.parse(JSON.stringify(body.results[0]).replaceAll('\u00a0', ' '));
}

const bottle = ({ createItem }: Tenant, quantity: number): Promise<Item> =>
  createItem({ name: `Виски ${randomUUID()}`, unit: 'л', quantity });

/** Dates the item's changes back, as if it was counted offline on a phone before others changed it. */
async function ageStock({ db }: Tenant, item: Item): Promise<void> {
  await db('changes')
    .where({ item_id: item.id })
    .update({ at: new Date(Date.now() - 3 * 3600_000) });
}

test('what others recorded after a phone said «стало» without a network survives it', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, delta: -1, at: minutesAgo(10) });

  const late = await record(tenant.user, { itemId: item.id, set: 4.5, at: minutesAgo(30) });

  t.like(late, { status: 'applied', item: { quantity: 3.5 }, change: { given: 'set', before: 4, delta: -0.5 } });
});

test('what was recorded before the phone said «стало» is in it, though the phone had not heard of it', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, delta: -1, at: minutesAgo(40) });

  const late = await record(tenant.user, { itemId: item.id, set: 3, at: minutesAgo(30) });

  t.like(late, { status: 'applied', item: { quantity: 3 } });
});

test('a mistake of before that is taken back afterwards does not move what was seen on the shelf', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  const { change } = await record(tenant.admin, { itemId: item.id, delta: -2, at: minutesAgo(40) });
  await tenant.admin.post(`/api/changes/${change?.id}/undo`);

  const late = await record(tenant.user, { itemId: item.id, set: 4.8, at: minutesAgo(30) });

  t.like(late, { status: 'applied', item: { quantity: 4.8 } });
});

test('a «стало» older than another one is asked about, written when confirmed, and until then nothing moves', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, set: 3, at: minutesAgo(10) });
  const older = { id: randomUUID(), itemId: item.id, set: 4.5, at: minutesAgo(30) };

  const asked = await record(tenant.user, older);
  const before = await tenant.user.get(`/api/items/${item.id}`);
  const confirmed = await record(tenant.user, { ...older, confirmed: true });
  const again = await record(tenant.user, { ...older, confirmed: true });

  t.is(asked.status, 'rejected');
  t.regex(asked.doubt?.question ?? '', /стало 4,5 л.+старше.+стало 3 л.+сейчас 3 л/);
  t.is(before.body.item.quantity, 3);
  t.like(confirmed, { status: 'applied', item: { quantity: 4.5 } });
  t.is(again.status, 'duplicate');
});

test('what others recorded after a weighing survives it, though its amount was confirmed before it was sent', async (t) => {
  const tenant = await startTenant(t);
  const item = await tenant.createItem({
    name: 'Ром',
    quantity: 2.1,
    volume_ml: 700,
    weight_empty_g: 500,
    weight_full_g: 1200,
  });
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, delta: 0.7, at: minutesAgo(10) });

  const late = await record(tenant.user, {
    itemId: item.id,
    source: 'scales',
    grossWeightG: 900,
    at: minutesAgo(30),
    confirmed: true,
  });

  t.like(late, { status: 'applied', item: { quantity: 1.1 } });
});

test('a weighing that was confirmed as no slip is asked about when the item was counted after it', async (t) => {
  const tenant = await startTenant(t);
  const weights = { volume_ml: 700, weight_empty_g: 500, weight_full_g: 1200 };
  const item = await tenant.createItem({ name: 'Ром', quantity: 2.1, ...weights });
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, set: 2.8, at: minutesAgo(10) });
  const weighed = {
    id: randomUUID(),
    itemId: item.id,
    source: 'scales',
    grossWeightG: 850,
    at: minutesAgo(30),
    confirmed: true,
  };

  const asked = await record(tenant.user, weighed);
  const answered = await record(tenant.user, weighed);

  t.is(asked.status, 'rejected');
  t.regex(asked.doubt?.question ?? '', /взвешивание.+старше.+стало 2,8 л/);
  t.like(answered, { status: 'applied', item: { quantity: 0.35 } });
});

test('a «стало» older than a count that found no difference is asked about', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 7);
  await ageStock(tenant, item);
  const count = await opened(tenant.admin);
  await tenant.db('counts').update({ opened_at: minutesAgo(60) });
  await enter(tenant.user, count.id, { itemId: item.id, quantity: 7, at: minutesAgo(20) });
  await closed(tenant.admin, count.id);

  const older = await record(tenant.user, { itemId: item.id, set: 5, at: minutesAgo(30) });
  const newer = await record(tenant.user, { itemId: item.id, set: 6, at: minutesAgo(10) });

  t.is(older.status, 'rejected');
  t.regex(older.doubt?.question ?? '', /стало 5 л.+старше: в \d\d:\d\d подсчётом записано «стало 7 л»/);
  t.like(newer, { status: 'applied', item: { quantity: 6 } });
});

test('a «стало» of less than others have taken since is asked about', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, delta: -2, at: minutesAgo(10) });

  const stated = { id: randomUUID(), itemId: item.id, set: 1, at: minutesAgo(30) };
  const asked = await record(tenant.user, stated);
  t.regex(asked.doubt?.question ?? '', /стало 1 л.+списано ещё 2 л/);

  t.like(await record(tenant.user, { ...stated, confirmed: true }), { status: 'applied', item: { quantity: 1 } });
});

test('a loss that comes late is written: it is true whenever it comes', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  await record(tenant.admin, { itemId: item.id, delta: -1, at: minutesAgo(10) });

  const late = await record(tenant.user, { itemId: item.id, delta: -0.5, at: minutesAgo(30) });

  t.like(late, { status: 'applied', item: { quantity: 3.5 } });
});

test('what one phone did in its own order is applied in that order, whenever it arrives', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 5);
  await ageStock(tenant, item);
  const { body } = await tenant.user.post('/api/changes').send({
    changes: [
      { id: randomUUID(), source: 'scanner', itemId: item.id, delta: -1, at: minutesAgo(50) },
      { id: randomUUID(), source: 'scanner', itemId: item.id, set: 3.5, at: minutesAgo(40) },
      { id: randomUUID(), source: 'scanner', itemId: item.id, delta: 0.7, at: minutesAgo(30) },
    ],
  });

  t.deepEqual(
    body.results.map(({ status, change }: ChangeResult) => [status, change?.after]),
    [
      ['applied', 4],
      ['applied', 3.5],
      ['applied', 4.2],
    ],
  );
});

test('what somebody has stated since is not moved by taking back what came before, until that is taken back first', async (t) => {
  const tenant = await startTenant(t);
  const item = await bottle(tenant, 41);
  const older = await record(tenant.user, { itemId: item.id, set: 20 });
  const newer = await record(tenant.admin, { itemId: item.id, set: 18 });
  const undo = (client: Client, { change }: ChangeResult) => client.post(`/api/changes/${change?.id}/undo`);
  const quantity = async () => (await tenant.admin.get(`/api/items/${item.id}`)).body.item.quantity;

  const refused = await undo(tenant.user, older);
  t.is(refused.status, 409);
  t.regex(
    refused.body.error.replaceAll('\u00a0', ' '),
    /после этой записи в \d\d:\d\d записано «стало 18 л» \(Анна\)\. Отмена испортила бы остаток/,
  );
  t.is(await quantity(), 18);

  t.is((await undo(tenant.admin, newer)).status, 200);
  t.is((await undo(tenant.user, older)).status, 200);
  t.is(await quantity(), 41);
});
