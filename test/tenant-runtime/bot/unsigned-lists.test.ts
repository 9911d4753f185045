import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, startVenueChat } from '../../support/telegram/venue-chat.ts';

const LIST = 'Джемесон 2\nАбсолют 1,5\nЛимон 300 г';
const stocked = async (t: Parameters<typeof startVenueChat>[0]) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  await chat.createItem({ name: 'Абсолют', quantity: 1 });
  await chat.createItem({ name: 'Лимон', unit: 'кг', quantity: 2 });
  return chat;
};

test('a list without signs is asked about once, and moves nothing before', async (t) => {
  const chat = await stocked(t);
  t.deepEqual(await chat.say(LIST, barman), [
    '3 строки без знака: «Джемесон 2», «Абсолют 1,5», «Лимон 300 г». Что это?',
  ]);
  t.deepEqual(chat.buttons(), ['Пришло', 'Ушло', 'Столько есть', 'Не записывать']);
  t.deepEqual(await chat.quantities(), { Джемесон: 4, Абсолют: 1, Лимон: 2 });
});

for (const [pressed, left] of [
  ['Пришло', { Джемесон: 6, Абсолют: 2.5, Лимон: 2.3 }],
  ['Ушло', { Джемесон: 2, Абсолют: -0.5, Лимон: 1.7 }],
  ['Столько есть', { Джемесон: 2, Абсолют: 1.5, Лимон: 0.3 }],
] as const) {
  test(`a list without signs is written as «${pressed}» says, once`, async (t) => {
    const chat = await stocked(t);
    await chat.say(LIST, barman);
    const question = chat.api.calls.findLast(({ reply_markup }) => reply_markup?.inline_keyboard);
    await chat.press(pressed, barman);
    for (const button of question?.reply_markup?.inline_keyboard?.flat() ?? [])
      await chat.deliver(chat.pressUpdate(barman, button.callback_data, question));
    const doubted = chat.buttons().find((label) => label.startsWith('Да'));
    if (doubted) await chat.press(doubted, barman);
    t.deepEqual(await chat.quantities(), left);
  });
}

test('what others record before a list is answered is kept', async (t) => {
  const chat = await stocked(t);
  await chat.say(LIST, barman);
  await chat.say('Джемесон -0,5');
  await chat.press('Столько есть', barman);
  t.deepEqual(await chat.quantities(), { Джемесон: 1.5, Абсолют: 1.5, Лимон: 0.3 });
});

test('signed lines beside a list are written at once, and the list does not write them again', async (t) => {
  const chat = await stocked(t);
  const answers = await chat.say('Джемесон +1\nАбсолют 1,5\nЛимон 300 г', barman);
  t.is(answers[0], 'Джемесон: 4 → 5 л (+1)');
  await chat.press('Пришло', barman);
  t.deepEqual(await chat.quantities(), { Джемесон: 5, Абсолют: 2.5, Лимон: 2.3 });
});

test('an edited list is corrected the way it was answered', async (t) => {
  const chat = await stocked(t);
  const message = chat.sayUpdate(barman, LIST);
  await chat.deliver(message);
  await chat.press('Пришло', barman);

  await chat.edit(message, 'Джемесон 3\nАбсолют 1,5\nЛимон 300 г');
  t.deepEqual(await chat.quantities(), { Джемесон: 7, Абсолют: 2.5, Лимон: 2.3 });
  await chat.edit(message, 'Джемесон 3\nАбсолют 1,5');
  t.deepEqual(await chat.quantities(), { Джемесон: 7, Абсолют: 2.5, Лимон: 2 });
});

test('a list that was edited before its answer is asked about anew, and the old question is void', async (t) => {
  const chat = await stocked(t);
  const message = chat.sayUpdate(barman, LIST);
  await chat.deliver(message);
  const old = chat.api.calls.findLast(({ reply_markup }) => reply_markup?.inline_keyboard);

  t.regex((await chat.edit(message, 'Джемесон 3\nАбсолют 1')).at(-1) ?? '', /^2 строки без знака/);
  const came = old?.reply_markup?.inline_keyboard?.flat()[0];
  await chat.deliver(chat.pressUpdate(barman, came?.callback_data ?? '', old));
  t.deepEqual(await chat.quantities(), { Джемесон: 4, Абсолют: 1, Лимон: 2 });
  await chat.press('Пришло', barman);
  t.deepEqual(await chat.quantities(), { Джемесон: 7, Абсолют: 2, Лимон: 2 });
});

test('what a list has written is taken back with one button', async (t) => {
  const chat = await stocked(t);
  await chat.say(LIST, barman);
  await chat.press('Пришло', barman);
  await chat.press('Отменить всё', barman);
  t.deepEqual(await chat.quantities(), { Джемесон: 4, Абсолют: 1, Лимон: 2 });
});

test('an unknown name and a slip in a list are asked about after its answer', async (t) => {
  const chat = await stocked(t);
  await chat.say('Джемесон 2\nАбсолют 700\nТекила 1', barman);
  const answers = await chat.press('Пришло', barman);
  const texts = answers.flatMap(({ method, text = '' }) => (method === 'sendMessage' ? [text] : []));
  t.is(texts[0], 'Джемесон: 4 → 6 л (+2)');
  t.true(texts.some((text) => text.includes('«Текила»')));
  t.true(texts.some((text) => text.includes('700')));
  t.deepEqual(await chat.quantities(), { Джемесон: 6, Абсолют: 1, Лимон: 2 });
});

test('a list whose writer has joined a count meanwhile goes neither past the count nor into the stock', async (t) => {
  const chat = await stocked(t);
  await chat.say(LIST, barman);
  const question = chat.api.calls.findLast(({ reply_markup }) => reply_markup?.inline_keyboard);
  await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночь' });
  await chat.say('/count', barman);
  await chat.press('Ночь', barman);

  const there = question?.reply_markup?.inline_keyboard?.flat().find(({ text }) => text === 'Столько есть');
  const answers = await chat.deliver(chat.pressUpdate(barman, there?.callback_data ?? '', question));
  t.regex(answers.find(({ text }) => text)?.text ?? '', /^Вы считаете в подсчёте «Ночь»\. Ничего не записано/);
  t.deepEqual(await chat.quantities(), { Джемесон: 4, Абсолют: 1, Лимон: 2 });
});
