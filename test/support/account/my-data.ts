import { randomUUID } from 'node:crypto';
import test from 'ava';
import ExcelJS from 'exceljs';
import { startTestPlatform, type TestOwner, type TestPlatform } from '../platform/platform.ts';

export let platform: TestPlatform;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpMyData(): void {
  test.before(async () => {
    platform = await startTestPlatform();
  });
  test.after.always(() => platform?.stop());
}

export const workbookPath = (id: string): string => `/api/auth/export-data/tenants/${id}.xlsx`;

export async function readWorkbook(
  owner: TestOwner,
  id: string,
): Promise<{ status: number; book?: ExcelJS.Workbook; name: string }> {
  const answer = await fetch(platform.url + workbookPath(id), { headers: { authorization: `Bearer ${owner.token}` } });
  const name = answer.headers.get('content-disposition') ?? '';
  const bytes = await answer.arrayBuffer();
  if (!answer.ok) return { status: answer.status, name };
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes);
  return { status: answer.status, book, name };
}

export const column = (book: ExcelJS.Workbook | undefined, sheet: string, header: string): unknown[] => {
  const found = book?.getWorksheet(sheet);
  const headers = (found?.getRow(1).values ?? []) as unknown[];
  return ((found?.getColumn(headers.indexOf(header)).values ?? []) as unknown[]).slice(2);
};

/** Suspends the venue as the end of its owner's subscription does: one whose subscription runs would be resumed. */
export async function suspend(owner: TestOwner, id: string): Promise<void> {
  await platform.db('subscriptions').where({ user_id: owner.userId }).update({ status: 'expired' });
  await platform
    .db('tenants')
    .where({ id })
    .update({ status: 'suspended', suspended_by: 'billing', suspended_at: new Date() });
}

export const orderOf = (bot: { token: string }) => ({
  subdomain: `m-${randomUUID().slice(0, 8)}`,
  botToken: bot.token,
  adminUsername: 'boss',
});
