import { connect } from '@ostatok/kit/node/db.ts';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { adminTables, serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { atMost, CHROMIUM, type Row } from './row.ts';
import { scannerRows } from './scanner-pages.ts';
import { startTenantProcess, type TenantProcess } from './tenant-process.ts';
import { median } from './times.ts';

const ITEMS = 10_000;
const RUNS = 8;
const OPENED_MS = 1000;
const FRAME_MS = 1000 / 60;
const LETTER_MS = 50;
const TASK_MS = 250;

/** Milliseconds that the page's thread has worked; other programs on the machine do not lengthen them. */
async function workOf(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function fill(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1 });
  await db.raw(
    `insert into items (name, search_name, category, unit, quantity, expected)
     select kind || ' номер ' || n, lower(kind || ' номер ' || n), kind, 'л', n % 40, n % 37 from generate_series(1, ?) n
       join lateral (select (array['Виски', 'Джин', 'Ром', 'Вино', 'Пиво'])[n % 5 + 1] as kind) k on true`,
    [ITEMS],
  );
  await db.destroy();
}

const scroll = (page: Page, frames: number): Promise<void> =>
  page.evaluate(async (count) => {
    const frame = document.querySelector('table[role=grid]')?.parentElement;
    for (let at = 0; frame && at < count; at += 1) {
      frame.scrollTop += 120;
      await new Promise(requestAnimationFrame);
    }
  }, frames);

async function panelRows(page: Page, { url, token }: TenantProcess): Promise<Row[]> {
  const session = JSON.stringify({ token, user: { id: 1, username: 'boss', name: '', role: 'admin' } });
  await page.addInitScript((text) => localStorage.setItem('ostatok.session', text), session);
  const opened: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.goto(url);
    await page.locator(`table[aria-rowcount="${ITEMS + 1}"]`).waitFor();
    opened.push(await page.evaluate(() => performance.now()));
  }
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await scroll(page, 60);
  const before = await workOf(devtools);
  await scroll(page, 240);
  const perFrame = ((await workOf(devtools)) - before) / 240;
  await page.keyboard.press('/');
  await page.keyboard.type('но');
  await page.waitForURL(/q=/);
  const letters = 'мер 9999';
  const still = await workOf(devtools);
  for (const letter of letters) await page.keyboard.type(letter);
  await page.locator('table[aria-rowcount="2"]').waitFor();
  const perLetter = ((await workOf(devtools)) - still) / letters.length;
  return [
    atMost('Панель, 10 000 позиций: открылась, p50', median(opened), OPENED_MS),
    atMost('Панель, 10 000 позиций: работа на кадр прокрутки', perFrame, FRAME_MS),
    atMost('Панель, 10 000 позиций: работа на букву поиска', perLetter, LETTER_MS),
  ];
}

/** How long the administrator's list of ten thousand users blocks its page at most while it is scrolled through. */
async function adminRows(browser: Browser): Promise<Row[]> {
  const pages = await serveAdminPages(adminTables({ users: ITEMS }).all);
  const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } });
  try {
    await signedIn(page);
    await page.goto(`${pages.url}/admin/users`);
    await page.locator('.list-row').first().waitFor();
    const longest = await page.evaluate(async () => {
      let ms = 0;
      const watching = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) ms = Math.max(ms, entry.duration);
      });
      watching.observe({ type: 'longtask' });
      const grid = document.querySelector('[role="grid"]');
      for (let step = 0; step < 120; step += 1) {
        grid?.scrollBy(0, 900);
        await new Promise(requestAnimationFrame);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      watching.disconnect();
      return ms;
    });
    return [atMost('Панель администратора, 10 000 строк: самая долгая задача', longest, TASK_MS)];
  } finally {
    await page.close();
    await pages.stop();
  }
}

/** The pages of a large tenant as users experience them: opening, scrolling, typing, reading a code. */
export async function bench(): Promise<Row[]> {
  const tenant = await startTenantProcess();
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox'],
  });
  try {
    await fill(tenant.databaseUrl);
    const page = await browser.newPage({ locale: 'ru-RU' });
    const rows = await panelRows(page, tenant);
    await page.close();
    return [...rows, ...(await adminRows(browser)), ...(await scannerRows(browser, tenant))];
  } finally {
    await browser.close();
    await tenant.stop();
  }
}
