import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { type Cells, workbookOf } from '../../tenant-runtime/spreadsheets/venue.ts';
import { bearer, createTestApi, type TestApi } from '../platform/api.ts';

/** This file's own folder, so that uploads of other tests are not seen here. */
export const temporary = mkdtempSync(join(tmpdir(), 'ostatok-alias-imports-'));
process.env.TMPDIR = temporary;

export let api: TestApi;
export let admin: { token: string; email: string; id: number };

/** Starts the file's API before its tests and stops it after them. */
export function setUpAliasImports(): void {
  test.before(async () => {
    api = await createTestApi();
    admin = await api.signUp('admin');
  });
  test.after.always(async () => {
    await api.close();
    await rm(temporary, { recursive: true, force: true });
  });
}

export const call = (method: 'get' | 'post' | 'put', path: string, body?: object) =>
  api.call[method](`/api/admin/aliases${path}`)
    .set(...bearer(admin))
    .send(body);
export const upload = (file: Buffer, name = 'алиасы.xlsx', who = admin) =>
  api.call
    .post('/api/admin/aliases/import')
    .set(...bearer(who))
    .attach('file', file, name);
export const uploadRows = async (rows: Cells[]) => (await upload(await workbookOf({ Лист1: rows }))).body;
export const commit = (importId: string) => call('post', `/import/${importId}/commit`);
export const undo = (importId: string) => call('post', `/import/${importId}/undo`);
export const byCode = async (ean: string) => (await call('get', `?search=${ean}`)).body.data[0];
export const messages = (preview: { errors: { row: number; column: string; message: string }[] }) =>
  preview.errors.map(({ row, column, message }) => `${column}${row}: ${message}`);

/** Thirteen digits with their check digit. */
export function codeOf(number: number): string {
  const twelve = `47${String(number).padStart(10, '0')}`;
  const sum = [...twelve].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return twelve + ((10 - (sum % 10)) % 10);
}
