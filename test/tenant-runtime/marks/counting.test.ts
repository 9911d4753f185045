import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startTenant } from '../../support/venue/tenant.ts';
import { closed, enter, entered, lineOf, opened } from '../counting.ts';
import { beerMark, stamp68 } from './marks.ts';

const NOON = new Date('2026-11-28T09:00:00Z');
const BEER = beerMark('5W1jSUJ');
const OTHER = beerMark('5"<&%>a');

test('a mark is counted once in a count, however it was read, and the second person is told who counted it and when', async (t) => {
  const { admin, user, createItem } = await startTenant(t, { clock: () => NOON });
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const { id } = await opened(admin);

  const first = await entered(admin, id, { itemId: beer.id, quantity: 1, mark: `\u001d${BEER}\u001d93dGVz` });
  const second = await entered(user, id, {
    itemId: beer.id,
    quantity: 1,
    mark: `(01)${BEER.slice(2, 16)}(21)5W1jSUJ(93)abcd`,
  });

  t.is(first.status, 'applied');
  t.is(first.entry?.mark, BEER);
  t.is(second.status, 'rejected');
  t.regex(second.error ?? '', /^Уже посчитана: .+, 12:00$/);
  t.like(second.seen, { entryId: first.id, at: NOON.toISOString(), user: { name: first.entry?.user.name } });
  t.is((await entered(user, id, { itemId: beer.id, quantity: 1, mark: OTHER })).status, 'applied');
  t.is((await lineOf(admin, id, beer.id)).counted, 2);
});

test('one bottle sent by two phones at once is one bottle, and within one request too', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const { id } = await opened(admin);
  const marks = Array.from({ length: 20 }, (_, number) => beerMark(`aaaa${String(number).padStart(3, '0')}`));
  const batch = () => marks.map((mark) => ({ itemId: beer.id, quantity: 1, mark }));

  const results = await Promise.all(
    [admin, user, admin, user].map((client) => enter(client, id, ...batch(), ...batch())),
  );

  const statuses = Object.groupBy(results.flat(), ({ status }) => status);
  t.is(statuses.applied?.length, 20);
  t.is(statuses.rejected?.length, 140);
  t.true(statuses.rejected?.every(({ seen }) => seen !== undefined));
  t.is((await lineOf(admin, id, beer.id)).counted, 20);
});

test('an entry that is sent twice is one, and a mark that is taken back is free for anybody', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const { id } = await opened(admin);
  const entry = { id: randomUUID(), itemId: beer.id, quantity: 1, mark: BEER };

  const [first] = await enter(user, id, entry);
  t.is((await enter(user, id, entry))[0]?.status, 'duplicate');
  await user.delete(`/api/counts/${id}/entries/${first?.id}`);
  t.is((await enter(user, id, entry))[0]?.status, 'duplicate', 'what was taken back stays so');
  t.is((await lineOf(admin, id, beer.id)).counted, null);

  t.is((await entered(admin, id, { itemId: beer.id, quantity: 1, mark: BEER })).status, 'applied');
  t.is((await lineOf(admin, id, beer.id)).counted, 1);
});

test('a recount frees marks, an entry from before it that comes late does not count twice, and another count has its own', async (t) => {
  let now = NOON;
  const { admin, user, createItem } = await startTenant(t, { clock: () => now });
  const beer = await createItem({ name: 'Пиво', unit: 'шт' });
  const { id } = await opened(admin);
  const bottle = { itemId: beer.id, quantity: 1, mark: BEER };
  await entered(admin, id, bottle);
  now = new Date(NOON.getTime() + 3600_000);
  await admin.post(`/api/counts/${id}/recount`).send({ itemIds: [beer.id] });
  now = new Date(NOON.getTime() + 2 * 3600_000);

  t.is((await entered(user, id, { ...bottle, at: NOON.toISOString() })).status, 'rejected', 'of the round before');
  t.is((await entered(user, id, bottle)).status, 'applied');
  t.is((await entered(admin, id, bottle)).status, 'rejected');
  t.is((await lineOf(admin, id, beer.id)).counted, 1);

  await closed(admin, id);
  const next = await opened(admin);
  t.is((await entered(admin, next.id, bottle)).status, 'applied');
});

test('a mark is of a whole bottle: a keg, what is weighed and an opened bottle are counted by their amount', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const keg = await createItem({ name: 'Пиво, кега', unit: 'л', volume_ml: 30_000 });
  const cheese = await createItem({ name: 'Сыр', unit: 'кг' });
  const gin = await createItem({
    name: 'Джин',
    unit: 'л',
    volume_ml: 700,
    weight_empty_g: 500,
    density_g_per_ml: 0.94,
  });
  const { id } = await opened(admin);
  const mark = stamp68(1);

  for (const item of [keg, cheese]) {
    const refused = await entered(admin, id, { itemId: item.id, quantity: 1, mark });
    t.is(refused.status, 'rejected');
    t.regex(refused.error ?? '', /марка не значит целую бутылку/);
  }
  for (const amount of [{ grossWeightG: 700 }, { quantity: 0 }]) {
    t.is((await entered(admin, id, { itemId: gin.id, ...amount, mark })).error, 'Марка бывает только у целой бутылки');
  }
  t.is((await entered(admin, id, { itemId: gin.id, quantity: 0.7, mark: 'не марка' })).status, 'rejected');
  t.is((await entered(admin, id, { itemId: gin.id, quantity: 0.7, mark })).status, 'applied');
  t.is(
    (await entered(admin, id, { itemId: gin.id, quantity: 0.3 })).status,
    'applied',
    'an opened one, without its mark',
  );
  t.is((await lineOf(admin, id, gin.id)).counted, 1);
});
