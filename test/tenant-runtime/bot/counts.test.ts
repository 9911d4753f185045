import test from 'ava';
import fc from 'fast-check';
import { foundLine } from '../../../tenant-runtime/src/bot/grammar/found-line.ts';
import { edited, openCount } from '../../support/telegram/chat-counts.ts';
import { barman, boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { closed, entered, linesOf } from '../counting.ts';

test('in a count lines say what is there, add up, and change no stock until it is closed', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 3 });
  await chat.createItem({ name: 'Лимон', unit: 'кг', quantity: 1 });
  await openCount(chat);
  t.deepEqual(await chat.say('/count', barman), ['К какому подсчёту присоединиться?']);
  t.regex(edited(await chat.press('Январь', barman)), /Вы в подсчёте «Январь»\. Посчитано 0 из 2/);

  t.deepEqual(await chat.say('Джемесон 0,7', barman), ['В подсчёт «Январь»: Джемесон 0,7 л']);
  t.deepEqual(await chat.say('Джемесон +1,4', barman), ['В подсчёт «Январь»: Джемесон 1,4 л, всего 2,1']);
  t.deepEqual(await chat.say('Джемесон — 200 мл\nЛимон 0', barman), [
    'В подсчёт «Январь»:\nДжемесон 0,2 л, всего 2,3\nЛимон 0 кг',
  ]);
  t.deepEqual(await chat.quantities(), { Джемесон: 3, Лимон: 1 });

  await chat.press('Отменить: Джемесон 0,2', barman);
  await chat.press('Отменить: Джемесон 0,2', barman);
  await chat.say('/count');
  await chat.press('Январь');
  const asked = edited(await chat.press('Закрыть подсчёт'));
  t.regex(asked, /Закрыть подсчёт «Январь»\? Посчитано 2 из 2\./);
  const closed = edited(await chat.press('Закрыть'));
  t.regex(closed, /закрыт\. Посчитано 2 из 2\.\nРасходится: 2 позиции\./);
  t.deepEqual(await chat.quantities(), { Джемесон: 2.1, Лимон: 0 });
});

test('who counts without having joined is shown the way, and only while something is counted', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  t.notRegex((await chat.say('Джемесон 0,7'))[0] ?? '', /\/count/);
  await openCount(chat);

  t.deepEqual(await chat.say('Джемесон 0,7', barman), [
    'Сейчас идёт подсчёт. Считаете — присоединитесь: /count, и знак не понадобится',
    '«Джемесон 0,7» — прибавить, списать или столько есть?',
  ]);
  t.deepEqual(await chat.say('Джемесон +1', barman), ['Джемесон: 0 → 1 л (+1)']);
});

test('a minus is refused, an unclear name is asked about, an unknown one is not added', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо', 'Вода Боржоми 0,5|шт');
  await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');

  t.regex(
    (await chat.say('Мартини Россо -1'))[0] ?? '',
    /в подсчёте пишут, сколько есть, без минуса\. Расход запишите после «Выйти из подсчёта»/,
  );
  t.regex((await chat.say('Мартини Россо 1 бой'))[0] ?? '', /без причины «бой»/);
  t.regex((await chat.say('Боржоми 0,5'))[0] ?? '', /нет количества/);
  t.regex((await chat.say('Лаванда 2'))[0] ?? '', /такой позиции нет/);
  t.deepEqual(await chat.say('Боржоми 0,5 12'), ['В подсчёт «Январь»: Вода Боржоми 0,5 12 шт']);
  await chat.say('мартини 0,5');
  t.is(edited(await chat.press('Мартини Бьянко 0,5')), 'В подсчёт «Январь»: Мартини Бьянко 0,5 л');
  t.is(await chat.changeCount(), 0);
});

test('/undo in a count says which entry is gone', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  await chat.say('Джемесон 1,4');
  await chat.say('Джемесон 0,7');

  t.regex((await chat.say('/undo'))[0] ?? '', /^Отменена запись в подсчёте: Джемесон 0,7 л$/m);
});

