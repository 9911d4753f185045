import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop, untilAnswered } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue, quantityOf } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { closed, enter, opened } from '../tenant-runtime/counting.ts';
import { iikoXml, type UpdLine, updXml } from '../tenant-runtime/deliveries/documents.ts';
import { addSupplier, decided, drafted, posted, uploaded } from '../tenant-runtime/deliveries/venue.ts';
import { workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

const line = (name: string, quantity: number, price: number, more: UpdLine = {}): UpdLine => {
  const net = quantity * price;
  const sums = { net: String(net), vat: String(net * 0.2), gross: String(net * 1.2) };
  return { name, code: name.slice(0, 6), quantity: String(quantity), price: String(price), ...sums, ...more };
};

const openDeliveries = (page: Page, venue: Tenant, path = '/deliveries') => openAs(page, venue, venue.admin, path);

async function choose(page: Page, name: string, text: string | Buffer): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
  await page.getByLabel('Файл накладной').setInputFiles(file);
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const LIKE = 'Виски односолодовый Гленфарклас двадцать пять лет выдержки 0,7';

/** A bar whose items are written otherwise than in the document, one of them exactly as there. */
async function bar(venue: Tenant) {
  const gin = await venue.createItem({ name: 'Джин Северный', unit: 'л', volume_ml: 700, quantity: 1, cost: 500 });
  const whisky = await venue.createItem({ name: LIKE, unit: 'шт' });
  const cola = await venue.createItem({ name: 'Кола', unit: 'шт' });
  return { gin, whisky, cola };
}

const DOCUMENT = updXml({
  date: '20.11.2026',
  lines: [
    line('Джин Северный', 12, 1000),
    line('Виски Glenfarclas односолодовый шотландский 25 лет выдержки в тубе 0,7л', 6, 700),
    line('Напиток сильногазированный', 24, 50),
    line('Тара возвратная', 2, 100),
  ],
  total: '20880',
});

browserTest(
  'an УПД is uploaded, its lines are decided by the keyboard alone, and posted; the stock and the log show it until it is reversed',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { gin, whisky, cola } = await bar(venue);
    await openDeliveries(page, venue);
    await page.getByText('Поставок ещё не было').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await choose(page, 'УТ-17.xml', DOCUMENT);
    await page.getByRole('heading', { name: /Поставка № УТ-17 от 20\.11\.2026/ }).waitFor();
    t.regex(plain(await row(page, 'код Джин С').innerText()), /12 шт → 8,4 л/, 'what is sure is filled in');
    await page.getByText('Не решено 3 из 4 строк').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.getByText('Не решено 2 из 4 строк').waitFor();
    await page.getByRole('combobox', { name: 'Строка 3: найти позицию' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('кола');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Строка 4: найти позицию' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Delete');
    await page.getByText('Все строки решены').waitFor();
    await page.getByRole('button', { name: 'Провести' }).and(page.locator(':focus')).waitFor();
    await page.reload();
    await page.getByText('Все строки решены').waitFor();
    await page.getByRole('button', { name: 'Провести' }).focus();
    await page.keyboard.press('Enter');

    await page.getByText('товар в остатках').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    t.is(await quantityOf(venue, gin.id), 9.4);
    t.is(await quantityOf(venue, whisky.id), 6);
    t.is(await quantityOf(venue, cola.id), 24);
    await page.goto(`${venue.url}/changes`);
    await page.getByRole('listitem').filter({ hasText: 'Джин Северный' }).filter({ hasText: '+8,4' }).waitFor();

    await page.goto(`${venue.url}/deliveries`);
    await row(page, 'проведена').click();
    await page.getByRole('button', { name: 'Отменить поставку' }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Отменить поставку' }).click();
    await page.getByText('в остатках её нет').waitFor();
    t.is(await quantityOf(venue, gin.id), 1);
    t.is(await quantityOf(venue, cola.id), 0);
  },
  desktop,
);

browserTest(
  '«До подсчёта или после?» is asked where a count is touched, and the answer is kept',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { gin } = await bar(venue);
    const count = await opened(venue.admin, { scope: 'items', itemIds: [gin.id], title: 'Пятничный' });
    await enter(venue.admin, count.id, { itemId: gin.id, quantity: 5 });
    await closed(venue.admin, count.id);
    const supplier = await addSupplier(venue.admin);
    const day = new Date().toLocaleDateString('sv', { timeZone: 'Europe/Moscow' });
    const counted = [{ item_id: gin.id, quantity: 2 }];
    const before = await drafted(venue.admin, supplier.id, counted, { number: '1', day });
    const after = await drafted(venue.admin, supplier.id, counted, { number: '2', day });

    await openDeliveries(page, venue, `/deliveries/${before.id}`);
    await page.getByRole('button', { name: 'Провести' }).click();
    const dialog = page.getByRole('dialog', { name: 'До подсчёта или после?' });
    await dialog.getByRole('link', { name: 'Пятничный' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: 'До подсчёта' }).click();
    await page.getByText('товар в остатках').waitFor();
    t.is(await quantityOf(venue, gin.id), 5, 'they were counted already');

    await page.goto(`${venue.url}/deliveries/${after.id}`);
    await page.getByRole('button', { name: 'Провести' }).click();
    await dialog.getByRole('button', { name: 'После подсчёта' }).click();
    await page.getByText('товар в остатках').waitFor();
    t.is(await quantityOf(venue, gin.id), 7);
  },
);

browserTest(
  'a document that was posted already, one that contradicts itself, and a price that jumps are said; a bill is refused',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await bar(venue);
    const first = await uploaded(venue.admin, updXml({ lines: [line('Джин Северный', 1, 1000)] }));
    await venue.admin.put(`/api/deliveries/${first.id}/lines`).send({
      lines: [{ place: 1, item_id: first.rows[0]?.proposals[0]?.item_id }],
    });
    await posted(venue.admin, first.id);
    await openDeliveries(page, venue);

    await choose(page, 'счёт.xml', '<Файл><Документ/></Файл>');
    await page.getByRole('alert').waitFor();
    await choose(page, 'УТ-17.xml', updXml({ lines: [line('Джин Северный', 1, 2000)], total: '100' }));

    await page.getByText('Накладная расходится сама с собой').waitFor();
    await page.getByText('уже проведена', { exact: true }).waitFor();
    await page.getByText(/«Джин Северный»: .+ за л, а было/).waitFor();
    await page.getByRole('button', { name: 'Провести' }).click();
    const dialog = page.getByRole('dialog', { name: 'Эта накладная уже проведена' });
    await dialog.getByRole('button', { name: 'Провести ещё одну' }).click();
    await page.getByText('товар в остатках').waitFor();
    t.is((await venue.db('deliveries').where({ status: 'posted' })).length, 2);
  },
);

