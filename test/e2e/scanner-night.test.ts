import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { letDraw, stopClock } from '../support/browser/page-clock.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { joinCount, openCount } from '../support/scanner/counts.ts';
import {
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeAndRecord,
  typeKeys,
} from '../support/scanner/scanner-page.ts';

/** What the scripts of these tests leave in the page. */
declare global {
  interface Window {
    seen: string[];
    held: { now: number };
  }
}

const EAN = '4600494000737';

/** Whether the button is in the viewport, without scrolling. */
const inSight = (page: Page, name: string): Promise<boolean> =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(left + width / 2, top + height - 2));
  });

/** The state of the very first visit, before the phone has cached the app. */
async function withoutCopy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('Not yet'));
  });
}

browserTest(
  'a screen whose parts do not come says so, and the scanner goes on',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Апероль', quantity: 1 });
    await withoutCopy(page);
    await page.route(/CountsPage.*\.js/, (route) => route.abort());
    await signIn(page, venue);

    await page.getByRole('button', { name: 'Подсчёт' }).click();
    await page.getByRole('alert').getByText('Экран не загрузился').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Вернуться к сканеру' }).click();

    await openItem(page, 'апер', /Апероль/);
  },
  phoneSized,
);

browserTest(
  'without its camera part the scanner takes typed codes',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Апероль', ean: EAN, quantity: 1 });
    await withoutCopy(page);
    await page.route(/Camera-.*\.js/, (route) => route.abort());
    await signIn(page, venue);
    await page.getByRole('alert').getByText('Камера не загрузилась').waitFor();

    await page.getByLabel('Штрихкод или название').fill(EAN);
    await page.getByLabel('Штрихкод или название').press('Enter');

    await page.getByRole('heading', { name: 'Апероль' }).waitFor();
    t.pass();
  },
  phoneSized,
);

browserTest(
  'however low the window, what records is under the thumb',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Апероль', quantity: 1, volume_ml: 700, density_g_per_ml: 1.02 });
    await signIn(page, venue);
    await openItem(page, 'апер', /Апероль/);
    await page.setViewportSize({ width: 360, height: 520 });
    t.true(await inSight(page, 'Записать'));
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await typeKeys(page, '705');
    await page.getByText('не указан вес пустой').waitFor();
    t.true(await inSight(page, 'Записать остаток'));
  },
  phoneSized,
);

browserTest(
  'on a good connection nothing moves on the screen after a record',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Апероль', quantity: 3 });
    await page.clock.install();
    await signIn(page, venue);
    await openItem(page, 'апер', /Апероль/);
    // no time passes for the page, however slow the machine is: the connection is good
    await stopClock(page);
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.querySelector('[data-testid="queue"]')) seen.push('queue');
      }).observe(document, { childList: true, subtree: true });
    });
    await typeAndRecord(page, '1');
    await until(async () => (await quantityOf(venue, item.id)) === 2, 'the change arrives');
    await letDraw(page);
    t.deepEqual(await page.evaluate(() => window.seen), []);
  },
  phoneSized,
);

browserTest(
  'a count closed under the fingers is told of, and its number becomes no change of the stock',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Апероль', quantity: 1 });
    const count = await openCount(venue, { title: 'Ночной' });
    await signIn(page, venue);
    await joinCount(page, 'Ночной');
    await openItem(page, 'апер', /Апероль/);
    await typeKeys(page, '4');
    await page.reload();
    await page.getByLabel('Посчитано').waitFor();
    t.regex(await page.getByLabel('Набрано').innerText(), /^4/, 'and a reload forgets nothing');

    t.is((await venue.admin.post(`/api/counts/${count.id}/cancel`).send({ reason: 'не та смена' })).status, 200);
    await until(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      return page.getByRole('alert').getByText('закрыт').isVisible();
    }, 'the phone hears of it');

    t.regex(await page.getByLabel('Набрано').innerText(), /^0/);
    t.is(await quantityOf(venue, item.id), 1);
  },
  phoneSized,
);

