import { randomUUID } from 'node:crypto';
import test from 'ava';
import { barman, boss, startVenueChat } from '../../support/telegram/venue-chat.ts';
import { closed, entered, opened } from '../counting.ts';

test('/last and /undo offer one tap on any of ten changes, older and newer ones behind a button', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  for (let amount = 1; amount <= 12; amount += 1) await chat.say(`Джемесон +${amount}`);

  await chat.say('/last');
  t.deepEqual(chat.buttons().slice(0, 1), ['Отменить: Джемесон +12']);
  t.is(chat.buttons().length, 11);
  const calls = await chat.press('Старее ›');
  const page = calls.find(({ method }) => method === 'editMessageText');
  t.deepEqual(chat.buttons(page), ['Отменить: Джемесон +2', 'Отменить: Джемесон +1', '‹ Новее']);

  await chat.press('Отменить: Джемесон +2');
  await chat.press('Отменить: Джемесон +2');
  t.is((await chat.quantities()).Джемесон, 76);

  const [text = ''] = await chat.say('/undo');
  t.true(text.startsWith('Отменено. Джемесон: 76 → 64 л (−12)\n\nОтменить ещё:'), text);
  t.is(chat.buttons().length, 10);
  t.true(chat.buttons()[0]?.endsWith('Джемесон +11 л'), chat.buttons()[0]);
});

test('an undo of what was counted since says so, by /undo and by the button; of what came after the count it says nothing', async (t) => {
  const chat = await startVenueChat(t);
  const gin = await chat.createItem({ name: 'Джин', quantity: 5 });
  await chat.say('Джин +2');
  await chat.say('Джин +1');
  const count = await opened(chat.admin, { title: 'Ночь' });
  await entered(chat.admin, count.id, { itemId: gin.id, quantity: 6 });
  await closed(chat.admin, count.id);
  await chat.say('Джин -0,5');
  const note = (now: string): string =>
    `Остаток «Джин» посчитали позже этой записи (подсчёт «Ночь»). Проверьте, столько ли сейчас: ${now} л`;

  t.false((await chat.say('/undo'))[0]?.includes('посчитали позже'));
  t.true((await chat.say('/undo'))[0]?.includes(`Отменено. Джин: 6 → 5 л (−1)\n${note('5')}`));
  const edited = (await chat.press(chat.buttons()[0] ?? '')).find(({ method }) => method === 'editMessageText');
  t.true(edited?.text?.endsWith(`Отменено: Джин: 5 → 3 л (−2)\n${note('3')}`), edited?.text);
});

test('an undo of a whole message says of each item once that it was counted since', async (t) => {
  const chat = await startVenueChat(t);
  const gin = await chat.createItem({ name: 'Джин', quantity: 5 });
  await chat.createItem({ name: 'Ром', quantity: 5 });
  await chat.say('Джин +2\nДжин +1\nРом +1');
  const count = await opened(chat.admin, { title: 'Ночь' });
  await entered(chat.admin, count.id, { itemId: gin.id, quantity: 6 });
  await closed(chat.admin, count.id);

  const edited = (await chat.press('Отменить всё')).find(({ method }) => method === 'editMessageText');

  t.true(
    edited?.text?.endsWith(
      'Отменено: 3 изменения.\nОстаток «Джин» посчитали позже этой записи (подсчёт «Ночь»). Проверьте, столько ли сейчас: 3 л',
    ),
    edited?.text,
  );
});

test('/undo dates what was written on another day', async (t) => {
  const now = new Date('2026-03-02T12:00:00Z');
  const chat = await startVenueChat(t, { clock: () => now });
  const item = await chat.createItem({ name: 'Джемесон' });
  const old = { id: randomUUID(), itemId: item.id, delta: 3, source: 'web', at: '2026-03-01T20:59:00Z' };
  await chat.admin.post('/api/changes').send({ changes: [old] });
  await chat.say('Джемесон +1');
  await chat.say('Джемесон +2');

  await chat.say('/undo');
  t.deepEqual(chat.buttons(), ['15:00 Джемесон +1 л', '01.03, 23:59 Джемесон +3 л']);
});

