import type { ImportPreview, SimilarItem } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import {
  decided,
  rowsByItem,
  sureDecisions,
  withAllSimilar,
} from '@ostatok/tenant-runtime/panel/features/spreadsheets/similar-decisions.ts';
import test from 'ava';

const offer = (id: number, confidence: number, more: Partial<SimilarItem> = {}): SimilarItem => ({
  id,
  name: `Позиция ${id}`,
  confidence,
  reasons: [],
  sure: false,
  ...more,
});
const preview = (...similar: SimilarItem[][]): ImportPreview => ({
  columns: [],
  sheet: 'Лист1',
  sheets: ['Лист1'],
  headerRow: 1,
  table: [],
  layout: 'recognised',
  notes: [],
  rows: similar.map((items, at) => ({
    row: at + 2,
    name: `Строка ${at + 2}`,
    action: 'create',
    ...(items.length > 0 && { similar: items }),
  })),
  converted: 0,
  doubtful: similar.length,
  similar: similar.length,
  prices: undefined,
  created: 0,
  updated: 0,
  unchanged: 0,
  errors: [],
  problems: 0,
});

test('only what is sure is decided beforehand', (t) => {
  const file = preview([offer(1, 0.97, { sure: true })], [offer(2, 0.99)], []);

  t.deepEqual([...sureDecisions(file)], [[2, 1]]);
});

test('each item goes to the likeliest row that is not decided, and never to two', (t) => {
  const file = preview([offer(1, 0.7), offer(2, 0.6)], [offer(1, 0.9)], [offer(3, 0.8)], [offer(3, 0.8)]);

  const all = withAllSimilar(file, new Map());

  t.deepEqual([...all].toSorted(), [
    [2, 2],
    [3, 1],
    [4, 3],
  ]);
  t.is(rowsByItem(all).size, 3);
});

test('what a person has decided stays, and what is refused or asked about is not accepted with the rest', (t) => {
  const file = preview([offer(1, 0.9)], [offer(2, 0.9, { refused: 'Единица' })], [offer(3, 0.9, { doubt: 'Цена?' })]);

  t.deepEqual([...withAllSimilar(file, new Map([[2, 'new' as const]]))], [[2, 'new']]);
});

test('decisions are sent as items and as new ones', (t) => {
  t.deepEqual(
    decided(
      new Map<number, number | 'new'>([
        [2, 7],
        [3, 'new'],
      ]),
    ),
    { same: [{ row: 2, item_id: 7 }], new: [3] },
  );
});
