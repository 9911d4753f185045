import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { soldAtPoster, startPoster } from '../../support/feeds/poster-api.ts';
import { dishesOf, summary } from '../sales/files.ts';
import { addFeed, feedOf, startFed } from './venue.ts';

test('sales of Poster are asked for day by day, and kopecks become roubles', async (t) => {
  const poster = await startPoster(t);
  poster.days.set('20261125', [soldAtPoster()]);
  poster.days.set('20261127', [soldAtPoster({ count: '1', payed_sum: '50000' })]);
  poster.days.set('20261128', [soldAtPoster()]);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token, store: '2' });

  await venue.run();

  t.like(await feedOf(venue, feed.id), { state: 'healthy', last_day: '2026-11-27' });
  t.deepEqual((await summary(venue.admin)).days, [
    { day: '2026-11-25', kinds: [{ kind: 'sold', quantity: 3, paid: 1500 }] },
    { day: '2026-11-27', kinds: [{ kind: 'sold', quantity: 1, paid: 500 }] },
  ]);
  t.true(poster.asked.every(({ date_from, date_to, spot_id }) => date_from === date_to && spot_id === '2'));
  t.is(poster.asked.at(-1)?.date_from, '20261127');
});

test('an error of Poster within a success is told, and what came before it stays', async (t) => {
  const poster = await startPoster(t);
  poster.days.set('20261127', [soldAtPoster()]);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token });
  poster.fail({ error: { code: 700, message: 'Rate restriction' } });

  await venue.run();
  t.like(await feedOf(venue, feed.id), { state: 'failed', refused: false, last_day: null });
  t.regex((await feedOf(venue, feed.id)).error ?? '', /спрашивать реже.*«700 Rate restriction»/);
  poster.fail({ error: 32 });
  venue.setClock('2026-11-28T06:10:00Z');
  await venue.run();
  t.regex((await feedOf(venue, feed.id)).error ?? '', /отказал в отчёте/);
  venue.setClock('2026-11-28T06:40:00Z');
  await venue.run();

  t.like(await feedOf(venue, feed.id), { state: 'healthy', last_day: '2026-11-27' });
  t.is((await dishesOf(venue.admin))[0]?.paid, 1500);
});

test('a token that Poster refuses stops the feed, and is shown and written nowhere', async (t) => {
  const poster = await startPoster(t);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const token = '1:0000000000000000000000000000dead';
  const { feed } = await addFeed(venue, { kind: 'poster', token });

  await venue.run();

  const after = await feedOf(venue, feed.id);
  t.like(after, { state: 'stopped', refused: true });
  t.false(JSON.stringify(after).includes('dead'));
  t.false(JSON.stringify(await venue.db('feeds')).includes('dead'));
});

test('a token that was sealed under another key is asked for anew', async (t) => {
  const poster = await startPoster(t);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token });
  const other = createSecrets('another key of another venue, long enough');
  await venue.db('feeds').update({ secret_sealed: other.seal(poster.token, 'feeds.secret') });

  const { body } = await venue.admin.post(`/api/feeds/${feed.id}/check`);

  t.like(body.feed, { state: 'stopped', refused: true });
  t.regex(body.feed.error, /Введите его заново/);
});

test('an answer that breaks off or is a page is an error', async (t) => {
  const poster = await startPoster(t);
  const venue = await startFed(t, { POSTER_API_ROOT: poster.root });
  const { feed } = await addFeed(venue, { kind: 'poster', token: poster.token });
  poster.fail({ status: 200, body: '<html>Скоро вернёмся</html>' });
  await venue.run();
  t.regex((await feedOf(venue, feed.id)).error ?? '', /страницей/);

  poster.fail({ status: 200, body: '{"response":[{"product_id":"5","payed_sum"' });
  await venue.admin.post(`/api/feeds/${feed.id}/check`);
  t.regex((await feedOf(venue, feed.id)).error ?? '', /JSON|не читается|повреждён/i);

  poster.fail({ status: 502, body: 'Bad Gateway' });
  const { body } = await venue.admin.post(`/api/feeds/${feed.id}/check`);
  t.regex(body.feed.error, /ошибкой 502/);
});
