import { randomUUID } from 'node:crypto';
import type { CountEntryResult } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import test from 'ava';
import { startTenant } from '../support/venue/tenant.ts';
import { close, closed, enter, entered, lineOf, linesOf, move, open, opened, quantityOf } from './counting.ts';

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

test.serial('people counting one item at once all count', async (t) => {
  const { admin, user, asNewUser, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин' });
  const count = await opened(admin);
  const people = [admin, user, ...(await Promise.all(times(6, (n) => asNewUser(`barman${n}`))))];

  await Promise.all(
    people.flatMap((one) => times(10, () => entered(one, count.id, { itemId: gin.id, quantity: 0.25 }))),
  );

  t.like(await lineOf(admin, count.id, gin.id), { counted: 20, entries: 80 });
});

test.serial('an entry sent many times at once is one', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const items = await Promise.all(times(20, (n) => createItem({ name: `Позиция ${n}` })));
  const count = await opened(admin);
  const batch = items.map((item) => ({ id: randomUUID(), itemId: item.id, quantity: 1 }));

  const answers = await Promise.all([
    ...times(5, () => enter(user, count.id, ...batch)),
    ...times(5, () => enter(user, count.id, ...batch.toReversed())),
  ]);

  const statuses = answers.flat().map(({ status }) => status);
  t.is(statuses.filter((status) => status === 'applied').length, 20);
  t.is(statuses.filter((status) => status === 'duplicate').length, 180);
  t.true((await linesOf(admin, count.id)).every((line) => line.counted === 1));
});

test.serial('an entry that races the closing is in what was closed, or refused', async (t) => {
  const { admin, user, asNewUser, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 7 });
  const count = await opened(admin);
  const other = await asNewUser('other');
  const results: CountEntryResult[] = [];
  const counting = [user, other].map(async (one) => {
    for (;;) {
      const result = await entered(one, count.id, { itemId: gin.id, quantity: 1 });
      results.push(result);
      if (result.status !== 'applied') return;
    }
  });
  await Promise.all(times(5, () => entered(user, count.id, { itemId: gin.id, quantity: 1 })));
  await closed(admin, count.id);
  await Promise.all(counting);

  const acknowledged = results.filter(({ status }) => status === 'applied').length + 5;
  t.is(results.filter(({ status }) => status === 'rejected').length, 2);
  t.is((await lineOf(admin, count.id, gin.id)).counted, acknowledged);
  t.is(await quantityOf(admin, gin.id), acknowledged);
});

test.serial('of two closings, openings anew or cancellings at once one wins', async (t) => {
  const { admin, createItem, db } = await startTenant(t);
  const items = await Promise.all(times(10, (n) => createItem({ name: `Позиция ${n}`, quantity: 5 })));
  const count = await opened(admin);
  await enter(admin, count.id, ...items.map((item) => ({ itemId: item.id, quantity: 3 })));
  const statusesOf = async (requests: PromiseLike<{ status: number }>[]): Promise<number[]> =>
    (await Promise.all(requests)).map(({ status }) => status).sort();

  t.deepEqual(await statusesOf(times(3, () => close(admin, count.id))), [200, 409, 409]);
  t.is(
    await db('changes')
      .where({ source: 'count' })
      .count('*')
      .first()
      .then((row) => Number(row?.count)),
    10,
  );
  const act = (what: string) => admin.post(`/api/counts/${count.id}/${what}`).send({ reason: 'ошибка' });
  t.deepEqual(await statusesOf(times(3, () => act('reopen'))), [200, 409, 409]);
  t.true((await admin.get('/api/items')).body.items.every((item: { quantity: number }) => item.quantity === 5));
  t.deepEqual(await statusesOf([act('cancel'), close(admin, count.id)]), [200, 409]);
});

