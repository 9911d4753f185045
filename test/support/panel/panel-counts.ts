import type { Page } from 'playwright-core';
import type { Tenant } from '../venue/tenant.ts';

interface Person {
  id: number;
  token: string;
  username: string;
}

/** Opens a page of the panel as a signed-in user; signing in is tested elsewhere. */
export async function openAs(page: Page, venue: Tenant, { id, token, username }: Person, path: string): Promise<void> {
  const role = id === venue.admin.id ? 'admin' : 'user';
  const name = role === 'admin' ? 'Анна' : 'Иван';
  const session = JSON.stringify({ token, user: { id, username, name, role } });
  await page.addInitScript((text) => localStorage.setItem('ostatok.session', text), session);
  await page.goto(`${venue.url}${path}`);
  await page.getByRole('navigation').waitFor();
}

export const lineOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
export const field = (page: Page, name: string) => page.getByLabel(`Сколько: ${name}`);
export const plain = async (page: Page, name: string): Promise<string> =>
  (await lineOf(page, name).innerText()).replaceAll('\u00a0', ' ');

/** A count of everything with two areas, opened through the API. */
export async function openCount(venue: Tenant, more: object = {}): Promise<number> {
  const key = crypto.randomUUID();
  const areas = [
    { name: 'Бар', userId: venue.admin.id },
    { name: 'Склад', userId: venue.user.id },
  ];
  const answer = await venue.admin.post('/api/counts').send({ key, areas, ...more });
  return answer.body.count.id;
}
