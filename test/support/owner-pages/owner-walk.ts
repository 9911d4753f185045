import test from 'ava';
import type { Page } from 'playwright-core';
import { startTestPlatform, type TestOwner, type TestPlatform } from '../platform/platform.ts';

export let platform: TestPlatform;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpOwners(): void {
  test.before(async () => {
    platform = await startTestPlatform();
  });
  test.after.always(() => platform?.stop());
}

export const PHONE = { width: 360, height: 740 };

export const at = (path: string): string => new URL(path, platform.url).href;

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path));
}

export async function signIn(page: Page, { email, password }: TestOwner): Promise<void> {
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
}

export async function newBot(page: Page, name: string): Promise<string> {
  await page.getByRole('dialog').getByLabel('Имя', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  const token = await page.getByRole('status', { name: 'Токен' }).textContent();
  await page.getByRole('button', { name: 'Готово' }).click();
  return token ?? '';
}

export async function newPerson(page: Page, name: string, username = ''): Promise<void> {
  await page.getByRole('button', { name: 'Добавить человека' }).click();
  await page.getByRole('dialog').getByLabel('Имя', { exact: true }).fill(name);
  await page.getByRole('dialog').getByLabel('Username').fill(username);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Fills the first three steps by the keyboard alone: each step focuses its first field. */
export async function fillWizard(
  page: Page,
  fields: { subdomain: string; token: string; admin: string },
): Promise<void> {
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(fields.subdomain);
  await page.keyboard.press('Enter');
  await page.locator('input[name=botToken]:focus').waitFor();
  await page.keyboard.type(fields.token);
  await page.keyboard.press('Enter');
  await page.locator('input[name=adminUsername]:focus').waitFor();
  await page.keyboard.type(fields.admin);
  await page.keyboard.press('Enter');
  await page.locator('h1:focus', { hasText: 'Всё верно?' }).waitFor();
}

/** The administrator's first minute in the tenant's panel: signs in and adds one item. */
export async function addItem(panel: Page, account: { login: string; password: string }, name: string): Promise<void> {
  await panel.getByLabel('Логин').fill(account.login);
  await panel.getByLabel('Пароль', { exact: true }).fill(account.password);
  await panel.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Добавить вручную' }).click();
  await panel.getByRole('dialog').getByLabel('Название').fill(name);
  await panel.keyboard.press('Enter');
  await panel.getByRole('row', { name }).waitFor();
}

export const create = (page: Page) => page.getByRole('button', { name: 'Создать заведение' });
