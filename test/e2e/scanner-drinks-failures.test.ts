import type { Page } from 'playwright-core';
import { browserTest } from '../support/browser/browser.ts';
import { codeOf } from '../support/catalogue/alias-imports.ts';
import { until } from '../support/run/until.ts';
import { breakOff, openDrinksSite, untilDrinks, untilState } from '../support/scanner/drinks-site.ts';
import { openItem, phoneSized, quantityOf, shootCode, typeAndRecord } from '../support/scanner/scanner-page.ts';

const RUM = codeOf(1);
const rum = { ean: RUM, description: 'Ром Zacapa 23', category: 'Ром', volume_ml: 700 };

async function openSite(t: Parameters<typeof openDrinksSite>[0]) {
  const site = await openDrinksSite(t);
  const { id } = await site.catalogue.create(site.admin, rum);
  await site.build();
  return { ...site, rename: (description: string) => site.catalogue.update(site.admin, id, { ...rum, description }) };
}

const named = async (page: Page, name: string): Promise<void> => {
  await shootCode(page, RUM);
  await page.getByText(`${name}: такой позиции`).waitFor();
};

browserTest(
  'a download that breaks off leaves what was there, is not repeated at once, and succeeds the next time',
  async (t, { page }) => {
    const site = await openSite(t);
    site.answerFiles(breakOff);
    await site.open(page);
    const failed = await untilState(page, 'a download was tried', ({ nextAt }) => nextAt > 0);
    t.is(failed.version, undefined);
    site.answerFiles(undefined);
    const before = site.asked.length;
    await page.reload();
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await page.getByRole('button', { name: 'Ещё', exact: true }).click();
    await page.getByText('справочник ещё не загружен').waitFor();
    t.is(site.asked.length, before);

    await untilDrinks(page, 'the extract is on the phone', ({ version }) => version !== undefined);
    await page.reload();
    await page.locator('dt:has-text("Напитков узнаёт без связи") + dd', { hasText: /^1$/ }).waitFor();
  },
  phoneSized,
);

browserTest(
  'a damaged file is thrown away, even one that a cache keeps, and fetched whole once more',
  async (t, { page }) => {
    const site = await openSite(t);
    site.answerFiles((...call) => {
      site.answerFiles(undefined);
      site.damaged(...call);
    });
    await site.open(page);
    await untilState(page, 'the extract is on the phone', ({ rows }) => rows === 1);
    t.is(site.wholes().length, 2);

    await site.rename('Ром Zacapa XO');
    await site.build();
    site.answerFiles((req, res, next) => {
      if (!req.url?.includes('/since/')) return next();
      res.setHeader('content-type', 'application/json').end(
        JSON.stringify([
          [RUM, 'Ром Zacapa XO', null],
          [RUM, 7],
        ]),
      );
    });
    await untilDrinks(page, 'the newer extract is on the phone', ({ nextAt }) => nextAt > 0);
    // the page that is left may have begun too
    t.true(site.wholes().length >= 3);
    await site.openOffline(page);
    await named(page, 'Ром Zacapa XO');
  },
  phoneSized,
);

browserTest(
  'a block that was damaged on the phone names nothing, and the whole extract is fetched again',
  async (t, { page }) => {
    const site = await openSite(t);
    await site.open(page);
    await untilState(page, 'the extract is on the phone', ({ rows }) => rows === 1);
    await page.evaluate(async () => {
      const opening = indexedDB.open('ostatok-drinks');
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const transaction = opening.result.transaction('blocks', 'readwrite');
      const store = transaction.objectStore('blocks');
      store.openCursor().addEventListener('success', ({ target }) => {
        const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
        if (cursor) cursor.update(cursor.value.map((byte: number) => byte ^ 255));
      });
      await new Promise((resolve) => transaction.addEventListener('complete', resolve));
      opening.result.close();
    });
    await site.openOffline(page);
    await shootCode(page, RUM);
    await page.getByText(`Код ${RUM} не знаком`).waitFor();

    await site.link.mend();
    await page.reload();
    await untilState(page, 'the extract is on the phone again', ({ rows }) => rows === 1);
    await site.openOffline(page);
    await named(page, rum.description);
  },
  phoneSized,
);

browserTest(
  'on a phone without room nothing is downloaded, or else not stored, and records are stored as ever',
  async (t, { page }) => {
    const site = await openSite(t);
    const item = await site.venue.createItem({ name: 'Джин Roku', unit: 'шт' });
    await page.addInitScript(() => {
      navigator.storage.estimate = async () => ({ quota: Number(localStorage.getItem('quota') ?? 15e6), usage: 0 });
      // what a browser does with the transaction whose writes find no room
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function putWithoutRoom(...args) {
        const request = put.apply(this, args);
        if (this.name === 'blocks') request.addEventListener('success', () => this.transaction.abort());
        return request;
      };
    });
    await site.open(page);
    await untilState(page, 'the room was looked at', ({ nextAt }) => nextAt > 0);
    t.deepEqual(site.asked, []);

    // browsers tell more room than there is, so that nobody recognises the phone by it
    await page.evaluate(() => localStorage.setItem('quota', '1e12'));
    const { version } = await untilDrinks(page, 'the extract was tried', ({ nextAt }) => nextAt > 0);
    t.is(version, undefined);
    // the page that is left may have begun too
    t.true([1, 2].includes(site.wholes().length));
    await openItem(page, 'Джин', /Джин Roku/);
    await typeAndRecord(page, '2');
    await until(async () => (await quantityOf(site.venue, item.id)) === -2, 'the record is with the venue');
  },
  phoneSized,
);
