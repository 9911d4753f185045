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
