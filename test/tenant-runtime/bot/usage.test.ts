import test from 'ava';
import { barman, startVenueChat } from '../../support/telegram/venue-chat.ts';
import { countedAt, sell } from '../usage/venue.ts';

test('an administrator reads in the chat what went missing between the last two counts; others are refused', async (t) => {
  let now = Date.parse('2026-11-20T08:00:00Z');
  const chat = await startVenueChat(t, { clock: () => new Date(now) });
  const setTime = (at: string): void => {
    now = Date.parse(at);
  };
  t.regex((await chat.say('/usage'))[0] ?? '', /^Расход считается между двумя закрытыми подсчётами/);

  const rum = await chat.createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 2000, quantity: 0 });
  const gin = await chat.createItem({ name: 'Джин', unit: 'л', volume_ml: 700, cost: 1000, quantity: 0 });
  const venue = { admin: chat.admin, setTime };
  const both = (one: number, other: number): [number, number][] => [
    [rum.id, one],
    [gin.id, other],
  ];
  await countedAt(venue, '2026-11-20T07:00:00Z', both(7, 7), { title: 'Пятница' });
  await countedAt(venue, '2026-11-23T07:00:00Z', both(6.3, 7), { title: 'Понедельник' });
  await sell(chat.admin, ['2026-11-20', 'Дайкири', 10, 5000]);

  const [text = ''] = await chat.say('/usage');
  t.is(
    text.replaceAll(/[\u00a0\u202f]/g, ' '),
    [
      'Расход: «Пятница» → «Понедельник»',
      '',
      'Недостача −1 400 ₽ (100 % того, что ушло), излишек 0 ₽',
      '1. Ром: −0,7 л (должно 7, насчитано 6,3), −1 400 ₽',
      '',
      'Нет продаж за 21.11, 22.11.',
      'Не сопоставлено: 1 блюдо на 5 000 ₽.',
    ].join('\n'),
  );
  t.deepEqual(await chat.say('/расход'), [text]);
  t.regex((await chat.say('/usage', barman))[0] ?? '', /Расход видит только администратор/);
});
