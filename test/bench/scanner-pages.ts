import type { Browser, Page } from 'playwright-core';
import { film, openWithCamera } from '../support/scanner/camera-film.ts';
import { fillSignIn, offlineReady } from '../support/scanner/scanner-page.ts';
import { atMost, CHROMIUM, type Row } from './row.ts';
import { PASSWORD, type TenantProcess } from './tenant-process.ts';
import { median } from './times.ts';

const EAN = '4600494000737';
const RUNS = 6;
/** How many times slower a middle-class phone is than this machine. */
const SLOWER = 4;
const TYPED = 'виски';
const KEY_MS = 50;
const READ_MS = 500;
const REOPENED_MS = 350;

/** The time from each letter of a search to its results. */
const typeOften = (page: Page): Promise<number[]> =>
  page.evaluate(
    async ([typed, times]) => {
      const field = document.querySelector<HTMLInputElement>('input[enterkeyhint="search"]');
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      const list = (): string => document.querySelector('ul')?.textContent ?? '';
      const measured: number[] = [];
      for (const text of [...typed.repeat(times)].map((_, at) => typed.slice(0, (at % typed.length) + 1))) {
        set?.call(field, '');
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        await new Promise((resolve) => setTimeout(resolve, 100));
        const before = list();
        const from = performance.now();
        set?.call(field, text);
        field?.dispatchEvent(new Event('input', { bubbles: true }));
        // a channel's message comes sooner than any timer, so that the polling adds no delay
        while (list() === before && performance.now() - from < 2_000) {
          await new Promise<void>((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve();
            port2.postMessage(0);
          });
        }
        measured.push(performance.now() - from);
      }
      return measured;
    },
    [TYPED, RUNS] as const,
  );

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/scan/`);
  await fillSignIn(page, 'boss', PASSWORD);
}

/** The time from the camera's first picture to the item that is shown. */
async function readsOf(page: Page, { url, token }: TenantProcess): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const item = JSON.stringify({ name: 'Джемесон', unit: 'л', ean: EAN, quantity: 5 });
  await fetch(`${url}/api/items`, { method: 'POST', headers, body: item });
  const { page: phone, close } = await openWithCamera(await film(page, EAN, 0), CHROMIUM);
  try {
    await phone.addInitScript(() => {
      const times: { playing?: number; shown?: number } = {};
      Object.assign(window, { times });
      document.addEventListener('playing', () => (times.playing ??= performance.now()), { capture: true });
      new MutationObserver(() => {
        const shown = [...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === 'Джемесон');
        if (shown) times.shown ??= performance.now();
      }).observe(document, { childList: true, subtree: true });
    });
    await signIn(phone, url);
    const reads: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      await phone.goto('about:blank');
      await phone.goto(`${url}/scan/`);
      await phone.getByRole('heading', { name: 'Джемесон' }).waitFor();
      reads.push(await phone.evaluate<number>('times.shown - times.playing'));
    }
    return reads;
  } finally {
    await close();
  }
}

/** The time until the page is usable again without a server. */
async function reopened(page: Page): Promise<number[]> {
  await offlineReady(page);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('form input')) return;
      Object.assign(window, { usable: performance.now() });
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.context().setOffline(true);
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await page.reload();
    await page.getByLabel('Штрихкод или название').waitFor();
    times.push(await page.evaluate<number>('usable'));
  }
  return times;
}

export async function scannerRows(browser: Browser, tenant: TenantProcess): Promise<Row[]> {
  const page = await browser.newPage({ locale: 'ru-RU', viewport: { width: 360, height: 740 } });
  await signIn(page, tenant.url);
  await page.getByLabel('Штрихкод или название').fill(TYPED);
  await page.getByRole('button', { name: /Виски/ }).first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const keys = await typeOften(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const reads = await readsOf(page, tenant);
  return [
    atMost(`Сканер, 10 000 позиций: буква поиска на телефоне в ${SLOWER} раза медленнее, p50`, median(keys), KEY_MS),
    atMost('Сканер: от первого кадра камеры до позиции, p50', median(reads), READ_MS),
    atMost('Сканер без сервера: снова готов, p50', median(await reopened(page)), REOPENED_MS),
  ];
}
