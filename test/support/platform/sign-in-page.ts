import type { Page } from 'playwright-core';
import type { TestOwner } from './platform.ts';

/** Signs in on the platform's page as a person would; a new account is led to the plans. */
export async function signInPage(page: Page, url: string, { email, password }: Pick<TestOwner, 'email' | 'password'>) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
}