test("another person's change is undone by an administrator alone", async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +1');
  const echo = chat.api.calls.at(-1);
  await chat.say('/last', barman);
  t.deepEqual(chat.buttons(chat.api.calls.at(-1)), []);

  const data = echo?.reply_markup?.inline_keyboard.flat()[0]?.callback_data ?? '';
  const refused = await chat.deliver(chat.pressUpdate(barman, data, echo));
  t.like(refused.at(-1), { text: 'Чужое изменение может отменить только администратор', show_alert: true });
  t.is((await chat.quantities()).Джемесон, 1);

  await chat.say('Джемесон +2', barman);
  await chat.say('/last');
  await chat.press('Отменить: Джемесон +2', boss);
  t.is((await chat.quantities()).Джемесон, 1);
});

test('two taps at the same moment undo once', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +1');
  const echo = chat.api.calls.at(-1);
  const data = echo?.reply_markup?.inline_keyboard.flat()[0]?.callback_data ?? '';

  await Promise.all([1, 2, 3].map(() => chat.deliver(chat.pressUpdate(boss, data, echo))));

  t.is((await chat.quantities()).Джемесон, 0);
  t.is(await chat.changeCount(), 2);
});

test('no button carries more than 64 bytes and no text more than 4096 characters, whatever names there are', async (t) => {
  const chat = await startVenueChat(t);
  const name = (n: number) => `${n} 🍾<b>&*_Ж${'ё'.repeat(180)}`;
  for (let n = 1; n <= 25; n += 1) {
    await chat.createItem({ name: name(n), quantity: n, expected: 100, cost: 999_999, par: 500, group: 'strong' });
  }
  await chat.say(Array.from({ length: 25 }, (_, n) => `${name(n + 1)} +1`).join('\n'));
  for (const text of ['/last', '/undo', '/report', '/find ж', '/help', 'ё +1']) await chat.say(text);
  await chat.press('Старее ›');
  await chat.press('›');

  for (const call of chat.api.calls) {
    t.true((call.text ?? '').length <= 4096, call.method);
    t.true((call.text ?? '').isWellFormed());
    for (const { callback_data, text } of call.reply_markup?.inline_keyboard.flat() ?? []) {
      t.true(Buffer.byteLength(callback_data) <= 64, callback_data);
      t.true(text.isWellFormed());
    }
  }
});

test('an undo of a whole message takes back what it may, says what stays and why, and leaves its button', async (t) => {
  const chat = await startVenueChat(t);
  for (const name of ['Джин', 'Ром', 'Текила']) await chat.createItem({ name, quantity: 5 });
  await chat.say('Джин +2\nРом +1\nТекила +1');
  const echo = chat.api.calls.at(-1);
  await chat.say('Ром = 4', barman);
  const all = echo?.reply_markup?.inline_keyboard.flat().at(-1)?.callback_data ?? '';

  const calls = await chat.deliver(chat.pressUpdate(boss, all, echo));

  const edited = calls.find(({ method }) => method === 'editMessageText');
  t.regex(edited?.text ?? '', /\nОтменено: 2 изменения\.\nНе отменено: «Ром»: после этой записи [^\n]+$/);
  t.deepEqual(chat.buttons(edited), ['Отменить: Ром +1']);
  t.deepEqual(await chat.quantities(), { Джин: 5, Ром: 4, Текила: 5 });

  const again = await chat.deliver(chat.pressUpdate(boss, all, { ...echo, ...edited } as never));
  t.is(again.at(-1)?.text, 'Не отменено');
});

