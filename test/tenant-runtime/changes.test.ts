import { randomUUID } from 'node:crypto';
import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import test from 'ava';
import fc from 'fast-check';
import { type Client, change, type Fields, only } from '../support/venue/change.ts';
import { startBeside, startTenant } from '../support/venue/tenant.ts';

test('a change moves the stock by exactly its amount and says what was before', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Джемесон', quantity: 4.6 });

  const result = await only(user, { itemId: item.id, delta: 0.7, note: 'с витрины' });

  t.like(result, { status: 'applied', item: { quantity: 5.3 } });
  t.like(result.change, { before: 4.6, after: 5.3, delta: 0.7, user: { name: 'Иван' }, note: 'с витрины' });
});

test('the sum of any amounts with three decimals is exact', async (t) => {
  const { user, createItem } = await startTenant(t);
  const thousandths = fc.integer({ min: -3_000_000, max: 3_000_000 });
  await fc.assert(
    fc.asyncProperty(fc.array(thousandths, { minLength: 1, maxLength: 40 }), async (amounts) => {
      const item = await createItem({ name: randomUUID() });
      const results = await change(
        user,
        ...amounts.map((amount) => ({ itemId: item.id, delta: amount / 1000, confirmed: true })),
      );
      const sum = amounts.reduce((total, amount) => total + amount, 0);
      t.is(results.at(-1)?.item?.quantity, sum / 1000);
    }),
    { numRuns: 15 },
  );
});

test('two people changing one item 1,000 times each at once lose nothing', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const item = await createItem({ name: 'Пиво' });
  const burst = async (client: Client, delta: number): Promise<void> => {
    for (let sent = 0; sent < 1000; sent += 25) {
      await Promise.all(Array.from({ length: 25 }, () => only(client, { itemId: item.id, delta })));
    }
  };

  await Promise.all([burst(admin, 0.003), burst(user, -0.001)]);

  const log = await db('changes').orderBy('seq');
  t.is(log.length, 2000);
  t.is(Number((await db('items').first()).quantity), 2);
  t.true(
    log.every((row, index) => index === 0 || row.before === log[index - 1]?.after),
    'each begins where the last ended',
  );
});

test('two processes that write to one item at once, some changes sent to both, lose nothing and keep one order', async (t) => {
  const tenant = await startTenant(t);
  const beside = (await startBeside(t, tenant))(tenant.user.token);
  const item = await tenant.createItem({ name: 'Пиво' });
  const all = Array.from({ length: 300 }, () => ({ id: randomUUID(), itemId: item.id, delta: 0.001, source: 'web' }));
  const sendAll = async (client: Client, sent: Fields[]): Promise<ChangeResult[]> => {
    const results: ChangeResult[] = [];
    for (let from = 0; from < sent.length; from += 5) {
      results.push(...(await Promise.all(sent.slice(from, from + 5).map((one) => only(client, one)))));
    }
    return results;
  };
  const some = (left: number): Fields[] => all.filter((_, index) => index % 3 !== left);

  const results = (await Promise.all([sendAll(tenant.user, some(0)), sendAll(beside, some(1))])).flat();

  const log = await tenant.db('changes').orderBy('seq');
  t.is(results.filter(({ status }) => status === 'applied').length, 300);
  t.is(results.filter(({ status }) => status === 'duplicate').length, 100);
  t.deepEqual(
    log.map(({ after }) => Number(after)),
    all.map((_, index) => (index + 1) / 1000),
  );
  t.is(Number((await tenant.db('items').first()).quantity), 0.3);
});

test('many items changed from both ends at once cause no deadlock', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const items = await Promise.all(Array.from({ length: 30 }, (_, n) => createItem({ name: `позиция ${n}` })));
  const all = items.map((item) => ({ itemId: item.id, delta: 1 }));
  const rounds = Array.from({ length: 10 }, () => [change(admin, ...all), change(user, ...all.toReversed())]);

  const results = (await Promise.all(rounds.flat())).flat();

  t.true(results.every((result) => result.status === 'applied'));
  t.is(Number((await db('items').min('quantity as least').first())?.least), 20);
});

