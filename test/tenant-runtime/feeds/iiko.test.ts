import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { createIiko } from '../../../tenant-runtime/src/feeds/iiko.ts';
import { createOutgoing, type SendOutgoing } from '../../../tenant-runtime/src/feeds/outgoing.ts';
import { startEgress } from '../../support/feeds/egress.ts';
import { type IikoTrouble, soldAtIiko, startIiko } from '../../support/feeds/iiko-server.ts';
import { makeCertificate } from '../../support/ingress/certificates.ts';
import { applied, olap, olapRow, summary } from '../sales/files.ts';
import { addIiko, feedOf, startFed } from './venue.ts';

const paidOn = (days: { day: string; kinds: { paid: number }[] }[]) =>
  days.map(({ day, kinds }) => [day, kinds.reduce((sum, { paid }) => sum + paid, 0)]);

test('sales of iiko come by themselves and no licence stays taken', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-26'), soldAtIiko('2026-11-27'), soldAtIiko('2026-11-28'));
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);

  await venue.run();

  t.like(await feedOf(venue, id), { state: 'healthy', last_day: '2026-11-27', error: null, busy: false });
  t.deepEqual(paidOn((await summary(venue.admin)).days), [
    ['2026-11-26', 600],
    ['2026-11-27', 600],
  ]);
  t.is(iiko.taken(), 0);
  t.is(await venue.nextAt(), '2026-11-29T06:00:00.000Z');
});

test('days that are fetched again replace themselves, also where all of a day was taken back', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-26'), soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  await addIiko(venue, iiko);
  await venue.run();

  iiko.rows.splice(0, 2, soldAtIiko('2026-11-27', { DishDiscountSumInt: 700 }), soldAtIiko('2026-11-28'));
  venue.setClock('2026-11-29T06:00:00Z');
  await venue.run();
  await venue.run();

  t.deepEqual(paidOn((await summary(venue.admin)).days), [
    ['2026-11-27', 700],
    ['2026-11-28', 600],
  ]);
  const periods = iiko.asked.flatMap(({ olap }) => olap?.filters?.['OpenDate.Typed'] ?? []);
  t.like(periods.at(-1), { from: '2026-11-26', to: '2026-11-29' });
  // files that later ones have replaced whole are gone
  t.is((await venue.db('sales_files')).length, 1);
});

test('a store whose sales were taken back has none, nor has one that is asked for no more', async (t) => {
  const iiko = await startIiko(t);
  const hall = { 'Store.Name': 'Зал', DishDiscountSumInt: 100 };
  iiko.rows.push(soldAtIiko('2026-11-27'), soldAtIiko('2026-11-27', hall));
  const venue = await startFed(t);
  const paid = async () => paidOn((await summary(venue.admin)).days);
  const { id } = await addIiko(venue, iiko);
  await venue.run();
  t.deepEqual(await paid(), [['2026-11-27', 700]]);

  await venue.admin.put(`/api/feeds/${id}`).send({ store: 'Бар' });
  await venue.admin.post(`/api/feeds/${id}/check`);
  t.deepEqual(await paid(), [['2026-11-27', 600]]);
  await venue.admin.put(`/api/feeds/${id}`).send({ store: null });
  await venue.admin.post(`/api/feeds/${id}/check`);
  t.deepEqual(await paid(), [['2026-11-27', 700]]);
  iiko.rows.pop();
  await venue.admin.post(`/api/feeds/${id}/check`);

  t.deepEqual(await paid(), [['2026-11-27', 600]]);
});

test('what a file has brought of another store stays beside a feed of one store', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  await applied(venue.admin, olap([olapRow({ 'OpenDate.Typed': '2026-11-27', 'Store.Name': 'Зал' })]));
  await addIiko(venue, iiko, { store: 'Бар' });

  await venue.run();

  t.deepEqual(paidOn((await summary(venue.admin)).days), [['2026-11-27', 1200]]);
});

