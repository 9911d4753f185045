import type { Page } from 'playwright-core';

import { anna, pages } from './pages.ts';

export const signedIn = { success: true, user: anna, token: 'access', refreshToken: 'refresh' };
export const WRONG = 'Неверный email или пароль';
export const OFFLINE = 'Нет связи с сервером';

export const open = (page: Page, path: string) => page.goto(pages.url + path);
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

export async function fillSignIn(page: Page, email = 'anna@bar.example', password = 'password-1'): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
}