browserTest('a decision that does not reach the server is said and is saved when it can be', async (t, { page }) => {
  const venue = await openVenue(t);
  await bar(venue);
  const draft = await uploaded(venue.admin, DOCUMENT);
  await openDeliveries(page, venue, `/deliveries/${draft.id}`);
  await page.getByText('Не решено 4 из 4 строк').waitFor();
  await untilAnswered(page);
  const lines = /\/api\/deliveries\/\d+\/lines$/;
  await page.route(lines, (route) => route.abort());
  await row(page, 'Тара возвратная').getByRole('button', { name: 'не на склад' }).click();
  await page.getByText('Не сохранено строк: 1. Повторяем сами').waitFor();
  await row(page, 'Тара возвратная').getByText('Ещё не сохранено').waitFor();
  t.is((await venue.db('delivery_lines').where({ skipped: true })).length, 0);

  // it is tried again by itself
  await page.unroute(lines);
  await row(page, 'Тара возвратная').getByRole('button', { name: 'вернуть' }).waitFor();
  t.is((await venue.db('delivery_lines').where({ skipped: true })).length, 1);
});

browserTest('a number that is typed while another is being saved stays, and is saved after it', async (t, { page }) => {
  const venue = await openVenue(t);
  const { gin } = await bar(venue);
  const supplier = await addSupplier(venue.admin);
  const { id } = await drafted(venue.admin, supplier.id, [{ item_id: gin.id, quantity: 2 }]);
  const stored = async () => (await venue.admin.get(`/api/deliveries/${id}`)).body.delivery.number;
  const sent: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route(`**/api/deliveries/${id}`, async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().postDataJSON().number);
      await held.promise;
    }
    await route.continue();
  });
  await openDeliveries(page, venue, `/deliveries/${id}`);
  const number = page.getByLabel('Номер', { exact: true });
  await number.fill('17');
  await number.press('Enter');
  await number.fill('18');
  await number.blur();
  await number.fill('19');
  held.resolve();

  await until(async () => (await stored()) === '18', 'what the field was left with meanwhile is saved');
  await untilAnswered(page);
  t.is(await number.inputValue(), '19');
  await number.press('Enter');
  await until(async () => (await stored()) === '19', 'and what was typed into it since');
  t.deepEqual(sent, ['17', '18', '19'], 'one after another');
});

