import test, { type ExecutionContext } from 'ava';
import { until } from '../../support/run/until.ts';
import { barman, boss, type Person, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { countedAt, sell } from '../usage/venue.ts';

/** A Wednesday. */
const START = '2026-11-18T09:00:00Z';

async function startBar(t: ExecutionContext) {
  let now = new Date(START);
  const chat = await startVenueChat(t, { notices: true, clock: () => now });
  await chat.link(chat.user, barman);
  chat.services.schedule.begin();
  await chat.services.schedule.settled();
  chat.api.calls.length = 0;
  const setTime = (at: string): void => {
    now = new Date(at);
  };
  return Object.assign(chat, {
    setTime,
    async moveTo(at: string): Promise<void> {
      // the clock stands still while something runs
      await chat.services.schedule.settled();
      setTime(at);
      chat.services.schedule.changed();
      await chat.services.schedule.settled();
    },
  });
}

const digestsOf = (chat: VenueChat, person: Person): string[] =>
  chat.api.calls.flatMap(({ method, chat_id, text = '' }) =>
    method === 'sendMessage' && chat_id === person.id && text.startsWith('Неделя')
      ? text.replaceAll(/[\u00a0\u202f]/g, ' ')
      : [],
  );
const digested = (chat: VenueChat, times: number): Promise<void> =>
  until(() => digestsOf(chat, boss).length === times, `${times} digests`, 20_000);

test('on Monday noon administrators read what the week has cost, what nobody counted and what was not begun', async (t) => {
  const bar = await startBar(t);
  const rum = await bar.createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 2000, quantity: 0 });
  await bar.createItem({ name: 'Джин', unit: 'л', volume_ml: 700, cost: 1000, quantity: 3 });
  await bar.admin.post('/api/scheduled-counts').send({ title: 'Ночной', weekdays: [4], time: '23:30' });
  await countedAt(bar, '2026-11-18T10:00:00Z', [[rum.id, 7]], { title: 'Среда' });
  await bar.moveTo('2026-11-20T08:00:00Z');
  await countedAt(bar, '2026-11-22T07:00:00Z', [[rum.id, 6.3]], { title: 'Воскресенье' });
  await sell(bar.admin, ['2026-11-18', 'Дайкири', 10, 5000]);

  await bar.moveTo('2026-11-23T08:59:00Z');
  t.is((await bar.services.digests.task.nextAt())?.toISOString(), '2026-11-23T09:00:00.000Z');
  await bar.moveTo('2026-11-23T09:00:00Z');
  await digested(bar, 1);
  t.is(
    digestsOf(bar, boss)[0],
    [
      'Неделя 16 – 22 ноября',
      '',
      'Закрыто 2 подсчёта.',
      'По расписанию не начали 1 подсчёт.',
      'Не считали больше двух недель: 1 позиция на 3 000 ₽.',
      '',
      'Расход: «Среда» → «Воскресенье»',
      '',
      'Недостача −1 400 ₽ (100 % того, что ушло), излишек 0 ₽',
      '1. Ром: −0,7 л (должно 7, насчитано 6,3), −1 400 ₽',
      '',
      'Нет продаж за 19.11, 20.11, 21.11.',
      'Не сопоставлено: 1 блюдо на 5 000 ₽.',
      '',
      'Подробно: http://proba.localhost:3000/usage?from=1&to=2',
    ].join('\n'),
  );
  t.deepEqual(digestsOf(bar, barman), []);

  await bar.moveTo('2026-11-23T10:00:00Z');
  await bar.admin.post('/api/feeds').send({ kind: 'upload', name: 'Касса' });
  await bar.moveTo('2026-11-30T09:00:00Z');
  await digested(bar, 2);
  t.is(
    digestsOf(bar, boss)[1],
    [
      'Неделя 23 – 29 ноября',
      '',
      'За неделю не считали. Последний подсчёт — «Воскресенье», 22 ноября.',
      'По расписанию не начали 1 подсчёт.',
      'Не считали больше двух недель: 1 позиция на 3 000 ₽.',
      'Подключение «Касса» ещё не принесло продаж.',
    ].join('\n'),
  );
});

test('a venue that is left gets no digest, and after five weeks is not woken for one', async (t) => {
  const bar = await startBar(t);
  t.is(await bar.services.digests.task.nextAt(), null, 'nobody has done anything yet');
  await bar.createItem({ name: 'Ром', unit: 'л', quantity: 1 });
  await bar.moveTo('2026-11-23T09:00:00Z');
  await digested(bar, 1);
  t.regex(digestsOf(bar, boss)[0] ?? '', /Ещё ни разу не считали\. Начать: \/count/);
  await bar.moveTo('2026-11-30T09:00:00Z');
  // once the clock has moved on, what is not sent yet is no news
  await digested(bar, 2);
  for (const day of ['2026-12-07', '2026-12-14']) await bar.moveTo(`${day}T09:00:00Z`);
  t.is(digestsOf(bar, boss).length, 2);
  t.is((await bar.services.digests.task.nextAt())?.toISOString(), '2026-12-21T09:00:00.000Z');
  await bar.moveTo('2026-12-21T09:00:00Z');
  t.is(await bar.services.digests.task.nextAt(), null);
  t.is((await bar.db('digests')).length, 5);
});

test('a digest that is switched off is not made, one that is a day late is not sent, and two processes send one', async (t) => {
  const bar = await startBar(t);
  await bar.createItem({ name: 'Ром', unit: 'л', quantity: 1 });
  await bar.admin.put('/api/settings').send({ weeklyDigest: false });
  t.is(await bar.services.digests.task.nextAt(), null);
  await bar.admin.put('/api/settings').send({ weeklyDigest: true });
  await bar.moveTo('2026-11-24T10:00:00Z');
  t.is((await bar.db('digests')).length, 1);

  bar.setTime('2026-11-30T09:00:00Z');
  await Promise.all([bar.services.digests.task.run(), bar.services.digests.task.run()]);
  await digested(bar, 1);
  t.is((await bar.db('notices').where({ kind: 'digest' })).length, 1);
});