test('«=» in a count says all that its person has found in the area: what they entered before comes back with its undo', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Чивас', quantity: 3 });
  const id = await openCount(chat);
  const found = async () => (await chat.admin.get(`/api/counts/${id}/lines`)).body.lines[0].counted;
  for (const person of [boss, barman]) {
    await chat.say('/count', person);
    await chat.press('Январь', person);
  }
  await chat.say('Чивас 2', barman);
  await chat.say('Чивас 1');
  await chat.say('Чивас 0,05');

  const update = { update_id: 9_200_002, ...chat.sayUpdate(boss, 'чивас = 1') };
  const [replies] = await chat.deliver(update);
  t.is(replies?.text, 'В подсчёт «Январь»: Чивас 1 л, было 1,05, всего 3');
  t.is((await chat.deliver(update))[0]?.text, replies?.text, 'once, however often it is delivered');
  t.is(await found(), 3, 'what others found stays');

  t.regex(edited(await chat.press('Отменить')), /Отменено: Чивас 1 л, снова 1,05$/);
  t.is(await found(), 3.05);

  await chat.say('Чивас = 5');
  await chat.say('Чивас = 6');
  t.deepEqual(await chat.say('Чивас 1'), ['В подсчёт «Январь»: Чивас 1 л, всего 9']);
  await chat.say('/undo 2');
  t.is(await found(), 7);
  await chat.say('/undo');
  t.is(await found(), 3.05, 'one after the other');

  const mixed = { update_id: 9_200_003, ...chat.sayUpdate(boss, 'Чивас 4\nЧивас = 7') };
  await chat.deliver(mixed);
  t.is(await found(), 9);
  await chat.press('Отменить всё');
  t.is(await found(), 3.05);
});

test('an improbable «=» that is confirmed in a count replaces, too', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Чивас', quantity: 3 });
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  await chat.say('Чивас 1');

  await chat.say('Чивас = 700');
  await chat.press(chat.buttons()[0] ?? '');

  t.is((await chat.admin.get(`/api/counts/${id}/lines`)).body.lines[0].counted, 0.7);
});

test('an update delivered again adds no entry twice', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  const update = { update_id: 9_200_001, ...chat.sayUpdate(boss, 'Джемесон 0,7') };

  const once = await chat.deliver(update);
  const again = await chat.deliver(update);

  t.is(again[0]?.text, once[0]?.text);
  t.is((await chat.admin.get(`/api/counts/${id}/entries`)).body.entries.length, 1);
});

test('an edited message corrects its entries, once, while the count is open', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Абсолют');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  const original = chat.sayUpdate(boss, 'Джемесон 0,7\nАбсолют 1');
  await chat.deliver(original);
  const update = { update_id: 9_200_010, ...chat.editUpdate(original, 'Джемесон 0,8') };
  const [replies] = await chat.deliver(update);
  await chat.deliver(update);

  t.is(replies?.text, 'Исправлено.\nВ подсчёт «Январь»: Джемесон 0,8 л');
  const { lines } = (await chat.admin.get(`/api/counts/${id}/lines`)).body;
  t.deepEqual(
    lines.map(({ item, counted }: { item: { name: string }; counted: number | null }) => [item.name, counted]),
    [
      ['Абсолют', null],
      ['Джемесон', 0.8],
    ],
  );
  t.regex((await chat.edit(original, 'спасибо'))[0] ?? '', /^Прежние записи отменены\./);
  await chat.admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' });
  t.regex((await chat.edit(original, 'Джемесон 9'))[0] ?? '', /закрыт: исправить его запись уже нельзя/);
});

const countedIn = async (chat: VenueChat, id: number): Promise<Record<string, number | null>> =>
  Object.fromEntries((await linesOf(chat.admin, id)).map(({ item, counted }) => [item.name, counted]));

