import type { Locator, Page } from 'playwright-core';
import { places } from '../../tenant-runtime/panel/app/places.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { creepTo, stopClock } from '../support/browser/page-clock.ts';
import { openVenue } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { closed, enter, move, opened } from '../tenant-runtime/counting.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const LONG = 'Виски односолодовый Гленфарклас двадцать пять лет выдержки 70';

/** Opens a page of the panel as the signed-in administrator, with its fonts and answers. */
async function openAs(page: Page, { url, admin: { id, token, username } }: Tenant, path: string): Promise<void> {
  const session = JSON.stringify({ token, user: { id, username, name: 'Анна', role: 'admin' } });
  await page.addInitScript((text) => localStorage.setItem('ostatok.session', text), session);
  await page.goto(`${url}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
  await untilDrawn(page);
}

const untilDrawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    await document.fonts.ready;
    return !document.querySelector('[aria-busy=true]');
  });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(place: Locator): Promise<Box> {
  const box = await place.boundingBox();
  if (!box) throw new Error(`not shown: ${place}`);
  return box;
}

/** The box of an element's text itself, which may be wider than the element. */
const textBoxOf = (place: Locator): Promise<Box> =>
  place.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().toJSON();
  });

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Whether the middle of an element is on the screen and nothing lies over it. */
const isInSight = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { left, top, bottom, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return top >= 0 && bottom <= innerHeight && (element === there || element.contains(there));
  });

/** A count of twelve items, of which eleven differ from the stock and one was not counted. */
async function openDiffering(venue: Tenant, fields: object = {}): Promise<number> {
  const ids: number[] = [];
  for (let n = 0; n < 12; n += 1)
    ids.push((await venue.createItem({ name: `Позиция ${n}`, quantity: 5, ...fields })).id);
  const { id } = await opened(venue.admin);
  await enter(venue.admin, id, ...ids.slice(1).map((itemId) => ({ itemId, quantity: 1 })));
  return id;
}

browserTest(
  'what becomes of the uncounted is chosen and confirmed without scrolling, at a desk and on a phone',
  async (t, { another }) => {
    const venue = await openVenue(t);
    const count = await openDiffering(venue);
    for (const size of [desktop, phone]) {
      const page = await another(size);
      await openAs(page, venue, `/counts/${count}`);
      await page.getByRole('button', { name: 'Закрыть подсчёт' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Показаны 10 самых дорогих').waitFor();
      const keep = dialog.getByLabel('Оставить как есть');
      const zero = dialog.getByLabel('Считать нулём');
      const confirm = dialog.getByRole('button', { name: 'Выберите, что с непосчитанными' });
      for (const place of [keep, zero, confirm]) t.true(await isInSight(place), `${size.viewport?.width}: ${place}`);
      const label = confirm.locator('.mantine-Button-label');
      t.true((await textBoxOf(label)).width <= (await boxOf(label)).width + 0.5, 'the button says all of it');
    }
  },
);

browserTest(
  'the summary of a closed count takes its row, whether there is a chart beside it or not',
  async (t, { page }) => {
    for (const [cost, parts] of [
      [null, 1],
      [500, 2],
    ] as const) {
      const venue = await openVenue(t);
      const count = await openDiffering(venue, { cost, category: 'Виски' });
      await closed(venue.admin, count);
      await openAs(page, venue, `/counts/${count}`);
      const summary = page.getByRole('main').locator('section').filter({ hasText: 'Недостача' });
      await summary.waitFor();
      const row = await boxOf(summary.locator('..'));
      const filled = await Promise.all((await summary.locator('..').locator('> *').all()).map(boxOf));
      t.is(filled.length, parts);
      const right = Math.max(...filled.map(({ x, width }) => x + width));
      t.true(right >= row.x + row.width - 1, `${right} of ${row.x + row.width}`);
      for (const { height } of filled) t.true(height >= row.height - 1, 'none is shorter than the row');
    }
  },
  desktop,
);

browserTest(
  'fields of the selected have no arrow of the browser, and nothing can be pressed before a value is given',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джемесон', category: 'Виски' });
    await openAs(page, venue, '/');
    await page.getByRole('checkbox').last().check();
    await page
      .getByRole('region', { name: 'Действия с выбранными' })
      .getByRole('button', { name: 'Категория' })
      .click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('Что изменить');
    const confirm = dialog.locator('button[type=submit]');
    const paint = () => confirm.evaluate((button) => getComputedStyle(button).backgroundColor);
    for (const choice of await field.locator('option').allInnerTexts()) {
      await field.selectOption(choice);
      for (const select of await dialog.locator('select').all())
        t.is(await select.evaluate((one) => getComputedStyle(one).appearance), 'none', `an arrow: ${choice}`);
      t.is(await dialog.locator('input[list]').count(), 0, `an arrow: ${choice}`);
      t.true(await confirm.isDisabled(), `nothing is given: ${choice}`);
      t.is(await confirm.innerText(), 'Изменить у 1 позиции', choice);
    }
    const idle = await paint();

    await field.selectOption('Категория');
    await dialog.getByLabel('Категория', { exact: true }).fill('ви');
    await page.getByRole('option', { name: 'Виски' }).click();
    t.true(await confirm.isEnabled());
    await dialog.getByRole('button', { name: 'Убрать значение' }).click();
    t.is(await confirm.innerText(), 'Убрать у 1 позиции');
    t.not(await paint(), idle, 'now it is red');
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
    t.is((await venue.admin.get('/api/items')).body.items[0].category, '');
  },
  desktop,
);

browserTest(
  'names of sixty characters take one line of the log at 1440 px, and the sections’ names fit their highlight',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: LONG, quantity: 5 });
    await move(venue.admin, item.id, { delta: -1, reason: 'waste' });
    await openAs(page, venue, '/changes');
    const names = page.getByRole('link', { name: LONG });
    await names.last().waitFor();
    for (const name of await names.all()) {
      const line = await name.evaluate((link) => Number.parseFloat(getComputedStyle(link).lineHeight));
      const { height } = await textBoxOf(name);
      t.true(height < line * 1.5, `${height} px high, a line is ${line}`);
    }

    const sections = page.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
    t.is(await sections.count(), places.length);
    for (const section of await sections.all()) {
      const [text, highlight] = [await textBoxOf(section.locator('span')), await boxOf(section)];
      const name = await section.innerText();
      t.true(text.x >= highlight.x + 4, name);
      t.true(text.x + text.width <= highlight.x + highlight.width - 4, name);
    }
  },
  desktop,
);

browserTest(
  'on a laptop of 1280 px no word of a name is broken in an open count',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джемесон Ирландский', quantity: 2, cost: 2400 });
    const count = await opened(venue.admin);
    await openAs(page, venue, `/counts/${count.id}`);
    const name = page.getByText('Джемесон Ирландский', { exact: true });
    await name.waitFor();
    const linesOfWords = await name.evaluate((element) => {
      const text = element.firstChild as Text;
      return [...text.data.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length;
      });
    });
    t.deepEqual(linesOfWords, [1, 1]);
  },
  { viewport: { width: 1280, height: 800 } },
);

browserTest(
  'toasts on a phone lie over neither title nor tabs, switches and bottom bar',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await page.clock.install();
    await openAs(page, venue, '/settings');
    // the toast stays for as long as it is measured
    await stopClock(page);
    await page.getByRole('switch', { name: 'Сотрудники добавляют позиции' }).click();
    const shown = page.locator('[data-rht-toaster] :is([role=status], [role=alert])').filter({ hasText: 'Сохранено' });
    await creepTo(page, shown);
    await (await shown.elementHandle())?.waitForElementState('stable');
    // a longer one is as wide as the phone
    const toast = { ...(await boxOf(shown)), x: 0, width: phone.viewport.width };
    await page.clock.resume();
    for (const path of ['/settings', '/discrepancies', '/changes', '/counts', '/']) {
      await openAs(page, venue, path);
      const title = page.getByRole('heading', { level: 1 });
      const fixed = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Разделы' }), title];
      const tabs = page.getByRole('radiogroup');
      for (const place of [...fixed, ...(await tabs.all())])
        t.false(overlap(toast, await boxOf(place)), `${path}: ${place}`);
    }
  },
  phone,
);

browserTest(
  'an empty scale leaves the header of a phone to the venue’s name, a bottle on it shows its weight',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джемесон' });
    await openAs(page, venue, '/');
    const bridge = await venue.socket(venue.admin.token);
    const scale = page.getByTestId('scales-reading');
    // a scale says its weight again and again, and the page may hear nothing yet
    await until(async () => {
      bridge.emit('scales:reading', { scaleId: 'sig', weightG: 0, stable: true, stepG: 1 });
      return scale.isVisible();
    }, 'the reading is shown');
    const weight = scale.getByText('г');
    t.true((await boxOf(scale)).width <= 40, 'an empty scale is as narrow as its icon');
    t.true((await boxOf(weight)).width <= 1, 'no «0 г»');
    t.true(await page.getByTitle(venue.config.VENUE_NAME).evaluate((name) => name.scrollWidth <= name.clientWidth));

    bridge.emit('scales:reading', { scaleId: 'sig', weightG: 705, stable: true, stepG: 1 });
    await scale.getByText('705').waitFor();
    t.true((await boxOf(weight)).width > 20);
  },
  phone,
);
