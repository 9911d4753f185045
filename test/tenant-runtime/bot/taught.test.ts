import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, startVenueChat } from '../../support/telegram/venue-chat.ts';

test('slang is asked about once, then it is the item, until an administrator or an undo takes the name away', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Виски Джемесон', 'Сок апельсиновый');

  await chat.say('джемик +1', barman);
  t.is(await chat.changeCount(), 0);
  const replies = await chat.press('Виски Джемесон', barman);
  t.true(replies.some(({ text }) => text?.includes('Запомнено: «джемик» — это Виски Джемесон.')));
  t.deepEqual(await chat.say('джемик +1', barman), ['Виски Джемесон: 1 → 2 л (+1)']);
  t.true((await chat.say('/names', barman))[0]?.includes('только администратор'));
  t.deepEqual(await chat.say('/names'), ['Свои названия:\nджемик — Виски Джемесон']);
  await chat.press('Забыть: джемик');
  t.regex((await chat.say('джемик +1', barman))[0] ?? '', /такой позиции нет/);

  await chat.press('Виски Джемесон', barman);
  await chat.say('/undo', barman);
  t.regex((await chat.say('джемик +1', barman))[0] ?? '', /такой позиции нет/);
  for (let time = 0; time < 2; time += 1) {
    t.deepEqual(await chat.say('апельсин +1', barman), ['«апельсин» — записать так?']);
    await chat.press('Сок апельсиновый', barman);
  }
});

test('a name that is too long for a button, as those of workbooks, is forgotten by a button all the same', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Jameson');
  const { id } = await chat.db('items').first('id');
  await chat.services.items.teach(id, 'Виски Джеймесон купажированный, Ирландия, 0,7 л');
  await chat.services.items.teach(id, 'Виски Джеймесон купажированный, Ирландия, 0,7 л в коробке');

  await chat.say('/names');
  const [first = ''] = chat.buttons();
  await chat.press(first);

  const left = (await chat.services.items.taught()).map(({ name }) => name);
  t.deepEqual(left, ['Виски Джеймесон купажированный, Ирландия, 0,7 л в коробке']);
});

test('a taught name is asked about again once another item is called so', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Егермейстер');
  await chat.say('егерь +1');
  await chat.press('Егермейстер');
  await chat.say('егерь +1');
  await chat.stock('Настойка Егерь');

  await chat.say('егерь +1');
  t.deepEqual(chat.buttons(), ['Егермейстер +1 л', 'Настойка Егерь +1 л', 'Не записывать']);
  t.deepEqual(await chat.quantities(), { Егермейстер: 2, 'Настойка Егерь': 0 });
});

test('a bare number answers the newest question; what waits before it is named, and never guessed', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Байкал|шт', 'Боржоми|шт');
  await chat.say('Байкал +3 ящика');
  await chat.say('Боржоми +1 ящик');

  t.deepEqual(await chat.say('12'), ['Боржоми: 0 → 12 шт (+12)']);
  t.deepEqual(await chat.say('24'), [
    '«Байкал» ещё ждёт ответа: нажмите кнопку под тем вопросом или напишите заново с названием',
  ]);
  t.deepEqual(await chat.quantities(), { Байкал: 0, Боржоми: 12 });
});

test('/undo 3 takes back the last three and names each, the same update delivered again nothing more', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  for (const amount of [1, 2, 3, 4]) await chat.say(`Джемесон +${amount}`);
  const update = {
    update_id: 9_400_001,
    ...chat.sayUpdate({ id: 501, first_name: 'Анна', username: 'Boss' }, '/undo 3'),
  };

  const [replies] = await chat.deliver(update);
  await chat.deliver(update);

  t.is(replies?.text?.match(/Отменено\. Джемесон: /g)?.length, 3);
  t.deepEqual(await chat.quantities(), { Джемесон: 1 });
  await chat.say('Отмена');
  t.deepEqual(await chat.quantities(), { Джемесон: 0 });
  t.deepEqual(await chat.say('отмени 2'), ['Отменять нечего: ваших изменений нет']);
});

test('an undo takes back the last of any kind: an entry of an open count, and once it is closed the change before', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +5', barman);
  const { body } = await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночь' });
  await chat.say('/count', barman);
  await chat.press('Ночь', barman);
  await chat.say('Джемесон 2', barman);
  await chat.say('Джемесон 1', barman);

  t.regex((await chat.say('отмена', barman))[0] ?? '', /^Отменена запись в подсчёте: Джемесон 1 л/);
  await chat.admin.post(`/api/counts/${body.count.id}/close`).send({ uncounted: 'keep' });
  t.regex((await chat.say('/undo', barman))[0] ?? '', /^Отменено\. Джемесон: 2 → −3 л/);
});
