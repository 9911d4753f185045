import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import test from 'ava';
import type { Page } from 'playwright-core';
import { codeOf } from '../bench/catalogue-names.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';
import { signInPage } from '../support/platform/sign-in-page.ts';

const ALIASES = 23_000;

let platform: TestPlatform;
let admin: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  const rows = Array.from(
    { length: ALIASES },
    (_, index): AliasInput => ({
      ean: codeOf(index),
      description: `Напиток ${String(index + 1).padStart(5, '0')}${index % 2 === 0 ? ' светлый' : ''}`,
      brand: index % 3 === 0 ? 'Белуга' : null,
    }),
  );
  await platform.administration.catalogue.importRows(rows, null);
});
test.after.always(() => platform?.stop());

const row = (page: Page, number: number) =>
  page.getByRole('row').filter({ hasText: `Напиток ${String(number).padStart(5, '0')}` });

browserTest('a catalogue too long to scroll is walked in parts, there and back', async (t, { page }) => {
  await signInPage(page, platform.url, admin);
  await page.goto(`${platform.url}/admin/aliases?sort=description&order=ASC`);
  await row(page, 1).waitFor();
  const parts = page.getByRole('navigation', { name: 'Части списка' });
  const way = (name: string) => parts.getByRole('button', { name });
  await parts.getByText('10 000 из 23 000').waitFor();
  t.true((await way('Назад').isDisabled()) && (await way('В начало').isDisabled()));
  t.deepEqual(await seriousViolations(page), []);

  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await row(page, 10_000).waitFor();
  await way('Дальше').press('Enter');
  await row(page, 10_001).waitFor();
  await way('Дальше').click();
  await row(page, 20_001).waitFor();
  await parts.getByText('3 000 из 23 000').waitFor();
  t.true((await way('Дальше').isDisabled()) && (await way('В конец').isDisabled()));
  await page.reload();
  await row(page, 20_001).waitFor();
  await way('Назад').click();
  await row(page, 10_001).waitFor();
  await way('Назад').click();
  await row(page, 1).waitFor();
  await way('В конец').click();
  await row(page, 13_001).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('End');
  await row(page, 23_000).waitFor();
  await page.getByRole('columnheader', { name: 'Название' }).getByRole('button').click();
  await row(page, 23_000).waitFor();
  await way('Дальше').click();
  await row(page, 13_000).waitFor();
  await way('В начало').click();
  await row(page, 23_000).waitFor();
});

browserTest('of a search with too many hits the likeliest are shown, and the list says so', async (t, { page }) => {
  await signInPage(page, platform.url, admin);
  await page.goto(`${platform.url}/admin/aliases`);
  await page.getByRole('searchbox').fill('светл');
  await page.getByText('Видны первые 10 000 найденных. Уточните поиск').waitFor();
  await page.getByText('больше 10 000').waitFor();
  await page.getByRole('searchbox').fill('белуга светлый 22999');
  await row(page, 22_999).waitFor();
  t.is(await page.getByRole('navigation', { name: 'Части списка' }).count(), 0);
  t.is(await page.getByText('Уточните поиск').count(), 0);
});
