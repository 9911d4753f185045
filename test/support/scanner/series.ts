import type { Page } from 'playwright-core';
import { shootCode } from './scanner-page.ts';

/** A full bottle weighs 1150 g. */
export const BOTTLE = { quantity: 0, volume_ml: 700, density_g_per_ml: 1, weight_empty_g: 450 };
export const BOTTLES = 30;

/** A code of an invented bottle with its check digit. */
export function codeOf(n: number): string {
  const digits = `20000000${String(n).padStart(4, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const onScale = (page: Page) => page.getByRole('region', { name: 'На весах' });
export const recorded = (page: Page, count: number) =>
  page.getByRole('heading', { name: `Записано: ${count}`, exact: true }).waitFor();

export async function scan(page: Page, code: string, name: string): Promise<void> {
  await shootCode(page, code);
  await onScale(page).getByRole('heading', { name, exact: true }).waitFor();
}

export async function openSeries(page: Page, place: string): Promise<void> {
  await button(page, 'Взвесить полку').click();
  await page.getByText(place).waitFor();
}

/** Waits until the weight has stood for as long as a bottle has to before it is recorded, by the page's own clock. */
export const stood = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