test('an edit of a message in a count keeps its other lines, and the answers to its questions', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо', 'Водка', 'Бейлис', 'Джин');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  const original = chat.sayUpdate(boss, 'мартини 0,5\nВодка 2 ящика\nБейлис 700\nДжин 1');
  await chat.deliver(original);
  await chat.press('Мартини Россо');
  await chat.press('6');
  await chat.press('1 л');
  await chat.press('Записать 700');
  const found = { 'Мартини Бьянко': null, 'Мартини Россо': 0.5, Водка: 12, Бейлис: 0.7, Джин: 1 };
  t.deepEqual(await countedIn(chat, id), found);
  const kept = await chat.db('count_entries').whereNull('voided_at').whereNot({ quantity: 1 }).pluck('id');

  const update = {
    update_id: 9_200_021,
    ...chat.editUpdate(original, 'мартини 0,5\nВодка 2 ящика\nБейлис 700\nДжин 2'),
  };
  const answers = await chat.deliver(update);
  await chat.deliver(update);

  t.deepEqual(
    answers.map(({ text }) => text),
    ['Исправлено.\nВ подсчёт «Январь»: Джин 2 л'],
  );
  t.deepEqual(await countedIn(chat, id), { ...found, Джин: 2 });
  t.is(
    (await chat.db('count_entries').whereIn('id', kept).whereNull('voided_at')).length,
    3,
    'they are the same entries',
  );

  t.deepEqual(await chat.edit(original, 'мартини 0,7\nВодка 2 ящика\nДжин 2'), [
    'Исправлено.\nВ подсчёт «Январь»: Мартини Россо 0,7 л',
  ]);
  t.deepEqual(await countedIn(chat, id), { ...found, 'Мартини Россо': 0.7, Бейлис: null, Джин: 2 });
  t.deepEqual(await chat.edit(original, 'мартини 0,7\nВодка 2 ящика\nДжин 2'), [
    'Исправление ничего не меняет: записано то же.',
  ]);
  t.deepEqual(await chat.edit(original, 'мартини 0,7\nВодка 2 ящика'), ['Отменено: Джин 2 л']);
});

test('what was taken back in a count is not entered again by an edit, and that is said', async (t) => {
  let now = new Date();
  const chat = await startVenueChat(t, { clock: () => now });
  await chat.stock('Абсолют', 'Джин');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  const original = chat.sayUpdate(boss, 'Абсолют 1\nДжин 1');
  await chat.deliver(original);
  await chat.press('Отменить: Абсолют');

  for (const gin of [2, 3]) {
    now = new Date(now.getTime() + 60_000);
    const update = { update_id: 9_200_030 + gin, ...chat.editUpdate(original, `Абсолют 1,5\nДжин ${gin}`) };
    for (let time = 0; time < 2; time += 1) {
      const [text = ''] = (await chat.deliver(update)).flatMap((call) => call.text ?? []);
      t.true(text.startsWith(`Исправлено.\nВ подсчёт «Январь»: Джин ${gin} л`), text);
      t.true(text.includes('«Абсолют 1,5» — эту запись уже отменили или заменили'), text);
    }
    t.deepEqual(await countedIn(chat, id), { Абсолют: null, Джин: gin });
  }
});

test('an unchanged «=» stays when another line of its message is edited: what was added since counts', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Абсолют', 'Джин');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  await chat.say('Джин 9');
  const original = chat.sayUpdate(boss, 'Джин = 1\nАбсолют 1');
  await chat.deliver(original);
  await chat.say('Джин 0,5');

  await chat.edit(original, 'Джин = 1\nАбсолют 2');

  t.deepEqual(await countedIn(chat, id), { Абсолют: 2, Джин: 1.5 });
});

test('a corrected message of a count is of the time at which it was first written', async (t) => {
  let now = new Date();
  const pass = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const chat = await startVenueChat(t, { clock: () => now });
  await chat.createItem({ name: 'Джин', quantity: 7 });
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  pass(5);
  const original = chat.sayUpdate(boss, 'Джин 5');
  await chat.deliver(original);
  pass(20);
  await chat.say('Джин -1', barman);
  pass(5);

  await chat.edit(original, 'Джин 4');
  await closed(chat.admin, id);

  t.deepEqual(await chat.quantities(), { Джин: 3 });
});