browserTest(
  'an answer about a code that comes late opens nothing over another item',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Белуга', quantity: 2 });
    await withoutCopy(page);
    // the call waits for its response as long as a busy machine takes to open the other item
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await signIn(page, venue);
    await page.getByLabel('Штрихкод или название').fill('белуга');
    await page.getByRole('button', { name: /Белуга/ }).waitFor();
    await venue.createItem({ name: 'Джемесон', ean: EAN, quantity: 5 });
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/lookup\//, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByLabel('Штрихкод или название').fill(EAN);
    await page.getByLabel('Штрихкод или название').press('Enter');
    await page.getByText(`Ищем код ${EAN}`).waitFor();
    await openItem(page, 'белуга', /Белуга/);

    const answered = page.waitForResponse(/\/api\/lookup\//);
    answer();
    await answered;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

    t.is(await page.getByRole('heading', { name: 'Белуга' }).count(), 1);
  },
  phoneSized,
);

browserTest(
  'the screen stays on while the scanner is in hand',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await page.addInitScript(() => {
      const held = { now: 0 };
      Object.assign(window, { held });
      Object.defineProperty(navigator, 'wakeLock', {
        value: {
          async request() {
            held.now += 1;
            const lock = {
              released: false,
              async release() {
                if (!lock.released) held.now -= 1;
                lock.released = true;
              },
            };
            return lock;
          },
        },
      });
    });
    const held = (): Promise<number> => page.evaluate(() => window.held.now);
    await signIn(page, venue);
    await until(async () => (await held()) === 1, 'one lock is held');
    await page.getByRole('button', { name: 'Ещё' }).click();
    await page.getByRole('button', { name: 'Выйти' }).dblclick();
    await page.getByRole('button', { name: 'Выйти', exact: true }).waitFor();
    t.is(await held(), 1, 'two quick taps sign nobody out');
    await page.getByRole('button', { name: 'Выйти', exact: true }).click();
    await page.getByRole('button', { name: 'Точно выйти' }).click();
    await page.getByLabel('Логин').waitFor();
    await until(async () => (await held()) === 0, 'the lock is given back');
  },
  phoneSized,
);

browserTest(
  'a phone whose clock is a day behind dates by the clock of its venue, offline too',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Апероль', quantity: 5 });
    const link = await startLink(t, venue.url);
    await page.clock.install({ time: new Date(Date.now() - 24 * 3600_000) });
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await openItem(page, 'апер', /Апероль/);
    await link.cut();
    await page.reload();
    await typeAndRecord(page, '1');

    await link.mend();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));

    await until(async () => (await quantityOf(venue, item.id)) === 4, 'the change arrives');
    const { changes } = (await venue.admin.get('/api/changes?source=scanner')).body;
    t.true(Math.abs(Date.parse(changes[0].at) - Date.now()) < 120_000, changes[0].at);
  },
  phoneSized,
);

browserTest(
  'a new item half described survives a reload, and is forgotten once it is recorded',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await signIn(page, venue);
    const open = async (): Promise<void> => {
      await page.getByLabel('Штрихкод или название').fill(EAN);
      await page.getByLabel('Штрихкод или название').press('Enter');
      await page.getByRole('button', { name: 'Добавить как новый' }).click();
    };
    await open();
    await page.getByLabel('Название').fill('Настойка');
    await page.getByRole('button', { name: 'Штуки' }).click();
    // The state after the phone ran out of memory: the scanner starts anew.
    await page.goto('about:blank');
    await page.goto(`${venue.url}/scan/`);
    await open();
    t.is(await page.getByLabel('Название').inputValue(), 'Настойка');

    await page.getByRole('button', { name: 'Сохранить и указать остаток' }).click();

    await page.getByRole('heading', { name: 'Настойка' }).waitFor();
    t.is(await page.evaluate(() => localStorage.getItem('ostatok.scan.new-item')), null);
  },
  phoneSized,
);