test.serial('a key opens one count; counts that share an item are not open at once', async (t) => {
  const { admin, createItem } = await startTenant(t);
  const items = await Promise.all(times(30, (n) => createItem({ name: `Позиция ${n}` })));
  const ids = items.map(({ id }) => id);
  const key = randomUUID();
  const same = await Promise.all(times(4, () => open(admin, { key, scope: 'items', itemIds: ids.slice(0, 2) })));
  t.deepEqual(same.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  t.is(new Set(same.map(({ body }) => body.count.id)).size, 1);
  await admin.post(`/api/counts/${same[0]?.body.count.id}/cancel`).send({ reason: 'проба' });

  const crossing = await Promise.all([
    open(admin, { scope: 'items', itemIds: ids.slice(0, 20) }),
    open(admin, { scope: 'items', itemIds: ids.slice(10).toReversed() }),
    open(admin),
  ]);

  t.deepEqual(crossing.map(({ status }) => status).sort(), [201, 409, 409]);
  t.true(crossing.every(({ status, body }) => status === 201 || body.code === 'count_overlaps'));
  const apart = await Promise.all(
    [ids.slice(0, 5), ids.slice(5, 10)].map(async (itemIds) => {
      await Promise.all(
        crossing
          .filter(({ status }) => status === 201)
          .map(({ body }) => admin.post(`/api/counts/${body.count.id}/cancel`).send({ reason: 'проба' })),
      );
      return open(admin, { scope: 'items', itemIds });
    }),
  );
  t.deepEqual(
    apart.map(({ status }) => status),
    [201, 201],
  );
});

test.serial('a new item entered into two counts at once is held by one', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const [gin, rum] = [
    await createItem({ name: 'Джин', category: 'А' }),
    await createItem({ name: 'Ром', category: 'Б' }),
  ];
  const counts = [
    await opened(admin, { scope: 'categories', categories: ['А', 'В'] }),
    await opened(admin, { scope: 'categories', categories: ['Б', 'В'] }),
  ];
  const wine = await createItem({ name: 'Вино', category: 'В' });
  const answers = await Promise.all(
    counts.map((count, n) =>
      enter(user, count.id, { itemId: wine.id, quantity: 1 }, { itemId: n === 0 ? gin.id : rum.id, quantity: 1 }),
    ),
  );
  const ofWine = answers.map(([result]) => result?.status).sort();
  t.deepEqual(ofWine, ['applied', 'rejected']);
  t.true(answers.every(([, own]) => own?.status === 'applied'));
  t.regex(answers.flat().find(({ error }) => error)?.error ?? '', /^«Вино» уже считают/);
});

test.serial('an entry that races a recount belongs to one round, and none is lost', async (t) => {
  const { admin, user, createItem } = await startTenant(t);
  const gin = await createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(admin);
  await entered(user, count.id, { itemId: gin.id, quantity: 1 });

  await Promise.all([
    ...times(10, () => entered(user, count.id, { itemId: gin.id, quantity: 1 })),
    ...times(5, () => admin.post(`/api/counts/${count.id}/recount`).send({ itemIds: [gin.id] })),
    ...times(10, () => entered(admin, count.id, { itemId: gin.id, quantity: 1 })),
  ]);

  const { entries } = (await admin.get(`/api/counts/${count.id}/entries?limit=100`)).body;
  t.is(entries.length, 21);
  const line = await lineOf(admin, count.id, gin.id);
  const newest = Math.max(...entries.map((entry: { round: number }) => entry.round));
  t.is(line.counted, entries.filter((entry: { round: number }) => entry.round === newest).length);
  t.is(line.recount, line.round > newest);
});

test.serial('changes that race the closing are all in the stock', async (t) => {
  const { admin, user, createItem, db } = await startTenant(t);
  const items = await Promise.all(times(40, (n) => createItem({ name: `Позиция ${n}`, quantity: 10 })));
  const count = await opened(admin);
  await enter(admin, count.id, ...items.map((item) => ({ itemId: item.id, quantity: 8 })));
  await Promise.all([
    ...items.map((item) => move(user, item.id, { delta: -1 })),
    closed(admin, count.id),
    ...items.map((item) => move(user, item.id, { delta: 0.5 })),
  ]);
  const quantities = (await db('items').select('quantity')).map(({ quantity }) => Number(quantity));
  t.deepEqual(new Set(quantities), new Set([7.5]));
  const { rows } = await db.raw(
    `select i.id from items i where i.quantity <> (select sum(delta) from changes c where c.item_id = i.id)`,
  );
  t.is(rows.length, 0);
});

