import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { shows, signIn } from '../support/panel/panel.ts';
import { openVenue } from '../support/panel/venue.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

async function openExcel(page: Page, venue: Tenant): Promise<void> {
  const who = await venue.asNewUser('maria', 'admin', 'Мария');
  const password = await venue.services.users.resetPassword(who.id, who);
  await page.goto(`${venue.url}/excel`);
  await page.getByLabel('Логин').fill(who.username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('heading', { name: 'Excel' }).waitFor();
}

async function choose(page: Page, name: string, rows: (string | number)[][]): Promise<void> {
  const file = {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await workbookOf({ Лист1: rows }),
  };
  await page.getByLabel('Файл Excel').setInputFiles(file);
}

browserTest('columns that were not recognised are named by hand, and the next file knows them', async (t, { page }) => {
  const venue = await openVenue(t);
  await openExcel(page, venue);

  await choose(page, 'поставщик.xlsx', [
    ['Что', 'Сколько'],
    ['Ром', 1.5],
    ['Джин', 2],
  ]);
  await page.getByText('Не нашли строку с заголовками').waitFor();
  t.deepEqual(await seriousViolations(page), []);
  await page.getByLabel('Строка с заголовками').fill('1');
  await page.getByLabel(/^Столбец A/).selectOption({ label: 'Название' });
  await page.getByLabel(/^Столбец B/).selectOption({ label: 'Есть сейчас' });
  await page.getByRole('button', { name: 'Прочитать заново' }).click();
  // a quick double click
  await page.getByRole('button', { name: 'Загрузить 2 строки' }).dblclick();
  await toast(page, 'Загружено');
  t.is(await page.getByText('уже загружен').count(), 0);
  t.is((await venue.db('items')).length, 2);

  await choose(page, 'поставщик-2.xlsx', [
    ['Что', 'Сколько'],
    ['Виски', 3],
  ]);

  await page.getByText('как вы указали в прошлый раз').waitFor();
  await page.getByRole('button', { name: 'Загрузить 1 строку' }).waitFor();
});

browserTest(
  'slips are ticked before they are loaded, and prices read for a litre are read for a bottle by one press',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openExcel(page, venue);
    await choose(page, 'прайс.xlsx', [
      ['Наименование', 'Ед.', 'Остаток', 'Объём, мл', 'Закупочная цена'],
      ['Джин', 'л', 2.1, 700, 1470],
      ['Мята', 'кг', 350, '', 900],
      ['Ром', 'л', 800, 700, 1400],
    ]);
    await page.getByText('Проверьте, за что цены').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Цены за бутылку' }).click();
    await page.getByText(/прочитаны за бутылку/).waitFor();

    await page.getByRole('button', { name: 'Загрузить 1 строку' }).waitFor();
    await page.getByRole('checkbox', { name: /Строка 3.+«Мята»: сразу 350/ }).check();
    await page.getByRole('button', { name: 'Загрузить 2 строки' }).click();
    await toast(page, 'Загружено: новых 2, обновлено 0, оставлено под вопросом 1');

    const items = await venue.db('items').orderBy('name').select('name', 'cost');
    t.deepEqual(
      items.map(({ name, cost }) => [name, Number(cost)]),
      [
        ['Джин', 210_000],
        ['Мята', 90_000],
      ],
    );
  },
);

browserTest(
  'what an import changes is shown before what stays, and the log tells of it in one line',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openExcel(page, venue);
    const known = Array.from({ length: 30 }, (_, at) => [`Ликёр ${at}`, 4, 10]);
    const head = ['Наименование', 'Остаток', 'Цена'];
    await choose(page, 'склад.xlsx', [head, ...known]);
    await page.getByText('Позиции: новые, 30').waitFor();
    await page.getByRole('button', { name: 'Загрузить 30 строк' }).click();
    await toast(page, 'Загружено: новых 30');

    await choose(page, 'цены.xlsx', [head, ...known.slice(1), ['Мескаль', 2, 30], ['Ликёр 0', 4, 12]]);
    await page.getByText('Позиции: обновятся, 1').waitFor();
    t.deepEqual(await page.getByRole('cell', { name: /^Ликёр/ }).allInnerTexts(), ['Ликёр 0']);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Новые 1', exact: true }).click();
    await page.getByRole('cell', { name: 'Мескаль' }).waitFor();
    await page.getByRole('button', { name: 'Без изменений 29', exact: true }).click();
    await page.getByText('Позиции: без изменений, 29').waitFor();
    await page.getByRole('button', { name: 'Загрузить 2 строки' }).click();
    await toast(page, 'Загружено: новых 1, обновлено 1');

    await page.getByRole('link', { name: 'Журнал' }).first().click();
    const lines = page.getByRole('main').getByRole('listitem');
    await lines.filter({ hasText: 'Загрузка цены.xlsx' }).filter({ hasText: '1 позиция' }).waitFor();
    t.is(await lines.count(), 2);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('link', { name: 'Загрузка склад.xlsx' }).click();
    await lines.filter({ hasText: 'Ликёр 29' }).waitFor();
    await page.getByRole('button', { name: 'Весь журнал' }).click();
    await lines.filter({ hasText: 'Загрузка цены.xlsx' }).waitFor();
  },
);

