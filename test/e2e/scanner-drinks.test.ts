import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { browserTest, untilAnswered } from '../support/browser/browser.ts';
import { codeOf } from '../support/catalogue/alias-imports.ts';
import { until } from '../support/run/until.ts';
import { openDrinksSite, stateOf, untilDrinks, untilState } from '../support/scanner/drinks-site.ts';
import { phoneSized, shootCode } from '../support/scanner/scanner-page.ts';

const [RUM, GIN] = [codeOf(1), codeOf(2)];
const rum = { ean: RUM, description: 'Ром Zacapa 23', category: 'Ром', volume_ml: 700 };
const gin = { ean: GIN, description: 'Джин Roku', category: 'Джин', volume_ml: 700 };

async function openSite(t: ExecutionContext) {
  const site = await openDrinksSite(t);
  const [rumRow, ginRow] = [await site.catalogue.create(site.admin, rum), await site.catalogue.create(site.admin, gin)];
  await site.build();
  return { ...site, ids: { rum: rumRow.id, gin: ginRow.id } };
}

browserTest(
  'an unknown bottle is named without a connection, and by its newer name after the next changes',
  async (t, { page }) => {
    const site = await openSite(t);
    await site.open(page);
    await untilState(page, 'the extract is on the phone', ({ rows }) => rows === 2);

    await site.openOffline(page);
    await shootCode(page, RUM);
    await page.getByText('Ром Zacapa 23: такой позиции в заведении ещё нет. Связи нет, записать можно и так').waitFor();
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    await page.getByText('Название найдено в общем каталоге. Проверьте и сохраните').waitFor();
    t.is(await page.getByLabel('Название').inputValue(), 'Ром Zacapa 23');
    t.is(await page.getByLabel('Объём бутылки, мл').inputValue(), '700');
    await page.goBack();

    await site.link.mend();
    await site.catalogue.update(site.admin, site.ids.rum, { ...rum, description: 'Ром Zacapa XO' });
    await site.catalogue.remove(site.admin, site.ids.gin);
    await site.build();
    const wholes = site.wholes().length;
    await untilDrinks(page, 'the changes are on the phone', ({ rows }) => rows === 1);
    t.is(site.wholes().length, wholes, 'the whole is not taken again');

    await site.openOffline(page);
    await shootCode(page, RUM);
    await page.getByText('Ром Zacapa XO: такой позиции').waitFor();
    await shootCode(page, GIN);
    await page.getByText(`Код ${GIN} не знаком`).waitFor();
  },
  phoneSized,
);

browserTest(
  'a page that is closed while it downloads leaves the download to the next one, which begins at once',
  async (t, { page }) => {
    const site = await openSite(t);
    site.answerFiles(() => undefined);
    await site.open(page);
    await until(() => site.asked.length === 1, 'the download began');
    site.answerFiles(undefined);
    await page.reload();
    await untilState(page, 'the extract is on the phone', ({ rows }) => rows === 2);
    t.is(site.wholes().length, 2);
  },
  phoneSized,
);

/** How many tabs refresh the extract, and how many wait for that. */
const locksOf = (page: Page): Promise<{ held: number; pending: number }> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: LockInfo[]): number => locks.filter(({ name }) => name === 'ostatok-drinks').length;
    return { held: count(held), pending: count(pending) };
  });

browserTest(
  'of two tabs one downloads',
  async (t, { page }) => {
    const site = await openSite(t);
    const held: (() => void)[] = [];
    site.answerFiles((_req, _res, next) => held.push(next));
    await site.open(page);
    await until(() => held.length === 1, 'the first tab downloads');
    const tab = await page.context().newPage();
    await tab.goto(`${site.url}/scan/`);
    await until(async () => (await locksOf(tab)).pending > 0, 'the second tab waits');
    for (const next of held) next();
    await untilState(tab, 'the extract is on the phone', ({ rows }) => rows === 2);
    await until(async () => Object.values(await locksOf(tab)).every((count) => count === 0), 'both tabs are done');
    t.is(site.asked.length, 1);
  },
  phoneSized,
);

browserTest(
  'where the user saves traffic, nothing is downloaded until that ends',
  async (t, { page }) => {
    const site = await openSite(t);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'connection', {
        get() {
          performance.mark('connection');
          return { saveData: localStorage.getItem('traffic') === null };
        },
      });
    });
    await site.open(page);
    await page.waitForFunction(() => performance.getEntriesByName('connection').length > 0);
    await untilAnswered(page);
    t.deepEqual(site.asked, []);
    t.is(await stateOf(page), null);

    await page.evaluate(() => {
      localStorage.setItem('traffic', 'is free');
      window.dispatchEvent(new Event('online'));
    });
    await untilState(page, 'the extract is on the phone', ({ rows }) => rows === 2);
  },
  phoneSized,
);