test('a server without sizes is asked for units instead', async (t) => {
  const iiko = await startIiko(t, { hasSizes: false });
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  await addIiko(venue, iiko);

  await venue.run();

  const [{ olap } = {}] = iiko.asked.filter(({ place }) => place === 'olap');
  t.true(olap?.groupByRowFields?.includes('DishMeasureUnit'));
  t.false(olap?.groupByRowFields?.includes('DishSize.Name'));
});

test('a session that the server has ended is opened once more', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);
  let restarted = false;
  iiko.onAsked((place) => {
    if (place !== 'olap' || restarted) return;
    restarted = true;
    iiko.restart();
  });

  await venue.run();

  t.is((await feedOf(venue, id)).state, 'healthy');
  t.is(iiko.taken(), 0);
});

const troubles: [string, Parameters<Awaited<ReturnType<typeof startIiko>>['fail']>[0], IikoTrouble, RegExp][] = [
  [
    'a business error',
    'olap',
    { status: 409, body: 'Склад закрыт' },
    /отказал в отчёте\. iiko говорит: «Склад закрыт»/,
  ],
  ['a wrong request', 'olap', { status: 400, body: 'Bad field' }, /не понял запроса/],
  ['no licence', 'olap', { status: 403, body: 'Module 28008806 is blocked' }, /лицензии iikoAPIServer/],
  ['an error of its own', 'olap', { status: 500, body: '<h1>Oops</h1>' }, /ошибкой 500.*«Oops»/],
  ['a page instead of a report', 'olap', { status: 200, body: '<!DOCTYPE html><html></html>' }, /отвечает страница/],
  ['a page instead of a token', 'auth', { status: 200, body: '<html>Вход</html>' }, /отвечает страница/],
  [
    'a redirect',
    'auth',
    { status: 302, headers: { location: 'https://other.example/resto' } },
    /перенаправляет на https:\/\/other\.example/,
  ],
];

for (const [what, place, trouble, words] of troubles) {
  test(`${what} is told in words and leaves no licence taken`, async (t) => {
    const iiko = await startIiko(t);
    iiko.fail(place, trouble);
    const venue = await startFed(t);
    const { id } = await addIiko(venue, iiko);

    await venue.run();

    const { state, error, last_day } = await feedOf(venue, id);
    t.is(state, 'failed');
    t.regex(error ?? '', words);
    t.is(last_day, null);
    t.is(iiko.taken(), 0);
    t.is(await venue.nextAt(), '2026-11-28T06:10:00.000Z');
  });
}

test('all licences taken is told, and the feed is tried again later', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const free = iiko.take();
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);

  await venue.run();
  t.regex((await feedOf(venue, id)).error ?? '', /все её места заняты/);
  free();
  venue.setClock('2026-11-28T06:10:00Z');
  await venue.run();

  t.is((await feedOf(venue, id)).state, 'healthy');
});

test('a refused password stops the feed until it is changed', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko, { password: 'не тот' });

  await venue.run();
  t.like(await feedOf(venue, id), { state: 'stopped', refused: true });
  const { length } = iiko.asked;
  venue.setClock('2026-11-29T06:00:00Z');
  await venue.run();
  t.is(iiko.asked.length, length);
  t.is((await venue.admin.post(`/api/feeds/${id}/check`)).status, 409);

  await venue.admin.put(`/api/feeds/${id}`).send({ password: iiko.password });
  await venue.run();

  t.like(await feedOf(venue, id), { state: 'healthy', refused: false, last_day: '2026-11-28' });
});

test('a report that is cut off by the end of the process leaves no licence taken', async (t) => {
  const iiko = await startIiko(t);
  iiko.fail('olap', 'hang');
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);
  const asked = new Promise<void>((resolve) => iiko.onAsked((place) => place === 'olap' && resolve()));

  const running = venue.run();
  await asked;
  t.is(iiko.taken(), 1);
  await venue.app.close();
  await running;

  t.is(iiko.taken(), 0);
  const row = await venue.db('feeds').where({ id }).first();
  t.like(row, { claimed_until: null, session_sealed: null, error: null });
});

