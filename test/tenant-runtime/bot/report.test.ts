import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { openWorkbook } from '../../support/spreadsheets/workbook.ts';
import { barman, boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { addSupplier } from '../deliveries/venue.ts';

const edited = (calls: { method: string; text?: string }[]): string =>
  calls.find(({ method }) => method === 'editMessageText')?.text ?? '';

async function stocked(chat: VenueChat): Promise<void> {
  for (let n = 1; n <= 25; n += 1) {
    const group = n > 22 ? 'wine' : 'strong';
    await chat.createItem({
      name: `Позиция ${n}`,
      group,
      quantity: n,
      expected: 30,
      cost: 100,
      par: n > 20 ? 40 : null,
    });
  }
  await chat.createItem({ name: 'Лимон', unit: 'кг', quantity: 2, expected: 1 });
  await chat.createItem({ name: 'Без учёта', quantity: 1 });
}

test('a report is paged, totals each unit and the money, and keeps its filters from page to page', async (t) => {
  const chat = await startVenueChat(t);
  await stocked(chat);

  const [text = ''] = await chat.say('/report');
  t.regex(text, /^Расхождения: все группы, отклонение ≥0,1\n\nПозиция 1: −29 л \(есть 1, по учёту 30, −2\s?900 ₽\)\n/);
  t.regex(text, /Всего: 26 позиций\nИтого, л: недостача −425, излишек 0\nИтого, кг: недостача 0, излишек \+1/);
  t.regex(text, /В деньгах: недостача −42\s?500 ₽, излишек 0 ₽\nБез цены, в сумму не вошли: 1 позиция/);
  t.regex(text, /Без учётного остатка: 1 позиция/);
  t.true(chat.buttons().includes('1 из 2'));

  const second = edited(await chat.press('›'));
  t.true(second.includes('Лимон: +1 кг') && !second.includes('Позиция 1:'), second);
  const wine = edited(await chat.press('Вино'));
  t.regex(wine, /Всего: 3 позиции/);
  t.false(chat.buttons(chat.api.calls.findLast(({ method }) => method === 'editMessageText')).includes('›'));
  t.regex(edited(await chat.press('Нули')), /Таких позиций нет/);
});

test('a surplus below one keeps its plus', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Ром', quantity: 1.875, expected: 1 });

  const [text = ''] = await chat.say('/report');

  t.regex(text, /Итого, л: недостача 0, излишек \+0,875/);
});

test('what to order is a button away, with its sum', async (t) => {
  const chat = await startVenueChat(t);
  await stocked(chat);
  await chat.say('/report', barman);

  const order = edited(await chat.press('Что заказать', barman));

  t.regex(order, /^Что заказать\n\nПозиция 21: 19 л \(есть 21, норма 40 л\)/);
  t.regex(order, /Сумма: 8\s?500 ₽/);
  t.regex(edited(await chat.press('‹ К расхождениям', barman)), /^Расхождения/);
});

/** A bar with two suppliers, of which one has two items below their pars. */
async function supplied(chat: VenueChat): Promise<void> {
  const { admin, createItem } = chat;
  const metro = await addSupplier(admin, 'Метро');
  for (const name of ['Джин', 'Ром']) {
    const { id } = await createItem({ name, unit: 'шт', par: 6 });
    await admin.put(`/api/items/${id}/supplier`).send({ supplier_id: metro.id });
  }
  await createItem({ name: 'Лайм', unit: 'кг', par: 2 });
}

test('each supplier gets a text to forward, which an administrator fixes and takes back', async (t) => {
  const chat = await startVenueChat(t);
  await supplied(chat);

  const [list = ''] = await chat.say('/заказ', boss);
  const buttons = chat.buttons();
  const [written] = await chat.press('Метро: 2', boss);
  const fixed = edited(await chat.press('Записать заказ', boss));
  const [rest = ''] = await chat.say('/order', boss);

  t.regex(list, /Джин: 6 шт \(есть 0, норма 6 шт\)/);
  t.deepEqual(buttons, ['Метро: 2', '‹ К расхождениям']);
  t.is(written?.text, 'Заказ для «Проба»\n\nДжин — 6 шт\nРом — 6 шт');
  t.regex(fixed, /^Заказ № 1 от .+, Бар «Проба»\n\nДжин — 6 шт\nРом — 6 шт$/);
  t.regex(rest, /^Что заказать\n\nЛайм: 2 кг/);
  t.notRegex(rest, /Джин/);
});

test('staff may read what to order and forward it, and fix nothing', async (t) => {
  const chat = await startVenueChat(t);
  await supplied(chat);
  await chat.say('/order', barman);

  const [written] = await chat.press('Метро: 2', barman);

  t.regex(written?.text ?? '', /Джин — 6 шт/);
  t.deepEqual(chat.buttons(written), []);
});

test('«Excel» sends the workbook of exactly this filter', async (t) => {
  const chat = await startVenueChat(t);
  await stocked(chat);
  await chat.say('/report');
  await chat.press('Вино');
  await chat.press('≥1');
  await chat.press('Excel');

  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(30)) {
    if (chat.api.uploads.length > 0) break;
  }
  const book = await openWorkbook(chat.api.uploads[0] ?? new Uint8Array());
  const names = book.worksheets[0]?.getColumn(1).values.slice(2);
  t.deepEqual(names, ['Позиция 23', 'Позиция 24', 'Позиция 25', 'Итого']);
});
