import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';

/** A no-break space separates numbers from their units. */
const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');
const say = async (chat: VenueChat, text: string): Promise<string[]> => (await chat.say(text, barman)).map(spaced);
const press = (chat: VenueChat, label: string) => chat.press(label.replaceAll(' мл', '\u00a0мл'), barman);

test('700 of litres is asked about, and one tap writes 700 ml; a second one nothing', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });

  t.deepEqual(await say(chat, 'джемесон +700'), [
    '«Джемесон»: +700 л, а сейчас 4 л — слишком много. Может быть, +700 мл?',
  ]);
  t.deepEqual(chat.buttons().map(spaced), ['Записать +700 мл', 'Да, +700 л', 'Не записывать']);
  t.deepEqual(await chat.quantities(), { Джемесон: 4 });
  await press(chat, 'Записать +700 мл');
  await press(chat, 'Записать +700 мл');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.7 });
});

test('of several lines only the doubtful ones wait, and what is meant is written by one tap', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Тоник', unit: 'шт', quantity: 2 });
  await chat.stock('Мята|кг');

  const answers = await say(chat, 'тоник +6\nмята +350\nтоник -50');
  t.deepEqual(answers, [
    'Тоник: 2 → 8 шт (+6)',
    '«Мята»: +350 кг, а сейчас 0 кг — слишком много. Может быть, +350 г?',
    '«Тоник»: −50 шт, а в остатке 8 шт. Всё верно?',
  ]);
  await press(chat, 'Да, −50');
  await press(chat, 'Записать +350');
  t.deepEqual(await chat.quantities(), { Мята: 0.35, Тоник: -42 });
});

test('what was corrected to a slip is taken back and asked about', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  const first = chat.sayUpdate(barman, 'Джемесон +0,7');
  await chat.deliver(first);

  const answers = (await chat.edit(first, 'Джемесон +700')).map(spaced);
  t.regex(answers.at(-1) ?? '', /\+700 л.+Может быть, \+700 мл\?/);
  t.deepEqual(await chat.quantities(), { Джемесон: 4 });
  await press(chat, 'Да, +700');
  t.deepEqual(await chat.quantities(), { Джемесон: 704 });
});

test('which item is asked first, then whether the amount is meant', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Совиньон блан', 'Совиньон каберне');

  t.regex((await say(chat, 'совиньон +750'))[0] ?? '', /что именно/);
  await press(chat, 'Совиньон блан');
  t.deepEqual(await chat.quantities(), { 'Совиньон блан': 0, 'Совиньон каберне': 0 });
  await press(chat, 'Записать +750 мл');
  t.deepEqual(await chat.quantities(), { 'Совиньон блан': 0.75, 'Совиньон каберне': 0 });
});

test('700 litres found by a count are asked about, and the entry is what the tap says', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Бейлис', quantity: 1.4 });
  const { body } = await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночь', blind: true });
  await chat.say('/count', barman);
  await chat.press('Ночь', barman);

  t.deepEqual(await say(chat, 'бейлис 700'), ['«Бейлис»: посчитано 700 л — слишком много. Может быть, 700 мл?']);
  await press(chat, 'Записать 700 мл');

  const { entries } = (await chat.admin.get(`/api/counts/${body.count.id}/entries`)).body;
  t.deepEqual(
    entries.map(({ quantity }: { quantity: number }) => quantity),
    [0.7],
  );
});

test('a new item’s first quantity from the chat is asked about before it is written', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('мята +350', boss);
  await chat.press('Добавить', boss);

  const asked = (await chat.press('кг', boss)).map(({ text }) => spaced(text ?? ''));

  t.true(
    asked.some((text) => text.includes('+350 кг') && text.includes('Может быть, +350 г?')),
    asked.join('\n'),
  );
  t.deepEqual(await chat.quantities(), { мята: 0 });
  await chat.press('Записать +350\u00a0г', boss);
  t.deepEqual(await chat.quantities(), { мята: 0.35 });
});

test('a stock that is exactly ten times what there was is asked about, and one tap writes what was meant', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 0.7 });

  t.deepEqual(await say(chat, 'джемесон =7'), [
    '«Джемесон»: стало 7 л, а в остатке 0,7 л — ровно в десять раз больше. Может быть, 0,7 л?',
  ]);
  t.deepEqual(chat.buttons().map(spaced), ['Записать 0,7 л', 'Да, 7 л', 'Не записывать']);
  await press(chat, 'Да, 7');
  t.deepEqual(await chat.quantities(), { Джемесон: 7 });
});
