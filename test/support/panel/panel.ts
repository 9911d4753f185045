import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Tenant } from '../venue/tenant.ts';

/** Signs a new administrator in through the form, as a user does; the tenant's own administrator keeps its token. */
export async function signIn(page: Page, venue: Tenant): Promise<void> {
  const who = await venue.asNewUser('maria', 'admin', 'Мария');
  const password = await venue.services.users.resetPassword(who.id, who);
  await page.goto(venue.url);
  await page.getByLabel('Логин').fill(who.username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('navigation').waitFor();
}

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const shows = (page: Page, name: string, quantity: string) =>
  rowOf(page, name).getByText(quantity, { exact: true }).waitFor();
export const send = (venue: Tenant, itemId: number, delta: number) =>
  venue.user.post('/api/changes').send({ changes: [{ id: randomUUID(), itemId, delta, source: 'web' }] });

/** Many items, inserted directly into the database: the test is about the screen. */
export async function stock(
  venue: Tenant,
  count: number,
  fieldsOf: (index: number) => object = () => ({}),
): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `Позиция ${index}`;
    return { name, search_name: name.toLowerCase(), unit: 'л', ...fieldsOf(index) };
  });
  for (let from = 0; from < rows.length; from += 1000) await venue.db('items').insert(rows.slice(from, from + 1000));
}
