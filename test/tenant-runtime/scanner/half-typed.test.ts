import type { Page } from 'playwright-core';
import { browserTest } from '../../support/browser/browser.ts';
import { until } from '../../support/run/until.ts';
import { joinCount } from '../../support/scanner/counts.ts';
import {
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeAndRecord,
  typeKeys,
} from '../../support/scanner/scanner-page.ts';
import { lineOf, opened } from '../counting.ts';

const isTyped = (page: Page, text: string): Promise<void> => page.getByLabel('Набрано').getByText(text).waitFor();

const openForm = (page: Page, name: 'Подсчёт' | 'Расход, приход'): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

browserTest(
  'a number for the count and one for the stock are typed side by side, and recording one keeps the other',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', quantity: 3 });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    await signIn(page, venue);
    await joinCount(page, 'Ночной');
    await openItem(page, 'джин', /Джин/);
    await typeKeys(page, '2,4');
    await isTyped(page, '2,4');

    await openForm(page, 'Расход, приход');
    await isTyped(page, '0');
    await typeKeys(page, '1');
    await isTyped(page, '1');
    await openForm(page, 'Подсчёт');
    await isTyped(page, '2,4');
    await page.reload();
    await isTyped(page, '2,4');
    await openForm(page, 'Расход, приход');
    await isTyped(page, '1');
    await typeAndRecord(page, '');
    await until(async () => (await quantityOf(venue, gin.id)) === 2, 'a sale beside the count');

    await openItem(page, 'джин', /Джин/);
    await isTyped(page, '2,4');
    await typeAndRecord(page, '', 'Добавить к подсчёту');
    await until(async () => (await lineOf(venue.admin, id, gin.id)).counted === 2.4, 'what was being counted');
    await openItem(page, 'джин', /Джин/);
    await page.getByRole('button', { name: 'Пусто — 0' }).waitFor();
    t.pass();
  },
  phoneSized,
);