const otherNames = [
  ['Наименование', 'Ед.', 'Закупочная цена'],
  ['Виски Джеймесон 0,7 л', 'шт', 2100],
  ['Джин Бифитер 0,7 л', 'шт', 1700],
  ['Бифитер Лондон Драй джин 0.7', 'шт', 1750],
  ['Водка Абсолют 0,7 л', 'шт', 1500],
  ['Ром Диктадор 12 лет 0,7 л', 'шт', 3000],
];

async function openBarWithOtherNames(venue: Tenant): Promise<void> {
  await venue.createItem({ name: 'Jameson 0.7', unit: 'шт', volume_ml: 700 });
  await venue.createItem({ name: 'Beefeater London Dry 0.7', unit: 'шт', volume_ml: 700 });
  await venue.createItem({ name: 'Absolut Lime 0.7', unit: 'шт', volume_ml: 700 });
}

browserTest(
  'rows that are written otherwise are chosen to be items by the keyboard alone, and are found by themselves then',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openBarWithOtherNames(venue);
    await openExcel(page, venue);
    await choose(page, 'прайс.xlsx', otherNames);
    const similar = page.getByRole('region', { name: 'Похожи на ваши позиции' });
    const row = (number: number) => similar.getByRole('group', { name: new RegExp(`^Строка ${number}\\.`) });
    await row(5).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    t.true(
      await row(2)
        .getByRole('radio', { name: /Jameson/ })
        .isChecked(),
      'what is sure is chosen',
    );
    t.true(await row(3).getByRole('radio', { name: 'Не загружать' }).isChecked(), 'two rows may be one item');

    await row(3).getByRole('radio', { name: 'Не загружать' }).focus();
    await page.keyboard.press('ArrowDown');
    t.true(
      await row(3)
        .getByRole('radio', { name: /Beefeater/ })
        .isChecked(),
    );
    await row(4).getByText('Это уже строка 3').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    t.true(await row(4).getByRole('radio', { name: 'Новая позиция' }).isChecked());
    await page.getByRole('button', { name: 'Загрузить 4 строки' }).focus();
    await page.keyboard.press('Enter');
    await toast(page, 'Загружено: новых 2, обновлено 2, оставлено под вопросом 1');

    await choose(page, 'прайс.xlsx', otherNames);
    await row(5).waitFor();
    t.is(await similar.getByRole('group').count(), 1);
  },
);

browserTest('all rows that are like items are accepted by one press on a phone', async (t, { page }) => {
  const venue = await openVenue(t);
  await openBarWithOtherNames(venue);
  await page.setViewportSize({ width: 360, height: 740 });
  await openExcel(page, venue);
  await choose(page, 'прайс.xlsx', otherNames);

  await page.getByRole('button', { name: 'Принять все похожие' }).click();

  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  t.is(wide, 0, 'nothing beside the screen');
  await page.getByText('Похожи на ваши позиции: 4 строки, решено 3').waitFor();
  await page.getByRole('button', { name: 'Загрузить 4 строки' }).click();
  await toast(page, 'Загружено: новых 1, обновлено 3, оставлено под вопросом 1');
  t.is((await venue.db('items')).length, 4);
});

async function priceList(): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Прайс');
  sheet.addRows([
    ['Наименование', 'Ед. изм.', 'Остаток', 'Цена'],
    ['Джемесон', 'л', 4.6, 2100],
    ['Белуга', 'л', 'много', 1500],
  ]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

browserTest('a price list is previewed with its bad rows, loaded, and taken back whole', async (t, { page }) => {
  const venue = await openVenue(t);
  await signIn(page, venue);
  await page.getByRole('link', { name: 'Загрузить из Excel' }).click();
  const file = { name: 'прайс.xlsx', mimeType: 'application/octet-stream', buffer: await priceList() };
  await page.getByLabel('Файл Excel').setInputFiles(file);

  await page.getByText('Строка 3').first().waitFor();
  t.is((await venue.admin.get('/api/items')).body.pagination.total, 0, 'nothing before the person agrees');
  await page.getByRole('button', { name: /^Загрузить \d+ стро/ }).click();
  await page.getByRole('button', { name: 'Отменить загрузку: прайс.xlsx' }).waitFor();
  await page.getByRole('link', { name: 'Остатки', exact: true }).click();
  await shows(page, 'Джемесон', '4,6');

  await page.getByRole('link', { name: 'Excel', exact: true }).click();
  await page.getByRole('button', { name: 'Отменить загрузку: прайс.xlsx' }).click();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await page.getByText('отменён', { exact: true }).waitFor();
  t.is((await venue.admin.get('/api/items')).body.pagination.total, 0);
});
