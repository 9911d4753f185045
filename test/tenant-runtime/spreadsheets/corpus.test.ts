import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@ostatok/kit/node/errors.ts';
import test from 'ava';
import { openVenue } from './venue.ts';

const corpus = join(process.env.OSTATOK_CORPUS ?? '', 'excel');
const corpusTest = existsSync(corpus) ? test : test.skip;

const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true })
      .map((name) => join(corpus, String(name)))
      .filter((path) => statSync(path).isFile())
  : [];

corpusTest('every workbook of the corpus is previewed or refused with a reason', async (t) => {
  t.timeout(600_000);
  const venue = await openVenue(t);
  for (const path of files) {
    const outcome = await venue.preview(path).catch((error: unknown) => error);
    if (process.env.VERBOSE) t.log(path.slice(corpus.length), outcome instanceof AppError ? outcome.code : 'preview');
    if (outcome instanceof Error) {
      t.true(outcome instanceof AppError && outcome.status === 422, `${path}: ${outcome.stack}`);
    }
  }
  t.deepEqual(await venue.db('items'), []);
});

corpusTest('a 1C stock sheet is read by its header «Кон_ост_кол», on the sheet that has one', async (t) => {
  const venue = await openVenue(t);

  const { preview } = await venue.preview(join(corpus, 'ru/alenales-МБ_Трак_апрель.xlsx'));

  t.is(preview.sheet, 'Группа 1');
  t.deepEqual(
    preview.columns.map(({ field, column }) => [field, column]),
    [
      ['name', 'A'],
      ['quantity', 'H'],
    ],
  );
  t.is(preview.created + preview.problems, 267);
});

corpusTest('a 1C price list in .xls keeps its codes and nested groups below a preamble', async (t) => {
  const venue = await openVenue(t);

  const { preview, importId } = await venue.preview(join(corpus, 'ru/zbestmobile-Прайс.xls'));

  t.is(preview.headerRow, 6);
  t.deepEqual(preview.errors, []);
  t.like(preview.rows[0], {
    article: 'ЦБ-00009375',
    name: 'AirPods 4 (ANC) Active Noise Cancellation *',
    category: '__CОТОВЫЕ ТЕЛЕФОНЫ , ПЛАНШЕТЫ / APPLE',
    cost: 14650,
  });
  await venue.spreadsheets.commit(importId, venue.user);
  t.is((await venue.db('items')).length, preview.created);
});
