import test from 'ava';
import { soldAtIiko, startIiko } from '../../support/feeds/iiko-server.ts';
import { soldAtPoster, startPoster } from '../../support/feeds/poster-api.ts';
import type { Tenant } from '../../support/venue/tenant.ts';
import { applied, olap, olapRow, summary } from '../sales/files.ts';
import { addFeed, addIiko, feedOf, startFed } from './venue.ts';

const DISHES = ['Негрони', 'Хеллес (0,4)', 'Тоник', 'Виски'];
const report = (amounts: number[], day = '2026-11-27'): string =>
  olap(
    amounts.map((amount, at) =>
      olapRow({ DishName: DISHES[at], DishAmountInt: amount, 'Store.Name': null, 'OpenDate.Typed': day }),
    ),
  );
const TABLE = [
  'Дата;Товар;Количество;Выручка',
  ...DISHES.map((name, at) => `27.11.2026;${name};${at + 1};500`),
  '',
].join('\n');

type Day = { day: string; kinds: { quantity: number }[] };
const soldBy = async ({ admin }: Pick<Tenant, 'admin'>): Promise<[string, number][]> =>
  (await summary(admin, '2026-09-01')).days.map(({ day, kinds }: Day) => [
    day.slice(5),
    kinds.reduce((sum, { quantity }) => sum + quantity, 0),
  ]);

test('two addresses for reports of one kind of till keep two tills', async (t) => {
  const venue = await startFed(t);
  const one = await addFeed(venue, { kind: 'upload', name: 'Касса у входа' });
  const two = await addFeed(venue, { kind: 'upload', name: 'Касса на террасе' });
  const send = (path: string | null, text: string) => venue.anonymous.post(path ?? '').send(text);

  for (const day of ['2026-11-26', '2026-11-27']) {
    t.true((await send(one.upload_path, report([5, 6, 7], day))).body.applied);
    t.true((await send(two.upload_path, report([1, 2, 3], day))).body.applied);
  }

  t.deepEqual(await soldBy(venue), [
    ['11-26', 24],
    ['11-27', 24],
  ]);
  const { sources } = (await venue.admin.get('/api/sales/sources')).body;
  t.deepEqual(
    sources.map(({ name }: { name: string }) => name),
    ['Касса у входа', 'Касса на террасе'],
  );
});

test('a report that is unlike the day’s earlier one waits, and a corrected one is written', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload' });
  const send = async (amounts: number[]) => (await venue.anonymous.post(upload_path ?? '').send(report(amounts))).body;
  await send([5, 6, 7]);

  const other = await send([1, 2, 3]);
  t.false(other.applied);
  t.regex(other.message, /возможно, это отчёт другой кассы/);
  t.like(await feedOf(venue, feed.id), { state: 'failed', error: other.message });
  t.deepEqual(await soldBy(venue), [['11-27', 18]]);

  t.true((await send([5, 6, 8])).applied);
  t.deepEqual(await soldBy(venue), [['11-27', 19]]);
});

test('a report of a day that is not over yet is replaced by what it has grown to', async (t) => {
  const venue = await startFed(t);
  const { upload_path } = await addFeed(venue, { kind: 'upload' });
  const send = async (amounts: number[]) =>
    (await venue.anonymous.post(upload_path ?? '').send(report(amounts, '2026-11-28'))).body.applied;

  t.true(await send([1, 2]));
  t.true(await send([4, 6, 3]));

  t.deepEqual(await soldBy(venue), [['11-28', 13]]);
});

test('what Poster answers of sales that its workbook has brought is not counted twice, and goes on in its source', async (t) => {
  const poster = await startPoster(t);
  const sold = (at: number) =>
    soldAtPoster({ product_id: String(at), product_name: DISHES[at], count: String(at + 1), payed_sum: '50000' });
  poster.days.set('20261126', [sold(0)]);
  poster.days.set(
    '20261127',
    DISHES.map((_, at) => sold(at)),
  );
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const table = await applied(venue.admin, TABLE);
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token });

  await venue.run();
  await venue.admin.post(`/api/feeds/${feed.id}/check`);
  t.regex((await feedOf(venue, feed.id)).error ?? '', /«Таблица» уже есть такие же продажи.*выберите её в подключении/);
  t.deepEqual(await soldBy(venue), [
    ['11-26', 1],
    ['11-27', 10],
  ]);
  t.is((await venue.db('sales_files').where({ status: 'draft' })).length, 1, 'it waits once');

  await venue.admin.put(`/api/feeds/${feed.id}`).send({ source_id: table.source.id });
  await venue.run();
  t.like(await feedOf(venue, feed.id), { state: 'healthy', last_day: '2026-11-27', source: { name: 'Таблица' } });
  t.deepEqual(await soldBy(venue), [
    ['11-26', 1],
    ['11-27', 10],
  ]);
  const bySource = await venue.db('sales').distinct('source_id');
  t.deepEqual(bySource, [{ source_id: table.source.id }], 'what came before has gone there too');
});

