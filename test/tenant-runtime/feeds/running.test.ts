import test from 'ava';
import { soldAtIiko, startIiko } from '../../support/feeds/iiko-server.ts';
import { soldAtPoster, startPoster } from '../../support/feeds/poster-api.ts';
import { until } from '../../support/run/until.ts';
import { startBeside } from '../../support/venue/tenant.ts';
import { olap, olapRow } from '../sales/files.ts';
import { addFeed, addIiko, feedOf, NINE, startFed } from './venue.ts';

test('a feed is fetched at its hour by the venue’s clock, and what was missed is made up for', async (t) => {
  const iiko = await startIiko(t);
  iiko.rows.push(...['25', '26', '27', '28', '29', '30'].map((day) => soldAtIiko(`2026-11-${day}`)));
  const venue = await startFed(t, { TIMEZONE: 'Asia/Vladivostok' });
  venue.setClock('2026-11-27T19:00:00Z');
  const { id } = await addIiko(venue, iiko, { hour: 6 });

  // five in the morning of the 28th: the last finished day is the 26th
  await venue.run();
  t.is((await feedOf(venue, id)).last_day, '2026-11-26');
  t.is(await venue.nextAt(), '2026-11-27T20:00:00.000Z');

  venue.setClock('2026-11-30T20:00:00Z');
  await venue.run();
  t.is((await feedOf(venue, id)).last_day, '2026-11-30');
  const { from, to } = iiko.asked.findLast(({ olap: asked }) => asked)?.olap?.filters?.['OpenDate.Typed'] ?? {};
  t.deepEqual([from, to], ['2026-11-27', '2026-12-01']);
});

test('two processes that run at once fetch a feed once', async (t) => {
  const poster = await startPoster(t);
  poster.days.set('20261127', [soldAtPoster()]);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  await addFeed(venue, { kind: 'poster', token: poster.token });
  const beside = await startBeside(t, venue, () => new Date(NINE));

  await Promise.all([venue.run(), beside.services.feedTask.run(), venue.run()]);

  t.is(poster.asked.length, 30);
});

test('a fetch whose process was killed is taken up by another one when its claim is over', async (t) => {
  const poster = await startPoster(t);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token });
  await venue.db('feeds').update({ claimed_until: new Date('2026-11-28T06:08:00Z') });

  await venue.run();
  t.deepEqual(poster.asked, []);
  t.true((await feedOf(venue, feed.id)).busy);
  t.is(await venue.nextAt(), '2026-11-28T06:08:00.000Z');
  venue.setClock('2026-11-28T06:08:00Z');
  await venue.run();

  t.like(await feedOf(venue, feed.id), { busy: false, last_day: '2026-11-27' });
});

test('a feed that is switched off is not fetched, and is up to date once it is on again', async (t) => {
  const poster = await startPoster(t);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token });
  await venue.admin.put(`/api/feeds/${feed.id}`).send({ enabled: false });

  await venue.run();
  t.is(await venue.nextAt(), null);
  t.deepEqual(poster.asked, []);
  t.is((await feedOf(venue, feed.id)).state, 'stopped');
  await venue.admin.put(`/api/feeds/${feed.id}`).send({ enabled: true });
  await venue.admin.post(`/api/feeds/${feed.id}/check`);

  // whoever asks for a check waits for fifteen seconds of it
  await until(async () => (await feedOf(venue, feed.id)).last_day === '2026-11-27', 'it is up to date');
  t.is((await feedOf(venue, feed.id)).state, 'healthy');
});

test('sales of a server go on in the source that its files were loaded to, and those of another in one of its own', async (t) => {
  const iiko = await startIiko(t, { slots: 2 });
  const venue = await startFed(t);
  await venue.admin
    .post('/api/sales/upload')
    .field('key', '6b1f0b0e-0000-4000-8000-000000000001')
    .attach('file', Buffer.from(olap([olapRow()])), 'olap.json');
  const one = await addIiko(venue, iiko);
  const two = await addIiko(venue, iiko, { name: 'iiko второго зала' });

  const { body } = await venue.admin.get('/api/sales/sources');
  t.is(body.sources[0].id, one.source?.id);
  t.is(two.source?.name, 'iiko второго зала');
  t.is((await venue.admin.post('/api/feeds').send({ kind: 'upload', name: 'iiko' })).status, 409);
});

test('a feed that is late is named where the figures of usage are not whole', async (t) => {
  const venue = await startFed(t);
  await addFeed(venue, { kind: 'upload', name: 'Касса у входа' });
  venue.setClock('2026-11-29T10:00:00Z');

  t.deepEqual(await venue.services.feeds.behind('2026-11-28'), [{ name: 'Касса у входа', last_day: null }]);
});

test('what cannot be a feed is refused at its fields, and a new address wants its password', async (t) => {
  const iiko = await startIiko(t);
  const venue = await startFed(t);
  const { url: address, login, password } = iiko;
  const wrong: [object, string][] = [
    [{ kind: 'iiko', address, login }, 'password'],
    [{ kind: 'iiko', address: 'ftp://x', login, password }, 'address'],
    [{ kind: 'poster' }, 'token'],
    [{ kind: 'upload', hour: 24 }, 'hour'],
    [{ kind: 'upload', source_id: 999 }, 'source_id'],
  ];
  for (const [fields, field] of wrong) {
    const { status, body } = await venue.admin.post('/api/feeds').send(fields);
    t.is(status, 400, field);
    t.deepEqual(Object.keys(body.errors), [field]);
  }
  t.is((await venue.user.get('/api/feeds')).status, 403);

  const { id } = await addIiko(venue, iiko);
  const { body } = await venue.admin.put(`/api/feeds/${id}`).send({ address: 'https://elsewhere.example' });
  t.deepEqual(Object.keys(body.errors), ['password']);
  t.is((await venue.admin.put(`/api/feeds/${id}`).send({ hour: 7, name: 'Касса' })).body.feed.hour, 7);
  t.is((await venue.admin.delete(`/api/feeds/${id}`)).status, 200);
  t.deepEqual((await venue.admin.get('/api/feeds')).body.feeds, []);
});