test('a change sent again is a duplicate and moves nothing', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Джин', quantity: 1 });
  const sent = { id: randomUUID(), itemId: item.id, delta: 0.5 };

  const results = await Promise.all([only(user, sent), only(user, sent), only(admin, sent)]);
  const [again, within] = await change(user, sent, sent);

  t.is(results.filter((result) => result.status === 'applied').length, 1);
  t.is(results.filter((result) => result.status === 'duplicate').length, 2);
  t.like(again, { status: 'duplicate', item: { quantity: 1.5 }, change: { before: 1, after: 1.5 } });
  t.is(within?.status, 'duplicate');
});

test('an id used again for something else is refused', async (t) => {
  const { user, createItem } = await startTenant(t);
  const [gin, rum] = [await createItem({ name: 'Джин' }), await createItem({ name: 'Ром' })];
  const id = randomUUID();
  await change(user, { id, itemId: gin.id, delta: 0.5 });

  const others = await change(
    user,
    { id, itemId: gin.id, delta: 0.6 },
    { id, itemId: rum.id, delta: 0.5 },
    { id, itemId: gin.id, set: 0.5 },
  );

  t.deepEqual(
    others.map((result) => result.status),
    ['rejected', 'rejected', 'rejected'],
  );
  t.is(others[0]?.error, 'Изменение с таким номером уже записано, и оно другое');
});

test('one bad change never stops the others, and each refusal says why', async (t) => {
  const { user, admin, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Тоник', unit: 'шт', quantity: 10 });
  const gone = await createItem({ name: 'Снятое' });
  await admin.delete(`/api/items/${gone.id}`);
  const bad: [Fields, string][] = [
    [{ itemId: 999_999, delta: 1 }, 'Такой позиции нет'],
    [{ itemId: gone.id, delta: 1 }, 'Позиция «Снятое» удалена'],
    [{ ean: '4600000000000', delta: 1 }, 'Штрихкод прочитан неверно'],
    [{ ean: '4006381333931', delta: 1 }, 'Позиции с таким штрихкодом нет'],
    [{ itemId: item.id, delta: 0.0001 }, 'Не больше трёх знаков после запятой'],
    [{ itemId: item.id, delta: '1' }, 'Количество — число'],
    [{ itemId: item.id, set: -1 }, 'Остаток не меньше нуля'],
    [{ itemId: item.id }, 'Укажите одно из: delta, set, grossWeightG'],
    [{ itemId: item.id, delta: 1, set: 1 }, 'Укажите одно из: delta, set, grossWeightG'],
    [{ delta: 1 }, 'Укажите позицию: itemId или ean'],
    [{ itemId: item.id, delta: 999_995 }, '«Тоник»: остаток вышел бы за 999999'],
    [{ itemId: item.id, set: 1, reason: 'waste' }, 'Причина бывает у прихода или расхода'],
    [{ itemId: item.id, grossWeightG: 1, reason: 'comp' }, 'Причина бывает у прихода или расхода'],
    [{ itemId: item.id, delta: 1, reason: 'theft' }, 'Причина — waste, comp или transfer'],
    [{ itemId: item.id, delta: 1, method: 'weighed' }, 'Способ — typed или scanned'],
    [{ itemId: item.id, delta: 1, source: 'bot' }, 'Источник — web, scanner или scales'],
    [{ itemId: item.id, delta: 1, at: '2020-01-01T00:00:00Z' }, 'Изменение старше 400 дней'],
    [{ itemId: item.id, delta: 1, at: 'вчера' }, 'Время записано неверно'],
    [{ itemId: item.id, delta: 1, note: 'a\0b' }, 'В примечании недопустимый символ'],
    [{ id: 'x', itemId: item.id, delta: 1 }, 'Номер изменения — uuid'],
    [{ itemId: item.id, grossWeightG: 500 }, '«Тоник» считают в штуках, а не взвешивают'],
  ];

  const results = await change(user, ...bad.map(([fields]) => fields), { itemId: item.id, delta: 1 });

  t.deepEqual(
    results.slice(0, -1).map((result) => result.error),
    bad.map(([, error]) => error),
  );
  t.like(results.at(-1), { status: 'applied', item: { quantity: 11 } });
});

test('things that are no changes at all are refused one by one', async (t) => {
  const { user } = await startTenant(t);
  const answer = await user.post('/api/changes').send({ changes: [null, 5, 'x', [], {}] });
  t.is(answer.status, 200);
  t.true(answer.body.results.every((result: ChangeResult) => result.status === 'rejected' && result.error));
});

test('more than 500 changes, or none, are refused whole', async (t) => {
  const { user } = await startTenant(t);
  t.is((await user.post('/api/changes').send({ changes: [] })).status, 400);
  t.is((await user.post('/api/changes').send({ changes: Array(501).fill({}) })).status, 400);
  t.is((await user.post('/api/changes').send({ changes: 'all' })).status, 400);
});

test('500 changes in one request are all applied in their order', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Соль', unit: 'кг' });
  const results = await change(user, ...Array.from({ length: 500 }, (_, n) => ({ itemId: item.id, set: n })));
  t.true(results.every((result, n) => result.change?.after === n));
  t.is(results[0]?.item?.quantity, 499);
});

