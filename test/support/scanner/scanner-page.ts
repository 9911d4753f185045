import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { startTenant, type Tenant } from '../venue/tenant.ts';

const runtime = join(import.meta.dirname, '../../../tenant-runtime');
const scanner = join(runtime, 'dist/scanner');
if (!existsSync(join(scanner, 'index.html'))) throw new Error('The pages are not built: npm run build');

export const phoneSized = { viewport: { width: 360, height: 740 } };

/** A tenant that serves the built scanner. */
export const openVenue = (t: ExecutionContext, env: Record<string, string> = {}): Promise<Tenant> =>
  startTenant(t, { env, pages: { panel: join(runtime, 'dist/panel'), scanner } });

interface Who {
  url?: string;
  user?: { id: number; username: string };
}

/** Signs in through the form, as a user does. */
export async function signIn(page: Page, venue: Tenant, { url = venue.url, user = venue.user }: Who = {}) {
  const password = await venue.services.users.resetPassword(user.id, user);
  await page.goto(`${url}/scan/`);
  await fillSignIn(page, user.username, password);
}

export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Логин').fill(username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
}

/** Waits until the page could open without a connection. */
export async function offlineReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

export async function openItem(page: Page, search: string, name: RegExp): Promise<void> {
  await page.getByLabel('Штрихкод или название').fill(search);
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('heading', { name }).waitFor();
}

export async function typeKeys(page: Page, keys: string): Promise<void> {
  for (const key of keys) await page.getByRole('button', { name: key === ',' ? 'Запятая' : key, exact: true }).click();
}

export async function typeAndRecord(page: Page, keys: string, button = 'Записать'): Promise<void> {
  await typeKeys(page, keys);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByText('Записано:').first().waitFor();
}

export const quantityOf = async (venue: Tenant, id: number): Promise<number> =>
  (await venue.admin.get(`/api/items/${id}`)).body.item.quantity;

/** A keyboard-wedge scanner: its keys come faster than a test's own keyboard can send them. */
export const shootCode = (page: Page, code: string): Promise<void> =>
  page.evaluate((digits) => {
    const start = performance.now();
    for (const [index, key] of [...digits, 'Enter'].entries()) {
      const target = document.activeElement ?? document.body;
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      // the time at which the scanner pressed the key, however long the page waits between two
      Object.defineProperty(event, 'timeStamp', { value: start + index * 5 });
      if (!target.dispatchEvent(event) || !(target instanceof HTMLInputElement)) continue;
      if (key === 'Enter') target.form?.requestSubmit();
      else document.execCommand('insertText', false, key);
    }
  }, code);
