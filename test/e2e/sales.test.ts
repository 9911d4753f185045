import type { Page, Route } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { applied, dishesOf, olap, olapRow, summary } from '../tenant-runtime/sales/files.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

const openSales = (page: Page, venue: Tenant) => openAs(page, venue, venue.admin, '/sales');

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) };
  await page.getByLabel('Файл продаж').setInputFiles(file);
}

const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const WEEK = olap([
  olapRow(),
  olapRow({ DishName: 'Виски Glenfarclas 25 лет 40 мл', DishDiscountSumInt: 5000 }),
  olapRow({ DishName: 'Тоник разливной', DishDiscountSumInt: 300 }),
  olapRow({ DishName: 'Пакет', DishDiscountSumInt: 10 }),
]);

browserTest(
  'sales are uploaded, shown and written, and their dishes are decided by the keyboard alone',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Виски Гленфарклас 25 лет 0,7', unit: 'шт', volume_ml: 700 });
    await venue.createItem({ name: 'КЕГ Хеллес', unit: 'л' });
    const tonic = await venue.createItem({ name: 'Швепс', unit: 'л' });
    await openSales(page, venue);
    await page.getByText('Продаж ещё не было').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await choose(page, 'olap.json', WEEK);
    await page.getByRole('heading', { name: 'olap.json' }).waitFor();
    t.regex(plain(await page.locator('dl').innerText()), /8 порц\. · 5 910/);
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Enter');
    await page.getByText('по 20.11.2026').waitFor();
    const names = page.getByRole('list', { name: 'Не сопоставлено' }).locator('[data-dish]');
    await names.nth(3).waitFor();
    t.regex(await names.first().innerText(), /^Виски Glenfarclas/, 'the most money first');

    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('n');
    await page.keyboard.press('1');
    await page.getByText('Блюд: 3 на').waitFor();
    await page.getByRole('combobox', { name: 'Тоник разливной: найти позицию' }).fill('швепс');
    await page.keyboard.press('Enter');
    await page.getByLabel('Сколько л в порции').fill('0,2');
    await page.keyboard.press('Enter');
    await page.getByText('Блюд: 2 на').waitFor();
    await page.getByRole('button', { name: 'Пакет: не на складе' }).focus();
    await page.keyboard.press('Delete');
    await page.getByText('Блюд: 1 на').waitFor();
    const decided = await dishesOf(venue.admin, 'state=decided');
    t.deepEqual(
      decided.map(({ name, factor }) => [name, factor]),
      [
        ['Виски Glenfarclas 25 лет 40 мл', 0.057143],
        ['Тоник разливной', 0.2],
      ],
    );
    t.is(decided[1]?.item?.id, tonic.id);

    await page.getByRole('button', { name: 'Вернуть' }).first().click();
    await page.getByText('Блюд: 2 на').waitFor();
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);

browserTest('of two decisions made at once each can be taken back, and each refusal is told', async (t, { page }) => {
  const venue = await openVenue(t);
  await applied(venue.admin, WEEK);
  await openSales(page, venue);
  const decisions = '**/api/sales/dishes';
  const ignore = (name: string) => page.getByRole('button', { name: `${name}: не на складе` }).click();
  const recent = page.getByRole('list', { name: 'Только что решено' }).getByRole('listitem');

  const held = Promise.withResolvers<void>();
  await page.route(decisions, async (route) => {
    await held.promise;
    await route.continue();
  });
  await ignore('Пакет');
  await ignore('Тоник разливной');
  held.resolve();
  await page.getByText('Блюд: 2 на').waitFor();
  for (const name of ['Пакет', 'Тоник разливной']) {
    await recent.filter({ hasText: name }).getByRole('button', { name: 'Вернуть' }).waitFor();
  }
  await page.unroute(decisions);

  const cut = Promise.withResolvers<void>();
  const cutOff = async (route: Route): Promise<void> => {
    await cut.promise;
    await route.abort();
  };
  await page.route(decisions, cutOff, { times: 1 });
  await ignore('Хеллес (0,4)');
  await ignore('Виски Glenfarclas 25 лет 40 мл');
  await recent.filter({ hasText: 'Виски Glenfarclas' }).waitFor();
  cut.resolve();
  await toast(page, 'Нет связи с сервером');
  t.is(await recent.filter({ hasText: 'Хеллес' }).count(), 0);
  await page.getByText('Блюд: 1 на').waitFor();
});