test.serial('50 people count 2,000 things at once, and the sum is exact', async (t) => {
  const { admin, asNewUser, createItem } = await startTenant(t);
  const items = await Promise.all(times(25, (n) => createItem({ name: `Позиция ${n}`, quantity: 4 })));
  const count = await opened(admin);
  const people = await Promise.all(times(50, (n) => asNewUser(`person${n}`)));
  await Promise.all(
    people.map(async (one) => {
      for (let round = 0; round < 8; round += 1) {
        await enter(one, count.id, ...times(5, (n) => ({ itemId: items[(round * 5 + n) % 25]?.id, quantity: 0.125 })));
      }
    }),
  );
  const lines = await linesOf(admin, count.id);
  t.is(
    lines.reduce((sum, line) => sum + (line.counted ?? 0), 0),
    250,
  );
  t.true(lines.every(({ counters }) => counters.length === 50));
  const { counters } = (await admin.get(`/api/counts/${count.id}`)).body.count;
  t.is(
    counters.reduce((sum: number, one: { entries: number }) => sum + one.entries, 0),
    2000,
  );
});

test.serial(
  'those who ask for a count at the same moment share a reading, which is not older than their question',
  async (t) => {
    const { admin, user, createItem, db } = await startTenant(t);
    const gin = await createItem({ name: 'Джин' });
    const count = await opened(admin);
    let tallies = 0;
    db.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('count(distinct item_id)')) tallies += 1;
    });
    const asked = times(40, () => admin.get(`/api/counts/${count.id}`).then());
    await entered(user, count.id, { itemId: gin.id, quantity: 1 });
    t.is((await user.get(`/api/counts/${count.id}`)).body.count.coverage.counted, 1);
    t.true((await Promise.all(asked)).every(({ status }) => status === 200));
    t.true(tallies < 40, `${tallies} readings`);
  },
);

test.serial('a count of 10,000 items is opened, read and closed by as few statements as a small one', async (t) => {
  const { admin, createItem, db } = await startTenant(t);
  const first = await createItem({ name: 'Первая', category: 'К0' });
  await db.raw(
    `insert into items (name, search_name, category, unit, quantity)
     select 'Позиция ' || n, 'позиция ' || n, 'К' || n % 40, 'л', n % 7 from generate_series(1, 9999) n`,
  );
  await db.raw(
    `insert into changes (id, item_id, delta, before, after, method, given, source, at)
     select gen_random_uuid(), id, quantity, 0, quantity, 'delta', quantity, 'import', now() - interval '1 day'
       from items where quantity <> 0`,
  );
  const statements: Record<string, number> = {};
  let asked = 0;
  db.on('query', () => {
    asked += 1;
  });
  const counted = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const from = asked;
    const done = await work();
    statements[what] = asked - from;
    return done;
  };

  const count = await counted('open', () => opened(admin));
  for (let from = 0; from < 9500; from += 500) {
    const entries = times(500, (n) => ({ itemId: first.id + from + n, quantity: 3 }));
    await counted('enter 500', () => enter(admin, count.id, ...entries));
  }
  await counted('lines', async () => {
    const { body } = await admin.get(`/api/counts/${count.id}/lines?limit=100`);
    t.is(body.pagination.total, 10_000);
  });
  await counted('differing lines', async () => {
    const { body } = await admin.get(`/api/counts/${count.id}/lines?state=differs&limit=100&page=20`);
    t.is(body.lines.length, 100);
  });
  await counted('details', () => admin.get(`/api/counts/${count.id}`).then());
  await counted('close', () => closed(admin, count.id, 'zero'));
  await counted('closed lines', () => admin.get(`/api/counts/${count.id}/lines?state=differs`).then());
  await counted('reopen', async () => {
    t.is((await admin.post(`/api/counts/${count.id}/reopen`).send({ reason: 'ещё раз' })).status, 200);
  });
  t.log(statements);

  const { rows } = await db.raw(
    `select count(*) as moved from items i where quantity <> (select coalesce(sum(delta), 0) from changes where item_id = i.id)`,
  );
  t.is(Number(rows[0].moved), 0);
  for (const [what, number] of Object.entries(statements)) t.true(number <= 100, `${what}: ${number} statements`);
});
