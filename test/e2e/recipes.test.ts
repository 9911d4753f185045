import type { Page } from 'playwright-core';
import { seriousViolations, violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { addDish, dishNamed, read, saved } from '../tenant-runtime/recipes/venue.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

const openRecipes = (page: Page, venue: Tenant, path = '/recipes') => openAs(page, venue, venue.admin, path);
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');
const wide = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const focused = (page: Page, name: string) => page.getByLabel(name).and(page.locator(':focus')).waitFor();

async function bar(venue: Tenant) {
  const gin = await venue.createItem({ name: 'Джин Северный', unit: 'шт', volume_ml: 700, cost: 1400 });
  const vermouth = await venue.createItem({ name: 'Вермут красный', unit: 'л', cost: 1000 });
  const campari = await venue.createItem({ name: 'Кампари', unit: 'л', cost: 2000 });
  return { gin, vermouth, campari };
}

browserTest(
  'a drink is written with the keyboard alone; its cost and margin follow each line',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await bar(venue);
    await openRecipes(page, venue);
    await page.getByText('Рецептов ещё нет').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByRole('button', { name: 'Новое блюдо' }).focus();
    await page.keyboard.press('Enter');
    await focused(page, 'Название');
    await page.keyboard.type('Негрони');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Негрони' }).waitFor();
    await page.getByRole('combobox', { name: 'Ингредиент' }).and(page.locator(':focus')).waitFor();
    await page.getByLabel('Цена продажи, ₽').fill('650');
    await page.getByLabel('Цена продажи, ₽').press('Enter');
    await page.getByText('650 ₽').waitFor();

    await page.getByRole('combobox', { name: 'Ингредиент' }).focus();
    for (const [name, amount] of [
      ['джин', '30'],
      ['вермут', '3 cl'],
      ['кампари', '30мл'],
    ] as const) {
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page
        .getByRole('textbox', { name: /: сколько$/ })
        .and(page.locator(':focus'))
        .waitFor();
      await page.keyboard.type(amount);
      await page.keyboard.press('Enter');
      await page.getByRole('combobox', { name: 'Ингредиент' }).and(page.locator(':focus')).waitFor();
    }
    await page.getByText('150 ₽').waitFor();
    await page.getByText('76,9 %').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Control+Enter');
    await toast(page, 'Рецепт сохранён');

    t.like(await dishNamed(venue.admin, 'Негрони'), { cost: 150, price: 650, margin: 76.9 });
    await page.getByRole('link', { name: 'Рецепты' }).first().click();
    const row = page.getByRole('listitem').filter({ hasText: 'Негрони' }).filter({ hasText: '76,9' });
    await row.waitFor();
    t.regex(plain(await row.innerText()), /150 ₽.*из 650 ₽.*76,9 %/);
  },
  desktop,
);

