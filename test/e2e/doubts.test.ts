import type { Page } from 'playwright-core';
import { browserTest, seriousViolations } from '../support/browser.ts';
import {
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeAndRecord,
  typeKeys,
} from '../support/scanner-page.ts';
import type { Tenant } from '../support/tenant.ts';
import { until } from '../support/until.ts';

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
