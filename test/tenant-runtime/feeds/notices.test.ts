import test, { type ExecutionContext } from 'ava';
import { startEgress } from '../../support/feeds/egress.ts';
import { soldAtPoster, startPoster } from '../../support/feeds/poster-api.ts';
import { until } from '../../support/run/until.ts';
import { barman, boss, startVenueChat } from '../../support/telegram/venue-chat.ts';
import { olap, olapRow } from '../sales/files.ts';
import { addFeed, NINE } from './venue.ts';

async function startVenueWithChat(t: ExecutionContext) {
  let now = new Date(NINE);
  const poster = await startPoster(t);
  const env = { PLATFORM_URL: (await startEgress(t)).url, POSTER_API_ROOT: poster.root };
  const chat = await startVenueChat(t, { notices: true, env, clock: () => now });
  await chat.link(chat.user, barman);
  chat.api.calls.length = 0;
  const textsTo = (id: number): string[] =>
    chat.api.calls.flatMap(({ method, chat_id, text = '' }) =>
      method === 'sendMessage' && chat_id === id ? text : [],
    );
  return Object.assign(chat, {
    poster,
    textsTo,
    setClock(time: string): void {
      now = new Date(time);
    },
    run: () => chat.services.feedTask.run(),
    noticed: (count: number) => until(() => textsTo(boss.id).length >= count, `${count} notices`, 20_000),
  });
}

test('administrators are told once that a feed has failed, and once that it is well again', async (t) => {
  const venue = await startVenueWithChat(t);
  await addFeed(venue, { kind: 'poster', token: venue.poster.token, name: 'Poster бара' });
  venue.poster.days.set('20261127', [soldAtPoster()]);
  venue.poster.fail({ status: 502, body: '' }, { status: 502, body: '' });

  await venue.run();
  venue.setClock('2026-11-28T06:10:00Z');
  await venue.run();
  venue.setClock('2026-11-28T06:40:00Z');
  await venue.run();
  await venue.run();
  await venue.noticed(2);

  const [failed = '', well = ''] = venue.textsTo(boss.id);
  t.regex(failed, /^Продажи «Poster бара» не пришли\. Poster ответил ошибкой 502.*Продаж ещё не было\. Подробности/);
  t.is(well, 'Продажи «Poster бара» снова приходят. Есть продажи по 27.11.2026.');
  t.is(venue.textsTo(boss.id).length, 2);
  t.deepEqual(venue.textsTo(barman.id), []);
});

test('administrators are told that a report is late, at the hour when it is, and nobody of what was switched off', async (t) => {
  const venue = await startVenueWithChat(t);
  const { feed, upload_path } = await addFeed(venue, { kind: 'upload', name: 'Отчёты' });
  const off = await addFeed(venue, { kind: 'upload', name: 'Старая касса' });
  await venue.admin.put(`/api/feeds/${off.feed.id}`).send({ enabled: false });
  t.is((await venue.services.feedTask.nextAt())?.toISOString(), '2026-11-28T09:00:00.000Z');
  await venue.run();
  t.is((await venue.admin.get('/api/feeds')).body.feeds[0].state, 'healthy');

  venue.setClock('2026-11-28T09:00:00Z');
  await venue.run();
  await venue.noticed(1);
  t.is((await venue.admin.get('/api/feeds')).body.feeds[0].state, 'late');
  t.is((await venue.admin.get('/api/feeds')).body.feeds[0].missing_day, '2026-11-27');
  t.is(await venue.services.feedTask.nextAt(), null);
  await venue.anonymous.post(upload_path ?? '').send(olap([olapRow({ 'OpenDate.Typed': '2026-11-27' })]));
  await venue.noticed(2);

  const [late = '', well = ''] = venue.textsTo(boss.id);
  t.regex(late, /^Продажи «Отчёты» за 27\.11\.2026 не пришли вовремя\. Проверьте, отправляет ли касса отчёт/);
  t.regex(well, /снова приходят/);
  t.is((await venue.services.feedTask.nextAt())?.toISOString(), '2026-11-29T09:00:00.000Z');
  t.is((await venue.db('feeds').where({ id: feed.id }).first()).notified, null);
});
