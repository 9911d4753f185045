import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';

const startBar = async (t: Parameters<typeof startVenueChat>[0], options = {}): Promise<VenueChat> => {
  const chat = await startVenueChat(t, options);
  await chat.createItem({ name: 'Джемесон', quantity: 4 });
  await chat.createItem({ name: 'Кампари', quantity: 4, volume_ml: 700 });
  return chat;
};
const asked = (chat: VenueChat) => chat.api.calls.findLast(({ method }) => method === 'sendMessage');
const forced = (chat: VenueChat): boolean => asked(chat)?.reply_markup?.force_reply === true;
const stock = async (chat: VenueChat): Promise<number[]> => {
  const { Джемесон = 0, Кампари = 0 } = await chat.quantities();
  return [Джемесон, Кампари];
};

test('a quantity without a name is asked for its name, and a reply with the name writes exactly that quantity', async (t) => {
  const chat = await startBar(t);
  const lines: [written: string, name: string, left: number[]][] = [
    ['+3', 'джемесон', [7, 4]],
    ['-0,5 бой', 'Джемесон', [6.5, 4]],
    ['+2 бут', 'кампари', [6.5, 5.4]],
    ['пришло 2', 'кампари', [6.5, 7.4]],
    ['= 3', 'кампари', [6.5, 3]],
    ['и ещё +1', 'джемесон', [7.5, 3]],
    ['минус бутылка', 'кампари', [7.5, 2.3]],
  ];
  for (const [written, name, left] of lines) {
    const before = await stock(chat);
    const [reply = ''] = await chat.say(written);
    t.is(reply, `«${written}» — нет названия, не записано. Что это? Ответьте на это сообщение названием.`);
    t.true(forced(chat), written);
    t.deepEqual(await stock(chat), before, written);
    await chat.answer(asked(chat), name);
    t.deepEqual(await stock(chat), left, written);
  }
  t.is((await chat.db('changes').whereNotNull('reason')).length, 1);
});

test('a quantity without a sign is asked which way it is meant once its name is given', async (t) => {
  const chat = await startBar(t);
  await chat.say('ещё 2 бут');
  await chat.answer(asked(chat), 'кампари');
  t.deepEqual(await stock(chat), [4, 4]);
  t.deepEqual(chat.buttons(), ['Кампари +1,4 л', 'Кампари −1,4 л', 'Кампари = 1,4 л', 'Не записывать']);
  await chat.press('Кампари −1,4');
  t.deepEqual(await stock(chat), [4, 2.6]);
});

test('a reply with a whole line is that line, and one that declines writes nothing', async (t) => {
  const chat = await startBar(t);
  await chat.say('+3');
  await chat.answer(asked(chat), 'кампари +1');
  t.deepEqual(await stock(chat), [4, 5]);

  await chat.say('Джемесон -1');
  await chat.say('+3');
  const question = asked(chat);
  t.deepEqual(await chat.answer(question, 'отмена'), ['«+3» — не записано.']);
  t.deepEqual(await stock(chat), [3, 5], 'and the last entry is not undone');
  await chat.answer(question, 'джемесон');
  t.deepEqual(await stock(chat), [3, 5]);
});

test('«отмена» right after the question for a name ends it, once; a later one undoes the change before', async (t) => {
  const chat = await startBar(t);
  await chat.say('Джемесон -1');
  await chat.say('+3');
  const question = asked(chat);
  const update = { update_id: 9_600_011, ...chat.sayUpdate(boss, 'отмена') };

  t.is((await chat.deliver(update))[0]?.text, '«+3» — не записано.');
  t.is((await chat.deliver(update))[0]?.text, 'Хорошо, ничего не записано.', 'delivered again');
  t.deepEqual(await stock(chat), [3, 4]);
  await chat.answer(question, 'джемесон');
  t.deepEqual(await stock(chat), [3, 4], 'the question is over');

  await chat.say('+3\n-2 бут');
  t.deepEqual(await chat.say('отмена'), ['«+3», «-2 бут» — не записано.']);
  t.regex((await chat.say('отмена'))[0] ?? '', /^Отменено\. Джемесон: 3 → 4 л/);

  await chat.say('+1');
  await chat.answer(asked(chat), 'джемесон');
  t.regex((await chat.say('отмена'))[0] ?? '', /^Отменено\. Джемесон: 5 → 4 л/, 'an answered question ends nothing');
});