browserTest(
  'a file is shown first; what an ingredient is is asked once, and then the recipes are written',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await bar(venue);
    await openRecipes(page, venue);
    const table = 'Блюдо;Ингредиент;Количество;Ед.\nНегрони;Кампари;30;мл\n;Gin;30;мл\n;Лёд;5;шт\n';
    await page
      .getByLabel('Файл рецептов')
      .setInputFiles({ name: 'карта.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });

    await page.getByRole('heading', { name: 'карта.csv' }).waitFor();
    await page.getByText('Не решено ингредиентов: 2').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('combobox', { name: 'Gin: найти позицию' }).fill('северный');
    await page.keyboard.press('Enter');
    await page.getByText('Не решено ингредиентов: 1').waitFor();
    await page.getByRole('button', { name: 'Лёд: не считать' }).click();
    await page.getByText('не считаем').waitFor();
    await page.getByRole('button', { name: 'Записать 1 рецепт' }).click();

    await page.getByRole('heading', { name: 'Рецепты', level: 1 }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Негрони' }).waitFor();
    t.like(await dishNamed(venue.admin, 'Негрони'), { cost: 120, questions: 0 });
  },
  desktop,
);

browserTest(
  'a table that nobody has described is read by the columns that are chosen',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openRecipes(page, venue);
    const table = 'Пиво;Что льём;Сколько\nСветлое;Кега светлая;500\n';
    await page
      .getByLabel('Файл рецептов')
      .setInputFiles({ name: 'пиво.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByRole('heading', { name: 'Что в каком столбце?' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByLabel('Столбец A').selectOption({ label: 'Блюдо' });
    await page.getByLabel('Столбец B').selectOption({ label: 'Ингредиент' });
    await page.getByLabel('Столбец C').selectOption({ label: 'Количество' });
    await page.getByRole('button', { name: 'Прочитать рецепты' }).click();

    await page.getByRole('heading', { name: 'пиво.csv' }).waitFor();
    await page.getByText('Кега светлая').waitFor();
  },
  desktop,
);

browserTest(
  'revisions are chosen and deleted; another day makes a new one, on a phone too',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { gin, campari } = await bar(venue);
    const { id } = await addDish(venue.admin, 'Длинный напиток с названием на две строки, которое не влезает', {
      price: 500,
    });
    await saved(venue.admin, id, [
      { item_id: gin.id, amount: 40, unit: 'мл' },
      { text: 'Содовая', unit: 'топ' },
    ]);
    await saved(venue.admin, id, [{ item_id: campari.id, amount: 40, unit: 'мл' }], { valid_from: '2026-01-01' });
    await openRecipes(page, venue, `/recipes/${id}`);

    await page.getByText('80 ₽').first().waitFor();
    t.true((await wide(page)) <= 0);
    await page.getByLabel('Редакция рецепта').selectOption({ label: 'всегда' });
    await page.getByText('Не выбрана позиция').waitFor();
    await page.getByRole('button', { name: 'Содовая: не считать' }).click();
    await page.getByText('не считаем').waitFor();
    t.true((await wide(page)) <= 0);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Удалить редакцию' }).click();

    await page.getByLabel('Редакция рецепта').waitFor({ state: 'detached' });
    t.is(
      (await dishNamed(venue.admin, (await page.getByRole('heading', { level: 1 }).innerText()).trim())).recipes.length,
      1,
    );
  },
  phone,
);

browserTest(
  'what is typed while a recipe is being saved stays, and a colleague’s save is told of and not taken over',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { gin } = await bar(venue);
    const { id } = await addDish(venue.admin, 'Джин-тоник', { price: 450 });
    await saved(venue.admin, id, [{ item_id: gin.id, amount: 40, unit: 'мл' }]);
    await openRecipes(page, venue, `/recipes/${id}`);
    const amount = page.getByRole('textbox', { name: 'Джин Северный: сколько' });
    const save = page.getByRole('button', { name: 'Сохранить рецепт' });
    const stored = async () => (await dishNamed(venue.admin, 'Джин-тоник')).recipes[0]?.lines[0]?.amount;

    const held = Promise.withResolvers<void>();
    await page.route('**/api/dishes/*/recipe', async (route) => {
      await held.promise;
      await route.continue();
    });
    await amount.fill('50 мл');
    await save.click();
    await amount.fill('60 мл');
    held.resolve();
    await toast(page, 'Рецепт сохранён');
    await save.and(page.locator(':enabled')).waitFor();
    t.is(await amount.inputValue(), '60 мл');
    t.is(await stored(), 50);
    await save.click();
    await until(async () => (await stored()) === 60, 'what was typed meanwhile is saved');
    await save.and(page.locator(':disabled')).waitFor();

    await saved(venue.admin, id, [{ item_id: gin.id, amount: 30, unit: 'мл' }]);
    await venue.admin.put(`/api/dishes/${id}`).send({ price: 500 });
    await amount.fill('70 мл');
    await page.getByLabel('Код на кассе').fill('17');
    await page.getByLabel('Код на кассе').press('Enter');
    await page.getByText('этот рецепт сохранил кто-то ещё').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    t.is(await amount.inputValue(), '70 мл');
    t.is(await page.getByLabel('Цена продажи, ₽').inputValue(), '500');
    await page.getByLabel('Цена продажи, ₽').focus();
    await page.getByRole('button', { name: 'Показать сохранённый' }).click();
    t.is(await amount.inputValue(), '30 мл');
    t.like(await dishNamed(venue.admin, 'Джин-тоник'), { price: 500, code: '17' });
  },
  desktop,
);

browserTest(
  'a list of dishes and a file fit 768 px',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { gin } = await bar(venue);
    const { id } = await addDish(venue.admin, 'Джин-тоник', { price: 450, group: 'Лонги' });
    await saved(venue.admin, id, [{ item_id: gin.id, amount: 40, unit: 'мл' }]);
    await addDish(venue.admin, 'Сироп', { kind: 'semi', unit: 'л' });
    const file = await read(venue.admin, 'Блюдо;Ингредиент;Количество\nНегрони;Джин северный;30 мл\n;Цедра;1 шт\n');
    for (const path of ['/recipes', `/recipes/${id}`, `/recipes/files/${file.id}`]) {
      await openRecipes(page, venue, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      t.deepEqual(await violationsInBothSchemes(page), [], path);
      t.true((await wide(page)) <= 0, path);
    }
  },
  { viewport: { width: 768, height: 1024 } },
);
