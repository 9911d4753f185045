import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';
import {
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeAndRecord,
  typeKeys,
} from '../support/scanner/scanner-page.ts';
import type { Tenant } from '../support/venue/tenant.ts';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

async function openPanel(page: Page, venue: Tenant): Promise<void> {
  const password = await venue.services.users.resetPassword(venue.user.id, venue.user);
  await page.goto(venue.url);
  await page.getByLabel('Логин').fill(venue.user.username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await press(page, 'Войти');
}

browserTest(
  '700 typed on the phone for litres is asked about, and 700 ml are written by one tap',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Джемесон', unit: 'л', quantity: 4 });
    await signIn(page, venue);
    await openItem(page, 'джем', /Джемесон/);
    await press(page, '+ Приход');
    await typeKeys(page, '700');
    await press(page, 'Записать');

    await page.getByRole('alert').getByText('«Джемесон»: +700 л, а сейчас 4 л — слишком много').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    t.is(await quantityOf(venue, item.id), 4, 'nothing is written before the answer');
    await press(page, 'Записать +700 мл');

    await page.getByText('Записано: Джемесон').first().waitFor();
    await until(async () => (await quantityOf(venue, item.id)) === 4.7, 'the bottle is in the stock');
  },
  phoneSized,
);

browserTest(
  'what was typed may be set right instead of confirmed',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Тоник', unit: 'шт', quantity: 2 });
    await signIn(page, venue);
    await openItem(page, 'тоник', /Тоник/);
    await typeKeys(page, '50');
    await press(page, 'Записать');
    await page.getByRole('alert').getByText('а в остатке 2 шт').waitFor();
    await press(page, 'Изменить');
    await press(page, 'Стереть');
    await typeAndRecord(page, '');

    await until(async () => (await quantityOf(venue, item.id)) === -3, 'five were taken');
    t.pass();
  },
  phoneSized,
);

browserTest(
  '«стало» said without a network and overtaken by another is asked about in the queue',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Кампари', unit: 'л', quantity: 5 });
    await signIn(page, venue);
    await openItem(page, 'кампари', /Кампари/);
    await page.context().setOffline(true);
    await press(page, '= Стало');
    await typeAndRecord(page, '4,5');
    const change = { id: crypto.randomUUID(), itemId: item.id, set: 3, source: 'web' };
    await venue.admin.post('/api/changes').send({ changes: [change] });
    await page.context().setOffline(false);

    await page.getByTestId('queue').getByText('проверьте: 1').waitFor();
    t.is(await quantityOf(venue, item.id), 3, 'the newer word stands');
    await page.getByTestId('queue').click();
    await page.getByText('старше: в').waitFor();
    await press(page, 'Да, = 4,5 л');
    await page.getByText('Всё отправлено, ничего не ждёт').waitFor();
    t.is(await quantityOf(venue, item.id), 4.5);
  },
  phoneSized,
);

browserTest(
  '700 typed in the panel for litres is asked about, and 700 ml are written by one press',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Джемесон', unit: 'л', quantity: 4 });
    await openPanel(page, venue);
    await page
      .getByRole('button', { name: /Приход.*Джемесон|Джемесон.*Приход/ })
      .first()
      .click();
    await page.getByLabel('Сколько, л').fill('700');
    await press(page, 'Записать');
    await page.getByRole('alert').getByText('Может быть, +700 мл?').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await press(page, 'Записать +700 мл');

    await until(async () => (await quantityOf(venue, item.id)) === 4.7, 'the bottle is in the stock');
  },
);

browserTest(
  'a new item’s 350 kg and a weight of one bottle of many are asked about in the panel before anything is sent',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const bottle = { unit: 'л' as const, volume_ml: 700, weight_empty_g: 420, density_g_per_ml: 0.95 };
    const gin = await venue.createItem({ name: 'Джин', quantity: 4.2, cost: 2000, ...bottle });
    const who = await venue.asNewUser('maria', 'admin', 'Мария');
    await openPanel(page, { ...venue, user: who });

    await page.getByRole('button', { name: 'Добавить', exact: true }).first().click();
    const card = page.getByRole('dialog');
    await card.getByLabel('Название').fill('Мята');
    await card.getByLabel('Единица').selectOption('кг');
    await card.getByLabel('Есть сейчас').fill('350');
    await page.keyboard.press('Enter');
    await card.getByRole('alert').getByText('«Мята»: сразу 350').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toast(page, 'Добавлено: Мята');
    const { items } = (await venue.admin.get('/api/items?search=мята')).body;
    t.is(items[0].quantity, 0.35, 'a second Enter answers nothing, the first button writes what was meant');

    await page.keyboard.press('w');
    const weighing = page.getByRole('dialog', { name: 'Взвешивание' });
    await weighing.getByLabel('Что на весах').fill('джин');
    await page.keyboard.press('Enter');
    await weighing.getByLabel('Вес вручную').fill('800');
    await page.keyboard.press('Enter');
    await weighing.getByRole('alert').getByText('на весах одна бутылка').waitFor();
    t.is(await quantityOf(venue, gin.id), 4.2, 'nothing is sent before the answer');
    t.deepEqual(await seriousViolations(page), []);
    await press(page, 'Изменить');
    await weighing.getByLabel(/^И полные рядом/).fill('5');
    await press(page, 'Записать остаток');
    await until(async () => (await quantityOf(venue, gin.id)) === 3.9, 'with the full ones beside it is no slip');
  },
);

browserTest(
  'a card takes the price of a bottle, with the litre’s and the worth of the stock beside it',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', quantity: 4.2, cost: 1333.33, volume_ml: 750 });
    const who = await venue.asNewUser('maria', 'admin', 'Мария');
    await openPanel(page, { ...venue, user: who });
    await page.getByText('Джин').first().waitFor();
    await page.goto(`${venue.url}/?item=${gin.id}&tab=data`);
    const card = page.getByRole('dialog');
    await card.getByLabel('Цена за литр, ₽').waitFor();
    await card.getByText(/Бутылка 0,75.+1.000.+Остаток 4,2.+на 5.600/).waitFor();
    await card.getByRole('button', { name: 'За бутылку' }).click();
    await card.getByLabel('Норма, не меньше').fill('2');
    t.is(await card.getByLabel('Цена за бутылку, ₽').inputValue(), '1000');
    await press(page, 'Сохранить');
    await until(async () => Number((await venue.db('items').first('par')).par) === 2, 'the card is saved');
    t.is(Number((await venue.db('items').first('cost')).cost), 133_333, 'a price nobody touched is as it was');

    await page.goto(`${venue.url}/?item=${gin.id}&tab=data`);
    await card.getByRole('button', { name: 'За бутылку' }).click();
    await card.getByLabel('Цена за бутылку, ₽').fill('1500');
    await card.getByText(/Литр — 2.000.+Остаток 4,2.+на 8.400/).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await press(page, 'Сохранить');
    await until(
      async () => Number((await venue.db('items').first('cost')).cost) === 200_000,
      'the litre costs so much',
    );
  },
);