browserTest(
  'a paper of iiko is asked once what its quantities are in, and a line about which it is wrong is said otherwise',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', unit: 'л', volume_ml: 700, cost: 1000 });
    const rum = await venue.createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 1000 });
    const supplier = await addSupplier(venue.admin);
    const lines = [
      { code: 'Д', name: 'Джин', sum: '7000' },
      { code: 'Р', name: 'Ром', sum: '4900' },
    ];
    const draft = await uploaded(venue.admin, iikoXml(lines), { supplier_id: String(supplier.id) });
    await decided(venue.admin, draft.id, { place: 1, item_id: gin.id }, { place: 2, item_id: rum.id });
    await openDeliveries(page, venue, `/deliveries/${draft.id}`);

    await page.getByText('В накладной не сказано, в чём количество. Строк: 2').waitFor();
    const choices = row(page, 'код Д').getByRole('group').getByRole('button');
    t.deepEqual(
      (await choices.allInnerTexts()).map(plain),
      ['Литры: 7 л', 'Штуки: 4,9 л'],
      'the known price speaks for litres',
    );
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Везде литры и килограммы' }).click();
    await page.getByText('Все строки решены').waitFor();
    await row(page, 'код Р').getByRole('button', { name: '1 л = 1 л' }).click();
    await row(page, 'код Р').getByRole('button', { name: 'Штуки: 4,9 л' }).click();
    await row(page, 'код Р').getByText('7 шт → 4,9 л').waitFor();
    await page.getByRole('button', { name: 'Провести' }).click();
    await page.getByText('товар в остатках').waitFor();
    t.deepEqual([await quantityOf(venue, gin.id), await quantityOf(venue, rum.id)], [7, 4.9]);
  },
);

browserTest('less than the paper says is entered beside its line and shown as missing', async (t, { page }) => {
  const venue = await openVenue(t);
  const { gin } = await bar(venue);
  const draft = await uploaded(venue.admin, updXml({ lines: [line('Джин Северный', 12, 1000)], date: '20.11.2026' }));
  await decided(venue.admin, draft.id, { place: 1, item_id: gin.id });
  await openDeliveries(page, venue, `/deliveries/${draft.id}`);

  await page.getByRole('button', { name: 'Строка 1: пришло не столько' }).click();
  const field = page.getByLabel('Пришло, шт');
  t.is(await field.inputValue(), '12');
  await field.fill('10');
  await field.press('Enter');
  await page.getByText('пришло 10 шт, недовоз 2 шт').waitFor();
  await page.getByText('недовоз на 2 400 ₽').waitFor();
  t.deepEqual(await seriousViolations(page), []);
  await page.getByRole('button', { name: 'Провести' }).click();
  await page.getByText('товар в остатках').waitFor();
  await page.getByText('пришло 10 шт, недовоз 2 шт').waitFor();
  t.is(await quantityOf(venue, gin.id), 8);
});

