import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { createDatabase } from '../support/database/postgres.ts';
import type { Row } from './row.ts';
import { call, countMeanwhile, residentMb, signIn, startTenant, watchMemory } from './venue-under-load.ts';

const ROWS = 100_000;

function eanOf(index: number): string {
  const body = `460${String(index).padStart(9, '0')}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 1 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Writes a supplier's price list of twelve columns with exceljs. */
async function writePriceList(path: string): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = book.addWorksheet('Прайс');
  const headers =
    'Наименование;Артикул;Штрихкод;Категория;Ед. изм.;Остаток;Учётный остаток;Цена;Объём, мл;Поставщик;Страна;Комментарий';
  sheet.addRow(headers.split(';')).commit();
  for (let i = 1; i <= ROWS; i += 1) {
    const row = [`Напиток ${i} выдержка ${i % 30} лет 0,7 л`, `A-${i}`, eanOf(i), `Алкоголь / Виски ${i % 50}`, 'шт'];
    const rest = [i % 40, i % 41, 1000 + (i % 500) + 0.5, 700, `ООО Поставщик ${i % 20}`, 'Шотландия', 'самовывоз'];
    sheet.addRow([...row, ...rest]).commit();
  }
  sheet.commit();
  await book.commit();
}

async function bareReadMs(path: string): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-read.ts'), path], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the bare read ended with ${code}`);
  return performance.now() - startedAt;
}

interface Measured {
  previewMs: number;
  commitMs: number;
  memoryMb: number;
  changesMs: number[];
}

async function measure(path: string): Promise<Measured> {
  const database = await createDatabase('tenant');
  const tenant = await startTenant(database.url);
  try {
    const { token, itemIds } = await signIn(tenant.url);
    const memory = watchMemory(tenant.pid, await residentMb(tenant.pid));
    const counting = countMeanwhile(tenant.url, token, itemIds);
    const form = new FormData();
    form.set('file', await openAsBlob(path), 'price.xlsx');
    const startedAt = performance.now();
    const { importId, preview } = await call<{ importId: string; preview: { created: number } }>(
      `${tenant.url}/api/import`,
      token,
      form,
    );
    const previewMs = performance.now() - startedAt;
    if (preview.created !== ROWS) throw new Error(`only ${preview.created} rows were read`);
    await call(`${tenant.url}/api/import/${importId}/commit`, token, {});
    const commitMs = performance.now() - startedAt - previewMs;
    return { previewMs, commitMs, changesMs: await counting(), memoryMb: await memory() };
  } finally {
    tenant.stop();
    await database.drop();
  }
}

/** An import is the upload with its preview and the commit, while two users count. */
export async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-bench-'));
  try {
    const path = join(folder, 'price.xlsx');
    await writePriceList(path);
    // Measured before and after, so that a slow minute of the machine affects both.
    const before = await bareReadMs(path);
    const { previewMs, commitMs, memoryMb, changesMs } = await measure(path);
    const bareMs = (before + (await bareReadMs(path))) / 2;
    const importMs = previewMs + commitMs;
    const p99 = changesMs[Math.floor(changesMs.length * 0.99)] ?? 0;
    const row = (name: string, value: number, unit: string, limit: number): Row => ({
      name,
      value,
      unit,
      limit,
      ok: value <= limit,
    });
    return [
      { ...row('Импорт 100 000 строк', importMs, 'мс', 2 * bareMs), floor: bareMs, ratio: importMs / bareMs },
      row('— из них до предпросмотра', previewMs, 'мс', 2 * bareMs),
      row('Память при импорте', memoryMb, 'МБ', 300),
      row(`Изменения при импорте, p99 из ${changesMs.length}`, p99, 'мс', 100),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
