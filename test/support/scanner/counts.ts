import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Tenant } from '../venue/tenant.ts';

export const openCount = async (venue: Tenant, fields: object): Promise<{ id: number }> => {
  const answer = await venue.admin.post('/api/counts').send({ key: randomUUID(), scope: 'all', ...fields });
  return answer.body.count;
};

export async function joinCount(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Подсчёт', exact: true }).click();
  await page.getByRole('button', { name: new RegExp(title) }).click();
  await page.getByRole('button', { name: 'Считать' }).click();
}