test('a refusal to name a quantity undoes nothing when it is delivered again', async (t) => {
  const chat = await startBar(t);
  await chat.say('Джемесон -1');
  await chat.say('+3');
  const said = chat.sayUpdate(boss, 'отмена') as { message: object };
  const to = { message_id: asked(chat)?.result?.message_id, date: 0, chat: { ...boss, type: 'private' } };
  const update = { update_id: 9_600_001, message: { ...said.message, reply_to_message: to } };

  t.is((await chat.deliver(update))[0]?.text, '«+3» — не записано.');
  t.is((await chat.deliver(update))[0]?.text, 'Хорошо, ничего не записано.');
  t.deepEqual(await stock(chat), [3, 4]);
});

test('a second answer, an answer after an undo and one a day later write nothing and say why', async (t) => {
  let now = new Date('2026-03-01T20:00:00Z');
  const chat = await startBar(t, { clock: () => now });
  await chat.say('+3');
  const first = asked(chat);
  await chat.answer(first, 'джемесон');
  t.deepEqual(await chat.answer(first, 'кампари'), [
    'Уже отвечено, ничего не записано. Напишите строку целиком: кампари +3',
  ]);
  await chat.say('/undo');
  t.deepEqual(await stock(chat), [4, 4]);
  await chat.answer(first, 'джемесон');
  t.deepEqual(await stock(chat), [4, 4]);

  await chat.say('+2');
  const old = asked(chat);
  now = new Date(now.getTime() + 25 * 3600_000);
  t.deepEqual(await chat.answer(old, 'джемесон'), [
    'Вопрос устарел, ничего не записано. Напишите строку целиком: джемесон +2',
  ]);
  t.deepEqual(await stock(chat), [4, 4]);
  await chat.answer(old, 'джемесон +2');
  t.deepEqual(await stock(chat), [6, 4]);
});

test('two answers at once to one question write its quantity once', async (t) => {
  const chat = await startBar(t);
  await chat.say('+3');
  const question = asked(chat);
  await Promise.all([chat.answer(question, 'джемесон'), chat.answer(question, 'кампари')]);
  const [whiskey = 0, campari = 0] = await stock(chat);
  t.is(whiskey + campari, 11);
});

test('two questions are answered each for itself, in any order and among other lines', async (t) => {
  const chat = await startBar(t);
  await chat.say('+3');
  const three = asked(chat);
  await chat.say('+2');
  const two = asked(chat);
  await chat.answer(three, 'кампари');
  await chat.answer(two, 'джемесон');
  t.deepEqual(await stock(chat), [6, 7]);

  await chat.say('джемесон -1\n+1');
  t.false(forced(chat), 'among other lines no keyboard opens');
  await chat.answer(asked(chat), 'кампари');
  t.deepEqual(await stock(chat), [5, 8]);
});

test('the edited quantity is of the item that was named, and the edited name is another item of that quantity', async (t) => {
  const chat = await startBar(t);
  const message = chat.sayUpdate(boss, '+3');
  await chat.deliver(message);
  await chat.answer(asked(chat), 'джемесон');
  await chat.edit(message, '+2');
  t.deepEqual(await stock(chat), [6, 4]);

  await chat.say('+1');
  const { message_id, text } = { message_id: asked(chat)?.result?.message_id, text: asked(chat)?.text };
  const to = { message_id, text, date: 0, chat: { ...boss, type: 'private' } };
  const answer = chat.sayUpdate(boss, 'джемесон') as { message: object };
  const replied = { message: { ...answer.message, reply_to_message: to } };
  await chat.deliver(replied);
  t.deepEqual(await stock(chat), [7, 4]);
  await chat.edit(replied, 'кампари');
  t.deepEqual(await stock(chat), [6, 5]);
});