test('a report over a broken line leaves no licence taken', async (t) => {
  const iiko = await startIiko(t);
  iiko.fail('olap', 'hang');
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);
  iiko.onAsked((place) => place === 'olap' && setImmediate(iiko.drop));

  await venue.run();

  t.regex((await feedOf(venue, id)).error ?? '', /соединение оборвалось/);
  t.is(iiko.taken(), 0);
});

test('a report that takes too long leaves no licence taken', async (t) => {
  const iiko = await startIiko(t);
  iiko.fail('olap', 'hang');
  const send = createOutgoing(await startEgress(t));
  const { url: address, login, password } = iiko;
  const impatient: SendOutgoing = (request) => send({ ...request, ...(request.to && { timeoutMs: 100 }) });
  const account = { address, login, password, store: null, fingerprint: null };
  const client = createIiko({ send: impatient, remember: async () => {}, left: undefined }, account);

  const fetching = client.fetch({ from: '2026-11-27', to: '2026-11-27' }, '/dev/null', new AbortController().signal);

  await t.throwsAsync(fetching, { message: /не ответил за 0.1 с/ });
  t.is(iiko.taken(), 0);
});

test('a session that the server could not be told of is ended before the next one begins', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(soldAtIiko('2026-11-27'));
  iiko.fail('logout', 'hang', 'hang');
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);
  iiko.onAsked((place) => place === 'logout' && setImmediate(iiko.drop));

  await venue.run();
  t.is(iiko.taken(), 1);
  t.regex((await venue.db('feeds').where({ id }).first()).session_sealed, /^v2\./);
  venue.setClock('2026-11-28T06:10:00Z');
  await venue.run();

  t.is((await feedOf(venue, id)).state, 'healthy');
  t.is(iiko.taken(), 0);
});

test('a server at the bare address is found, and one that is none is told', async (t) => {
  const iiko = await startIiko(t, { root: '' });
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const other = await startIiko(t, { root: '/elsewhere' });
  const venue = await startFed(t);
  const bare = await addIiko(venue, iiko, { name: 'Один' });
  const none = await addIiko(venue, other, { name: 'Два' });

  await venue.run();

  t.is((await feedOf(venue, bare.id)).state, 'healthy');
  t.regex((await feedOf(venue, none.id)).error ?? '', /нет сервера iiko/);
});

test('a certificate that nobody vouches for is trusted once an administrator says so, and no other', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-iiko-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const [one, two] = await Promise.all(
    ['one', 'two'].map((name) => makeCertificate(`${folder}/${name}`, ['localhost'])),
  );
  const tlsOf = async (paths = one) => ({
    key: await readFile(paths?.key ?? ''),
    cert: await readFile(paths?.certificate ?? ''),
  });
  const iiko = await startIiko(t, { tls: await tlsOf(one) });
  iiko.rows.push(soldAtIiko('2026-11-27'));
  const venue = await startFed(t);
  const { id } = await addIiko(venue, iiko);

  await venue.run();
  const { seen_fingerprint, error } = await feedOf(venue, id);
  t.regex(error ?? '', /подтвердите сертификат/);
  t.deepEqual(iiko.asked, [], 'the password was not sent');
  await venue.admin.put(`/api/feeds/${id}`).send({ fingerprint: seen_fingerprint });
  await venue.run();
  t.is((await feedOf(venue, id)).state, 'healthy');

  const swapped = await startIiko(t, { tls: await tlsOf(two) });
  await venue.admin.put(`/api/feeds/${id}`).send({ address: swapped.url, password: swapped.password });
  await venue.admin.post(`/api/feeds/${id}/check`);
  t.regex((await feedOf(venue, id)).error ?? '', /Сертификат сервера сменился/);
  t.deepEqual(swapped.asked, []);
});