test('a counted quantity replaces the stock whatever it was, below zero too', async (t) => {
  const { user, createItem } = await startTenant(t);
  const item = await createItem({ name: 'Лёд', unit: 'кг', quantity: 1 });
  t.is((await only(user, { itemId: item.id, delta: -1.5 })).item?.quantity, -0.5);
  t.like((await only(user, { itemId: item.id, set: 3.25 })).change, { before: -0.5, after: 3.25, delta: 3.75 });
});

test('a barcode finds the item in any of its spellings', async (t) => {
  const { user, createItem } = await startTenant(t);
  await createItem({ name: 'Кола', ean: '042100005264' });
  for (const ean of ['042100005264', '0042100005264', '00042100005264', '04252614']) {
    t.is((await only(user, { ean, delta: 1, source: 'scanner' })).status, 'applied', ean);
  }
});

test('a bottle on the scale tells what is left in it', async (t) => {
  const { user, createItem } = await startTenant(t);
  const whisky = await createItem({
    name: 'Виски',
    volume_ml: 700,
    weight_empty_g: 450,
    weight_full_g: 1108,
    density_g_per_ml: 0.94,
  });
  const flour = await createItem({ name: 'Мука', unit: 'кг', weight_empty_g: 100 });
  const bare = await createItem({ name: 'Сироп' });
  const weigh = (itemId: number, grossWeightG: number) =>
    only(user, { itemId, grossWeightG, source: 'scales', confirmed: true });

  t.like(await weigh(whisky.id, 779), { status: 'applied', item: { quantity: 0.35 } });
  t.is((await weigh(whisky.id, 1112)).item?.quantity, 0.7, 'a full bottle holds its volume');
  t.is((await weigh(whisky.id, 443)).item?.quantity, 0, 'an empty one within the tolerance');
  t.is((await weigh(flour.id, 2600.4)).item?.quantity, 2.5);
  t.is((await weigh(whisky.id, 400)).error, '«Виски»: 400 г меньше веса пустой бутылки (450 г)');
  t.is((await weigh(whisky.id, 1300)).item?.quantity, 0.904, 'another glass or a larger bottle, which was confirmed');
  t.is((await weigh(whisky.id, 1900)).error, '«Виски»: 1900 г больше веса полной бутылки (1108 г)');
  t.is((await weigh(bare.id, 1300)).error, '«Сироп»: не указан вес пустой бутылки');
});

test('a clock that is ahead does not date changes into the future', async (t) => {
  const now = new Date('2026-03-01T12:00:00Z');
  const { user, createItem } = await startTenant(t, { clock: () => now });
  const item = await createItem({ name: 'Мята', unit: 'кг' });
  const [ahead, behind] = await change(
    user,
    { itemId: item.id, delta: 1, at: '2026-03-01T13:00:00Z' },
    { itemId: item.id, delta: 1, at: '2026-02-27T08:30:00+03:00' },
  );
  t.is(ahead?.change?.at, now.toISOString());
  t.is(behind?.change?.at, '2026-02-27T05:30:00.000Z');
});