test('«отмена» after a question declines it, once, and only the next one undoes the change before it', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джин', 'Мартини Бьянко', 'Мартини Россо');
  await chat.say('Джин +1');
  await chat.say('мартини +1');
  const question = chat.api.calls.at(-1);
  const update = { update_id: 9_500_001, ...chat.sayUpdate(boss, 'Отмена') };
  chat.api.faults.push({ method: 'sendMessage', status: 502, description: 'Bad Gateway' });

  await t.throwsAsync(() => chat.deliver(update), { message: /недоступен/ });
  for (let time = 0; time < 2; time += 1) {
    t.is((await chat.deliver(update))[0]?.text, '«мартини» — не записано.');
  }

  const [option] = question?.reply_markup?.inline_keyboard.flat() ?? [];
  const late = await chat.deliver(chat.pressUpdate(boss, option?.callback_data ?? '', question));
  t.is(late.at(-1)?.text, 'Уже отвечено');
  t.is((await chat.quantities()).Джин, 1);
  t.regex((await chat.say('отмена'))[0] ?? '', /^Отменено\. Джин: 1 → 0 л/);
});

test('«отмена» undoes what was written after a question or by its number, and /undo in spite of it', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джин', 'Мартини Бьянко', 'Мартини Россо');
  await chat.say('Джин +1');
  await chat.say('Джин +2');
  await chat.say('мартини +1');

  t.regex((await chat.say('отмена 1'))[0] ?? '', /^Отменено\. Джин: 3 → 1 л/);
  t.regex((await chat.say('/undo'))[0] ?? '', /^Отменено\. Джин: 1 → 0 л/);
  await chat.say('Джин +4');
  const update = { update_id: 9_500_011, ...chat.sayUpdate(boss, 'отмена') };
  t.regex((await chat.deliver(update))[0]?.text ?? '', /^Отменено\. Джин: 4 → 0 л/);
  t.regex(
    (await chat.deliver(update))[0]?.text ?? '',
    /^Отменено\. Джин: 4 → 0 л/,
    'the question stays when it is delivered again',
  );
  t.deepEqual(await chat.say('отмена'), ['«мартини» — не записано.']);
});

test('«отмена» in reply to a card undoes nothing, and the card takes no quantity any more', async (t) => {
  const chat = await startVenueChat(t);
  const gin = await chat.createItem({ name: 'Джин', quantity: 1 });
  await chat.say('Джин +1');
  await chat.deliver(chat.pressUpdate(boss, `card:${gin.id}`));
  const card = chat.api.calls.findLast(({ method }) => method === 'sendMessage');
  const said = chat.sayUpdate(boss, 'отмена') as { message: object };
  const to = { message_id: card?.result?.message_id, date: 0, chat: { ...boss, type: 'private' } };
  const update = { update_id: 9_500_021, message: { ...said.message, reply_to_message: to } };

  for (let time = 0; time < 2; time += 1) {
    t.is((await chat.deliver(update))[0]?.text, 'Хорошо, ничего не записано.');
  }
  await chat.answer(card, '+5');
  t.deepEqual(await chat.quantities(), { Джин: 2 });
});

test('/undo offers no line of an import or of a delivery, which are taken back as a whole', async (t) => {
  const chat = await startVenueChat(t);
  const gin = await chat.createItem({ name: 'Джин' });
  await chat.say('Джин +1');
  await chat.say('Джин +2');
  const actor = { id: chat.admin.id, name: 'Анна', role: 'admin' as const };
  for (const source of ['import', 'delivery'] as const) {
    await chat.services.changes.apply([{ id: randomUUID(), itemId: gin.id, delta: 10, source }], actor);
  }

  t.regex((await chat.say('/undo'))[0] ?? '', /^Отменено\. Джин: 23 → 21 л/);
  t.is(chat.buttons().length, 1);
  t.true(chat.buttons()[0]?.endsWith('Джин +1 л'), chat.buttons()[0]);
  t.regex((await chat.say('отмена'))[0] ?? '', /^Отменено\. Джин: 21 → 20 л/);
  t.deepEqual(await chat.say('/undo'), ['Отменять нечего: ваших изменений нет']);
});