test('the question of a message that was edited since is answered no more', async (t) => {
  const chat = await startBar(t);
  const message = chat.sayUpdate(boss, '+3');
  await chat.deliver(message);
  const old = asked(chat);
  await chat.edit(message, '+2');
  const fresh = asked(chat);
  await chat.answer(old, 'джемесон');
  t.deepEqual(await stock(chat), [4, 4]);
  await chat.answer(fresh, 'джемесон');
  t.deepEqual(await stock(chat), [6, 4]);
});

test('who answers in a chat of their own answers nothing', async (t) => {
  const chat = await startBar(t);
  await chat.say('+3');
  const question = asked(chat);
  await chat.say('кампари -1', barman);
  await chat.answer(question, 'джемесон', barman);
  t.is((await chat.quantities()).Джемесон, 4);
});

test('a name that fits several items, none or only by its spelling is asked about with the quantity', async (t) => {
  const chat = await startBar(t);
  await chat.createItem({ name: 'Джемесон Блэк' });
  await chat.say('+3');
  const question = asked(chat);
  await chat.answer(question, 'джемисон');
  t.deepEqual(chat.buttons().slice(-2), ['Джемесон +3 л', 'Не записывать']);
  await chat.answer(question, 'джем');
  t.deepEqual(chat.buttons(), ['Джемесон +3 л', 'Джемесон Блэк +3 л', 'Не записывать']);
  await chat.press('Джемесон Блэк');
  t.deepEqual(await chat.quantities(), { Джемесон: 4, Кампари: 4, 'Джемесон Блэк': 3 });
});

test('an unknown name is asked for another one, and the reply writes the quantity of the line', async (t) => {
  const chat = await startBar(t);
  const lines: [written: string, name: string, left: number[]][] = [
    ['пеперони минус 0,5', 'кампари', [4, 3.5]],
    ['пеперони +2 бут', 'кампари', [4, 4.9]],
    ['пеперони -0,2 бой', 'джемесон', [3.8, 4.9]],
  ];
  for (const [written, name, left] of lines) {
    const [reply = ''] = await chat.say(written);
    t.regex(reply, /такой позиции нет, ничего не записано\. Называется иначе\? Ответьте на это сообщение названием\./);
    await chat.answer(asked(chat), name);
    t.deepEqual(await stock(chat), left, written);
  }
});

test('who may add no items is asked for the other name at once, and the phone offers to answer', async (t) => {
  const chat = await startBar(t);
  await chat.admin.put('/api/settings').send({ staffAddsItems: false });
  await chat.say('пеперони +0,5', barman);
  t.true(forced(chat));
  t.deepEqual(chat.buttons(asked(chat)), []);
  await chat.answer(asked(chat), 'джемесон', barman);
  t.deepEqual(await stock(chat), [4.5, 4]);
});

test('in a count the answer is what was found there, and a question from before it stays a change', async (t) => {
  const chat = await startBar(t);
  await chat.say('+3');
  const change = asked(chat);
  await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночь', scope: 'all' });
  await chat.say('/count');
  await chat.press('Ночь');
  await chat.say('2,5');
  await chat.answer(asked(chat), 'джемесон');
  t.deepEqual((await chat.db('count_entries').pluck('quantity')).map(Number), [2.5]);
  await chat.answer(change, 'кампари');
  t.is((await chat.db('count_entries')).length, 1);
  t.deepEqual(await stock(chat), [4, 7]);
});

test('a remark that names nothing ends in a question and opens no keyboard', async (t) => {
  const chat = await startBar(t);
  for (const remark of ['закрытие бара', 'чек 4870р', 'бой бокалов 3']) {
    const [reply = ''] = await chat.say(remark);
    t.regex(reply, /Что и сколько\? Например: Джемесон \+0,7$/, remark);
    t.false(forced(chat), remark);
    t.deepEqual(chat.buttons(asked(chat)), [], remark);
  }
  await chat.answer(asked(chat), 'кампари +1');
  t.deepEqual(await stock(chat), [4, 5]);
});
