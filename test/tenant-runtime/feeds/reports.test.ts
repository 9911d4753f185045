import test from 'ava';
import { dishesOf, olap, olapRow, summary } from '../sales/files.ts';
import { addFeed, feedOf, startFed } from './venue.ts';

const REPORT = olap([olapRow({ 'OpenDate.Typed': '2026-11-27' })]);

test('a report that is sent to its address is written at once, as a body or in a form', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload', name: 'Касса у входа' });
  const path = upload_path ?? '';

  const sent = await venue.anonymous.post(path).set('Content-Type', 'application/json').send(REPORT);
  const form = await venue.anonymous.post(path).attach('file', Buffer.from(REPORT), 'olap.json');

  t.like(sent.body, { success: true, applied: true, from: '2026-11-27', to: '2026-11-27' });
  t.like(form.body, { applied: true, message: 'Продажи записаны: 27.11.2026' });
  t.like(await feedOf(venue, feed.id), { state: 'healthy', last_day: '2026-11-27' });
  t.is((await dishesOf(venue.admin))[0]?.paid, 600, 'sent twice it is there once');
  t.is((await venue.admin.get('/api/sales/files')).body.pagination.total, 1);
});

test('a report whose total differs waits as a draft, and the feed says why', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload' });
  const wrong = olap([olapRow()], [[{}, { DishAmountInt: 3, DishDiscountSumInt: 900 }]]);

  const { body } = await venue.anonymous.post(upload_path ?? '').send(wrong);

  t.is(body.applied, false);
  t.like(await feedOf(venue, feed.id), { state: 'failed', error: body.message, last_day: null });
  t.is((await venue.admin.get('/api/sales/files')).body.files[0].status, 'draft');
  t.deepEqual((await summary(venue.admin)).days, []);
});

test('a report without days is taken for the day that its sender says', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload' });
  const table = 'блюдо;количество;выручка\nНегрони;3;1500\n';
  const send = (query: string) =>
    venue.anonymous.post(`${upload_path}${query}`).set('Content-Type', 'text/csv').send(table);

  const refused = await send('');
  t.is(refused.status, 422);
  t.regex(refused.body.error, /нет дней/);
  t.is((await feedOf(venue, feed.id)).state, 'failed');

  t.like((await send('?day=2026-11-27')).body, { applied: true, to: '2026-11-27' });
  t.is((await feedOf(venue, feed.id)).state, 'healthy');
});

test('the day that a sender says goes before the period above the table', async (t) => {
  const venue = await startFed(t);
  const { upload_path } = await addFeed(venue, { kind: 'upload' });
  const table = 'Период: 26.11.2026 - 28.11.2026;;\nблюдо;количество;выручка\nНегрони;3;1500\n';

  const { body } = await venue.anonymous
    .post(`${upload_path}?day=2026-11-27`)
    .set('Content-Type', 'text/csv')
    .send(table);

  t.like(body, { applied: true, from: '2026-11-27', to: '2026-11-27' });
  t.deepEqual(
    (await summary(venue.admin)).days.map(({ day }: { day: string }) => day),
    ['2026-11-27'],
  );
});

test('what cannot be read is refused in words, and nothing of it is kept', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload' });
  const send = (body: string) =>
    venue.anonymous
      .post(upload_path ?? '')
      .set('Content-Type', 'text/plain')
      .send(body);

  t.is((await send('{"a": 1}')).status, 422);
  t.is((await send('')).status, 400);
  t.is((await venue.db('sales_files')).length, 0);
  t.is((await feedOf(venue, feed.id)).state, 'failed');
});

test('the secret is shown once, its successor ends it, and strangers are limited', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload' });
  const secret = upload_path?.split('/').at(-1) ?? 'none';
  t.false(JSON.stringify((await venue.admin.get('/api/feeds')).body).includes(secret));
  t.false(JSON.stringify(await venue.db('feeds')).includes(secret));

  const renewed = await venue.admin.post(`/api/feeds/${feed.id}/secret`);
  t.is((await venue.anonymous.post(upload_path ?? '').send(REPORT)).status, 404);
  t.is((await venue.anonymous.post(renewed.body.upload_path).send(REPORT)).status, 200);

  for (let left = 100; left > 0; left -= 1) {
    const { status } = await venue.anonymous.post(`/api/feeds/upload/${left}`).send('x');
    if (status === 429) break;
    t.is(status, 404);
  }
  t.is((await venue.anonymous.post('/api/feeds/upload/x').send('x')).status, 429);
  t.is((await venue.anonymous.post(renewed.body.upload_path).send(REPORT)).status, 200, 'who knows it is not');
});

test('an address that is switched off takes nothing', async (t) => {
  const venue = await startFed(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload' });
  await venue.admin.put(`/api/feeds/${feed.id}`).send({ enabled: false });

  const { status, body } = await venue.anonymous.post(upload_path ?? '').send(REPORT);

  t.is(status, 409);
  t.regex(body.error, /выключен/);
  t.is((await venue.db('sales_files')).length, 0);
});
