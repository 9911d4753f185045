import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { browserTest } from '../../support/browser/browser.ts';
import { until } from '../../support/run/until.ts';
import { joinCount } from '../../support/scanner/counts.ts';
import {
  fillSignIn,
  openItem,
  openVenue,
  phoneSized,
  shootCode,
  signIn,
  typeAndRecord,
} from '../../support/scanner/scanner-page.ts';
import { lineOf, opened } from '../counting.ts';
import { BEER_EAN, beerMark } from '../marks/marks.ts';

const entries = (page: Page) => page.getByRole('list', { name: 'Ваши записи' }).getByRole('listitem');

/** Waits until the phone has the server's answer to the entry. */
const entrySent = (page: Page, hasText: string): Promise<void> =>
  entries(page).filter({ hasText, hasNotText: 'ещё не отправлено' }).waitFor();

async function goBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Назад' }).click();
  await page.getByLabel('Штрихкод или название').waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ещё' }).click();
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page.getByRole('button', { name: 'Точно выйти' }).click();
  await page.getByLabel('Логин').waitFor();
}

browserTest(
  'two people who use one phone see and take back each their own entries of a count',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', quantity: 3 });
    const { id } = await opened(venue.admin, { title: 'Ночной', blind: true });
    const maria = await venue.asNewUser('maria', 'user', 'Мария');
    await signIn(page, venue);
    await joinCount(page, 'Ночной');
    await openItem(page, 'джин', /Джин/);
    await typeAndRecord(page, '0,4', 'Добавить к подсчёту');
    await openItem(page, 'джин', /Джин/);
    await entrySent(page, '0,4');
    await goBack(page);
    await signOut(page);

    await fillSignIn(page, 'maria', await venue.services.users.resetPassword(maria.id, maria));
    await joinCount(page, 'Ночной');
    await openItem(page, 'джин', /Джин/);
    await page.getByLabel('Посчитано').getByText('не посчитано').waitFor();
    t.is(await entries(page).count(), 0, 'the entry of the one before is not hers');
    await typeAndRecord(page, '0,7', 'Добавить к подсчёту');
    await openItem(page, 'джин', /Джин/);
    await entrySent(page, '0,7');
    t.is(await entries(page).count(), 1);
    await goBack(page);
    await signOut(page);

    const { user } = venue;
    await fillSignIn(page, user.username, await venue.services.users.resetPassword(user.id, user));
    await joinCount(page, 'Ночной');
    await openItem(page, 'джин', /Джин/);
    await entrySent(page, '0,4');
    t.is(await entries(page).count(), 1);
    await entries(page).getByRole('button', { name: 'Убрать' }).click();
    await until(async () => (await lineOf(venue.admin, id, gin.id)).counted === 0.7, 'only hers counts');
  },
  phoneSized,
);

browserTest(
  'a bottle whose entry an administrator has taken back can be scanned again',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const beer = await venue.createItem({ name: 'Пиво', unit: 'шт', ean: BEER_EAN });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    const counted = async () => (await lineOf(venue.admin, id, beer.id)).counted;
    await signIn(page, venue);
    await joinCount(page, 'Ночной');
    await shootCode(page, beerMark('aaaaaaa'));
    await until(async () => (await counted()) === 1, 'the can is counted');
    await openItem(page, 'пиво', /Пиво/);
    await entrySent(page, '1 шт');

    const [entry] = (await venue.admin.get(`/api/counts/${id}/entries`)).body.entries;
    t.is((await venue.admin.delete(`/api/counts/${id}/entries/${entry.id}`)).status, 200);
    await page.reload();
    await page.getByLabel('Посчитано').getByText('не посчитано').waitFor();
    t.is(await entries(page).count(), 0, 'it is not offered to be taken back');
    await goBack(page);
    await shootCode(page, beerMark('aaaaaaa'));
    await until(async () => (await counted()) === 1, 'the can is counted again');
  },
  phoneSized,
);

browserTest(
  'a colleague’s entry that has taken the place of another is seen, though there are as many as before',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', quantity: 3 });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    const maria = await venue.asNewUser('maria', 'user', 'Мария');
    const enter = async (quantity: number): Promise<string> => {
      const entry = { id: randomUUID(), itemId: gin.id, quantity, source: 'web' };
      const { status, body } = await maria.post(`/api/counts/${id}/entries`).send({ entries: [entry] });
      if (status !== 200) throw new Error(body.error);
      return entry.id;
    };
    const first = await enter(1);
    await signIn(page, venue);
    await joinCount(page, 'Ночной');
    await openItem(page, 'джин', /Джин/);
    await page.getByLabel('Посчитано').getByText('1 л', { exact: true }).waitFor();
    await page.context().setOffline(true);
    t.is((await maria.delete(`/api/counts/${id}/entries/${first}`)).status, 200);
    await enter(2);

    await page.context().setOffline(false);

    await page.getByLabel('Посчитано').getByText('2 л', { exact: true }).waitFor();
  },
  phoneSized,
);