test('an answer is of the time of its question: a change before the entry of a count, an entry before a change', async (t) => {
  let now = new Date();
  const pass = (minutes: number): void => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  const chat = await startVenueChat(t, { clock: () => now });
  const absolut = await chat.createItem({ name: 'Абсолют Цитрон', quantity: 5 });
  await chat.createItem({ name: 'Абсолют Курант', quantity: 5 });
  await chat.createItem({ name: 'Джин', quantity: 7 });
  await chat.say('Абсолют -0,7', barman);
  const id = await openCount(chat);
  pass(30);
  await entered(chat.admin, id, { itemId: absolut.id, quantity: 3 });
  pass(30);
  await chat.press('Абсолют Цитрон', barman);

  await chat.say('/count');
  await chat.press('Январь');
  await chat.say('5');
  const question = chat.api.calls.findLast(({ method }) => method === 'sendMessage');
  pass(20);
  await chat.say('Джин -1', barman);
  pass(5);
  await chat.answer(question, 'джин');
  await closed(chat.admin, id);

  t.deepEqual(await chat.quantities(), { 'Абсолют Цитрон': 3, 'Абсолют Курант': 5, Джин: 4 });
});

test('whatever is written in a count, the sum is that of what was understood', (t) => {
  const name = fc.constantFrom('Джемесон', 'Абсолют Цитрон', '7-Up 0,25');
  fc.assert(
    fc.property(
      name,
      fc.integer({ min: 0, max: 999_999 }),
      fc.constantFrom(' ', ' +', ' + ', ' — ', ': '),
      (item, amount, mark) => {
        const line = foundLine(`${item}${mark}${String(amount / 1000).replace('.', ',')}`);
        return (
          line.kind === 'change' &&
          line.main.name === item &&
          line.main.amounts.length === 1 &&
          line.main.amounts[0]?.micros === amount * 1000
        );
      },
    ),
    { numRuns: 1000 },
  );
  fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => void foundLine(text)));
  t.pass();
});

test('«Отменить всё» takes back what was entered alone, however many lines the press claims', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг', 'Джин');
  await openCount(chat);
  await chat.say('/count', barman);
  await chat.press('Январь', barman);
  const replies = await chat.deliver(chat.sayUpdate(barman, 'Джемесон 0,7\nЛимон 2\nЛаванда 3\nДжин 1'));
  const call = replies.find(({ reply_markup }) => JSON.stringify(reply_markup ?? {}).includes('takeall:'));
  const [, data = ''] = /"(takeall:\d+:\d+:)\d+"/.exec(JSON.stringify(call?.reply_markup)) ?? [];
  let asked = 0;
  const { counts } = chat.services;
  const { takeBack } = counts;
  counts.takeBack = (...given) => {
    asked += 1;
    return takeBack(...given);
  };

  // a modified client may send any button data
  const pressed = await chat.deliver(chat.pressUpdate(barman, `${data}9999`, call as never));

  t.regex(edited(pressed), /Отменено: 3 записи\./);
  t.is(asked, 3);
});

test('the old button of an entry that was corrected since says that it is gone, not that it was taken back', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 3 });
  await openCount(chat);
  await chat.say('/count', barman);
  await chat.press('Январь', barman);
  const message = chat.sayUpdate(barman, 'Джемесон 0,7');
  await chat.deliver(message);
  const card = chat.api.calls.findLast(({ reply_markup }) => reply_markup?.inline_keyboard);
  await chat.edit(message, 'Джемесон 0,35');

  const [undo] = card?.reply_markup?.inline_keyboard?.flat() ?? [];
  const calls = await chat.deliver(chat.pressUpdate(barman, undo?.callback_data ?? '', card));
  t.regex(edited(calls), /Этой записи уже нет: Джемесон 0,7 л$/);
  t.notRegex(edited(calls), /Отменено/);
});