test('a fetched feed whose sales are of another till goes on once a person has said so', async (t) => {
  const poster = await startPoster(t);
  poster.days.set(
    '20261127',
    DISHES.map((name, at) =>
      soldAtPoster({ product_id: String(at), product_name: name, count: String(at + 1), payed_sum: '50000' }),
    ),
  );
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  await applied(venue.admin, TABLE);
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token, source_id: null });
  await venue.run();
  const [draft] = (await venue.admin.get('/api/sales/files')).body.files;
  t.like(draft, { status: 'draft', feed: { name: 'Poster', fetched: true } });

  await venue.admin.post(`/api/sales/files/${draft.id}/apply`).send({ again: true });
  await venue.admin.post(`/api/feeds/${feed.id}/check`);

  t.like(await feedOf(venue, feed.id), { state: 'healthy', last_day: '2026-11-27' });
  t.deepEqual(await soldBy(venue), [['11-27', 20]]);
});

test('a feed with another store is read from its beginning, and days that the new store has are its own', async (t) => {
  const iiko = await startIiko(t);
  const sold = (day: string, store: string, amount: number) =>
    soldAtIiko(`2026-11-${day}`, { 'Store.Name': store, DishAmountInt: amount });
  iiko.rows.push(sold('02', 'Кухня', 9), sold('10', 'Кухня', 7), sold('27', 'Кухня', 8));
  iiko.rows.push(sold('10', 'Бар', 1), sold('27', 'Бар', 2));
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko, { store: 'Кухня' });
  await venue.run();
  t.is((await soldBy(venue)).length, 3);

  const { body } = await venue.admin.put(`/api/feeds/${id}`).send({ store: 'Бар' });
  t.is(body.feed.last_day, null);
  await venue.run();

  t.deepEqual(await soldBy(venue), [
    ['11-02', 9],
    ['11-10', 1],
    ['11-27', 2],
  ]);
});

test('a feed at another address is read from its beginning, and what the new server does not know stays', async (t) => {
  const [before, after] = [await startIiko(t), await startIiko(t)];
  before.rows.push(soldAtIiko('2026-11-16'), soldAtIiko('2026-11-18', { DishAmountInt: 5 }));
  after.rows.push(soldAtIiko('2026-11-18', { DishAmountInt: 4 }), soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  const { id } = await addIiko(venue, before);
  await venue.run();

  await venue.admin.put(`/api/feeds/${id}`).send({ address: after.url, password: after.password });
  await venue.run();

  t.deepEqual(await soldBy(venue), [
    ['11-16', 2],
    ['11-18', 4],
    ['11-27', 2],
  ]);
});

test('of several sources of its kind a fetched feed has one chosen, and one of another kind is refused', async (t) => {
  const iiko = await startIiko(t);
  const venue = await startFed(t);
  await applied(venue.admin, report([5, 6, 7]));
  await venue.admin.post('/api/sales/sources').send({ name: 'Касса на террасе', kind: 'iiko' });
  const { body: other } = await venue.admin.post('/api/sales/sources').send({ name: 'Эвотор', kind: 'evotor' });
  const fields = { kind: 'iiko', address: iiko.url, login: iiko.login, password: iiko.password };

  const unsaid = await venue.admin.post('/api/feeds').send(fields);
  t.deepEqual([unsaid.status, Object.keys(unsaid.body.errors)], [400, ['source_id']]);
  t.is((await venue.admin.post('/api/feeds').send({ ...fields, source_id: other.source.id })).status, 400);
  const { body } = await venue.admin.post('/api/feeds').send({ ...fields, source_id: null, name: 'Бар во дворе' });
  t.is(body.feed.source.name, 'Бар во дворе');
});
