import type { Locator, Page } from 'playwright-core';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { updXml } from '../tenant-runtime/deliveries/documents.ts';
import { olap, olapRow } from '../tenant-runtime/sales/files.ts';
import { type Cells, workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

const sheet = (rows: Cells[]) =>
  workbookOf({ Инвентаризация: [['Наименование', 'Цена за бутылку', 'Остаток'], ...rows] });
const BOTTLES: [name: string, price: number, opening: number, closing: number][] = [
  ['Джин Beefeater 0,7 л', 1750, 4, 4],
  ['Кампари 1 л', 2300, 2.5, 1.5],
  ['Вермут красный Martini 1 л', 1400, 3, 2],
  ['Ром Havana Club 3 года 0,7 л', 1600, 3, 2],
];
const BAR_BOOK = [
  ['Коктейль', 'Состав'],
  ['Негрони', '30 Джин Beefeater\n30 Кампари\n30 Вермут красный'],
  ['Дайкири', '50 Ром Havana Club\n25 Сок лайма'],
];

const day = (iso: string): string => iso.split('-').reverse().join('.');
const DELIVERY = updXml({
  date: day(dayAgo(10)),
  seller: 'ООО «Ромашка»',
  lines: [
    {
      name: 'Джин Бифитер Лондон Драй 0,7л',
      code: 'Б-1',
      quantity: '2',
      price: '1500',
      net: '3000',
      vat: '600',
      gross: '3600',
    },
    { name: 'Биттер Campari 1л', code: 'К-1', quantity: '1', price: '2000', net: '2000', vat: '400', gross: '2400' },
  ],
  total: '6000',
});

const SALES = olap(
  [
    ['Негрони', 20, 13_000],
    ['Дайкири', 12, 6600],
    ['Негрони', 6, 3900],
  ].map(([DishName, DishAmountInt, DishDiscountSumInt], index) =>
    olapRow({ 'OpenDate.Typed': dayAgo(12 - index * 3), DishName, DishAmountInt, DishDiscountSumInt }),
  ),
);

/** Does what a person does, and counts it: a press, a field that is filled in, a file that is chosen. */
function counting(page: Page) {
  let acts = 0;
  const act = <T>(done: Promise<T>): Promise<T> => {
    acts += 1;
    return done;
  };
  return {
    acts: () => acts,
    press: (what: Locator) => act(what.click()),
    fill: (what: Locator, value: string) => act(what.fill(value)),
    async choose(label: string, name: string, content: Buffer | string): Promise<void> {
      const buffer = Buffer.from(content);
      await act(page.getByLabel(label).setInputFiles({ name, mimeType: 'application/octet-stream', buffer }));
    },
    go: (name: string) => act(page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()),
  };
}

browserTest(
  'from the sheets of two counts, a bar book, one УПД and an export of the till a new venue has its first report of losses',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openAs(page, venue, venue.admin, '/');
    const { acts, press, fill, choose, go } = counting(page);
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

    async function count(name: string, day: string, choice: Locator, quantities: Cells[]): Promise<void> {
      await choose('Файл Excel', name, await sheet(quantities));
      await press(choice);
      t.is(await page.getByLabel('День подсчёта').inputValue(), day);
      await fill(page.getByLabel('Время'), '12:00');
      await press(button('Записать подсчёт'));
      await toast(page, 'Подсчёт записан: 4');
    }
    await go('Excel');
    await count(
      `бар ${day(dayAgo(20))}.xlsx`,
      dayAgo(20),
      page.getByText('Подсчёт', { exact: true }),
      BOTTLES.map(([name, price, opening]) => [name, price, opening]),
    );
    await page.getByText('Один подсчёт записан').waitFor();
    await count(
      `бар ${day(dayAgo(1)).slice(0, 5)}.xlsx`,
      dayAgo(1),
      button('Это подсчёт'),
      BOTTLES.map(([name, price, , closing]) => [name, price, closing]),
    );
    await page.getByText('Между подсчётами уже виден').waitFor();

    await go('Рецепты');
    await choose('Файл рецептов', 'коктейли.xlsx', await workbookOf({ Карта: BAR_BOOK }));
    await page.getByRole('heading', { name: 'коктейли.xlsx' }).waitFor();
    await press(button('Вермут красный Martini'));
    await press(button('Ром Havana Club'));
    await press(page.getByRole('button', { name: 'Сок лайма: не считать' }));
    await page.getByText('Не решено ингредиентов').waitFor({ state: 'detached' });
    await press(button('Записать 2 рецепта'));
    await page.getByRole('heading', { name: 'Рецепты', level: 1 }).waitFor();

    await go('Поставки');
    await choose('Файл накладной', 'УТ-17.xml', DELIVERY);
    await page.getByText(/Не решено|Все строки решены/).waitFor();
    await press(page.getByRole('button', { name: 'Строка 1: это Джин Beefeater' }));
    await page.getByText('Все строки решены').waitFor();
    await press(button('Провести'));
    await press(page.getByRole('dialog').getByRole('button', { name: /^До/ }));
    await page.getByText('Поставка проведена').first().waitFor();

    await go('Продажи');
    await choose('Файл продаж', 'olap.json', SALES);
    await page.getByRole('heading', { name: 'olap.json' }).waitFor();
    await press(button('Записать продажи'));
    await page.getByText('записан', { exact: true }).waitFor();

    await go('Расход');
    await page.getByRole('cell', { name: /Ром/ }).waitFor();
    const report = plain(await page.locator('#main').innerText());
    for (const missing of [/Кампари 1 л .*? −1,22 шт/, /Джин Beefeater .*? −0,886 шт/, /Ром Havana Club .*? −0,143 шт/])
      t.regex(report, missing);
    t.regex(report, /Недостача −4 893,30 ₽/);
    t.log(`${acts()} presses, fields and files`);
    t.true(acts() <= 30);
  },
  desktop,
);