browserTest(
  'a file without days is asked for its period, and its days can be taken back',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openSales(page, venue);

    await choose(page, 'итоги.csv', 'блюдо;количество;выручка\nНегрони;3;1500\n');
    await page.getByText(/Всего: 3 порций/).waitFor();
    await page.getByLabel('Первый день').fill('2026-11-20');
    await page.getByRole('button', { name: 'Прочитать' }).click();
    await page.getByRole('button', { name: 'Записать продажи' }).click();
    await page.getByText('записан', { exact: true }).waitFor();
    t.is(await wide(page), 0);
    t.is((await summary(venue.admin)).days[0].day, '2026-11-20');

    await page.getByRole('button', { name: 'Убрать' }).click();
    await page.getByRole('button', { name: 'Убрать дни' }).click();
    await page.getByText('убран', { exact: true }).waitFor();
    t.deepEqual((await summary(venue.admin)).days, []);
  },
  phone,
);

browserTest(
  'a table that nobody has described is read by its columns, which are remembered for its source',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openSales(page, venue);
    const table = (count: number) => `а;б;в;г\n20.11.2026;Негрони;${count};1500\n`;

    await choose(page, 'касса.csv', table(3));
    await page.getByLabel('Название источника').fill('Касса у входа');
    for (const [letter, field] of [
      ['A', 'day'],
      ['B', 'name'],
      ['C', 'quantity'],
      ['D', 'paid'],
    ]) {
      await page.getByLabel(`Столбец ${letter}`).selectOption(field ?? '');
    }
    t.is(await wide(page), 0);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Прочитать продажи' }).click();
    await page.getByRole('button', { name: 'Записать продажи' }).click();
    await page.getByText('по 20.11.2026').waitFor();

    await choose(page, 'касса-2.csv', table(4));
    await page.getByLabel('Источник', { exact: true }).selectOption('Касса у входа');
    await page.getByRole('button', { name: 'Прочитать, как в прошлый раз' }).click();
    await page.getByText('дней, за которые продажи уже есть: 1').waitFor();
  },
  phone,
);

browserTest(
  'a file of a second till is given to it, and one that another source has already is asked about',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const names = ['Негрони', 'Хеллес (0,4)', 'Тоник'];
    const report = (...amounts: number[]) =>
      olap(amounts.map((amount, at) => olapRow({ DishName: names[at], DishAmountInt: amount, 'Store.Name': null })));
    const table = `Дата;Товар;Количество\n${names.map((name, at) => `20.11.2026;${name};${at + 5}`).join('\n')}\n`;
    await applied(venue.admin, report(5, 6, 7));
    await openSales(page, venue);

    await choose(page, 'olap.json', report(1, 2, 3));
    await page.getByText('Это та же касса?').waitFor();
    await page.getByLabel('Чьи это продажи').selectOption('Новая касса…');
    await page.getByLabel('Название кассы').fill('Касса на террасе');
    t.is(await wide(page), 0);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByLabel('Название кассы').press('Enter');
    await page.getByText('Это та же касса?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Записать продажи' }).click();
    await toast(page, 'Продажи записаны: 20.11.2026');

    await choose(page, 'olap.json', report(1, 2, 4));
    const write = page.getByRole('button', { name: 'Записать продажи' });
    await write.waitFor();
    t.true(await write.isDisabled());
    await page.getByLabel('Чьи это продажи').selectOption('Касса на террасе');
    await page.getByText('дней, за которые продажи уже есть: 1').waitFor();
    await write.click();
    await toast(page, 'Продажи записаны: 20.11.2026');

    await choose(page, 'касса.csv', table);
    await page.getByText('Такие же продажи уже есть').waitFor();
    t.is(await wide(page), 0);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Это касса «iiko»' }).click();
    await page.getByText('дней, за которые продажи уже есть: 1').waitFor();
    await write.click();
    await page.getByRole('heading', { name: 'касса.csv' }).waitFor({ state: 'detached' });
    const { days } = await summary(venue.admin);
    t.is(
      days[0].kinds.reduce((sum: number, { quantity }: { quantity: number }) => sum + quantity, 0),
      25,
    );
  },
  phone,
);

browserTest('a file that is no sales is refused in words', async (t, { page }) => {
  const venue = await openVenue(t);
  await applied(venue.admin, WEEK);
  await openSales(page, venue);

  await choose(page, 'olap.json', olap([olapRow({ 'OpenDate.Typed': '1900-01-01' })]));

  await page.getByRole('alert').getByText('такого быть не может').waitFor();
  t.is((await summary(venue.admin)).days.length, 1);
});

browserTest('who is no administrator sees no sales', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.user, '/sales');
  await page.getByRole('heading', { name: 'Остатки' }).waitFor({ state: 'attached' });
  t.is(await page.getByRole('link', { name: 'Продажи' }).count(), 0);
});