browserTest('a paper with the rows of a posted one is asked about before it is posted', async (t, { page }) => {
  const venue = await openVenue(t);
  const { cola } = await bar(venue);
  const supplier = await addSupplier(venue.admin);
  const lines = [{ item_id: cola.id, quantity: 24 }];
  await posted(venue.admin, (await drafted(venue.admin, supplier.id, lines)).id);
  const { id } = await drafted(venue.admin, supplier.id, lines);
  await openDeliveries(page, venue, `/deliveries/${id}`);

  await page.getByText('Накладная с теми же строками от этого поставщика').waitFor();
  await page.getByRole('button', { name: 'Провести' }).click();
  const dialog = page.getByRole('dialog', { name: 'Похоже, эта накладная уже проведена' });
  await dialog.getByRole('button', { name: 'Провести ещё одну' }).click();
  await page.getByText('товар в остатках').waitFor();
  t.is(await quantityOf(venue, cola.id), 48);
});

browserTest('what another unit makes of an item is said when it is saved', async (t, { page }) => {
  const venue = await openVenue(t);
  const gin = await venue.createItem({ name: 'Джин', unit: 'шт', volume_ml: 700, cost: 700 });
  await openAs(page, venue, venue.admin, `/?item=${gin.id}&tab=data`);
  await page.getByLabel('Единица').selectOption('л');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await toast(page, 'пересчитано: цена 700,00 ₽ за шт');
});

browserTest('what comes for the first time is added from its line and chosen', async (t, { page }) => {
  const venue = await openVenue(t);
  const draft = await uploaded(venue.admin, updXml({ lines: [line('Тоник в стекле', 6, 90)], date: '20.11.2026' }));
  await openDeliveries(page, venue, `/deliveries/${draft.id}`);
  await page.getByRole('button', { name: 'Строка 1: новая позиция' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая позиция' });
  t.is(await dialog.getByLabel('Название').inputValue(), 'Тоник в стекле');
  t.deepEqual(await seriousViolations(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('Все строки решены').waitFor();
  await page.getByRole('button', { name: 'Провести' }).click();
  await page.getByText('товар в остатках').waitFor();
  const [item] = (await venue.admin.get('/api/items')).body.items;
  t.like(item, { name: 'Тоник в стекле', unit: 'шт', quantity: 6 });
});

browserTest(
  'columns of a table are chosen once for its supplier, on a phone too',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { cola } = await bar(venue);
    await openDeliveries(page, venue);
    const table = (quantity: number) =>
      workbookOf({ Лист1: [['Накладная 5'], ['Товар', 'Кол-во', 'Цена'], ['Кола', quantity, 80]] });

    await choose(page, 'накладная.xlsx', await table(12));
    await page.getByRole('heading', { name: 'Что в каком столбце?' }).waitFor();
    t.is(await page.getByLabel('Столбец A').inputValue(), 'name', 'guessed by its header');
    t.is(await wide(page), 0);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByLabel('Поставщик').selectOption('Новый поставщик…');
    await page.getByLabel('Новый поставщик').fill('ООО «Ромашка»');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Прочитать накладную' }).click();
    await page.getByText('Все строки решены').waitFor();
    t.is(await wide(page), 0);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Провести' }).click();
    await page.getByText('товар в остатках').waitFor();
    t.is(await quantityOf(venue, cola.id), 12);

    await page.goto(`${venue.url}/deliveries`);
    await choose(page, 'накладная-2.xlsx', await table(6));
    await page.getByLabel('Поставщик').selectOption('ООО «Ромашка»');
    await page.getByRole('button', { name: 'Прочитать, как в прошлый раз' }).click();
    await page.getByText('Все строки решены').waitFor();
  },
  phone,
);

browserTest('who is no administrator sees no deliveries', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.user, '/deliveries');
  await page.getByRole('heading', { name: 'Остатки' }).waitFor({ state: 'attached' });
  t.is(await page.getByRole('link', { name: 'Поставки' }).count(), 0);
});
