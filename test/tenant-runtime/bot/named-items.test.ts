import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, startVenueChat } from '../../support/telegram/venue-chat.ts';

const lastCard = (chat: Awaited<ReturnType<typeof startVenueChat>>) =>
  chat.api.calls.findLast(({ reply_markup }) => reply_markup?.force_reply);

test('a refused line that names one item is followed by its card, and the answer to that is written', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Мята', unit: 'кг', quantity: 1 });

  const [refusal, card] = await chat.say('мята −2 пучка', barman);
  t.regex(refusal ?? '', /^«мята −2 пучка» — сколько это в кг\?/);
  t.regex(card ?? '', /^Мята\nОстаток: 1 кг\n\nОтветьте на это сообщение количеством: \+1,5 или −200 г/);
  t.deepEqual(await chat.quantities(), { Мята: 1 });

  t.deepEqual(await chat.answer(lastCard(chat), '−200 г', barman), ['Мята: 1 → 0,8 кг (−0,2)']);
});

test('a refused answer to a card is asked again by the card', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Мята', unit: 'кг', quantity: 1 });
  await chat.say('мята −2 пучка', barman);

  const [, again] = await chat.answer(lastCard(chat), 'два пучка', barman);
  t.regex(again ?? '', /^Мята\nОстаток: 1 кг/);
  t.deepEqual(await chat.answer(lastCard(chat), '−100 г', barman), ['Мята: 1 → 0,9 кг (−0,1)']);
});

test('an answer to a card that may be a range writes nothing and is asked again', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Мята', unit: 'кг', quantity: 1 });
  for (const range of ['+1-2', '-0,1-0,2']) {
    await chat.say('мята −2 пучка', barman);
    const answers = await chat.answer(lastCard(chat), range, barman);
    t.regex(answers.at(-1) ?? '', /^Мята\nОстаток: 1 кг/, range);
  }
  t.deepEqual(await chat.quantities(), { Мята: 1 });
});

test('a refused line that names several items offers each, and a press shows its card', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Апероль', 'Кампари', 'Джемесон');

  const [refusal, question] = await chat.say('апероль 2 кампари', barman);
  t.regex(refusal ?? '', /^«апероль 2 кампари» — /);
  t.is(question, 'Что записать? Нажмите позицию и ответьте количеством.');
  t.deepEqual(chat.buttons(), ['Апероль', 'Кампари']);
  await chat.press('Кампари', barman);
  t.deepEqual(await chat.answer(lastCard(chat), '+2', barman), ['Кампари: 0 → 2 л (+2)']);
  t.deepEqual(await chat.quantities(), { Апероль: 0, Джемесон: 0, Кампари: 2 });
});

test('in a count the card asks what is there, and its answer is an entry', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночь' });
  await chat.say('/count', barman);
  await chat.press('Ночь', barman);

  const [, card] = await chat.say('джемесон 2 ой 3', barman);
  t.regex(card ?? '', /Ответьте на это сообщение количеством: 0,7 или 2 бутылки\nИли отправьте: Джемесон 1$/);
  t.regex((await chat.answer(lastCard(chat), '3', barman))[0] ?? '', /^В подсчёт «Ночь»: Джемесон 3 л/);
  t.deepEqual(await chat.quantities(), { Джемесон: 4 });
});

test('a list in a form that is not understood is told so once, without a card for each of its lines', async (t) => {
  const chat = await startVenueChat(t);
  const names = ['Апероль', 'Кампари', 'Джемесон', 'Абсолют', 'Бейлис'];
  await chat.stock(...names);

  const answers = await chat.say(names.map((name) => `${name} два или три`).join('\n'), barman);
  t.is(answers.length, 1);
  t.is(await chat.changeCount(), 0);
});
