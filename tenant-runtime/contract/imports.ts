import * as yup from 'yup';

export const importKinds = ['items', 'expected'] as const;
export const importSchema = yup.object({
  kind: yup
    .string()
    .oneOf([...importKinds], 'Вид загрузки — items или expected')
    .default('items'),
});
export type ImportKind = (typeof importKinds)[number];

export interface ImportPreview {
  /** What was recognised: our field, the header as written and its letter in the sheet. */
  columns: { field: string; header: string; column: string }[];
  sheet: string;
  headerRow: number;
  /** The first rows as they will be read, 100 at most. */
  rows: {
    row: number;
    action: 'create' | 'update' | 'unchanged';
    name: string;
    article?: string;
    ean?: string;
    category?: string;
    unit?: string;
    quantity?: number;
    expected?: number;
    cost?: number;
    before?: Record<string, unknown>;
  }[];
  created: number;
  updated: number;
  unchanged: number;
  errors: { row: number; column: string; message: string }[];
}

export interface ImportAnswer {
  success: true;
  importId: string;
  preview: ImportPreview;
}

export interface Import {
  id: string;
  kind: ImportKind;
  file: string;
  status: 'previewed' | 'committed' | 'undone';
  user: string | null;
  created: number;
  updated: number;
  created_at: string;
  committed_at: string | null;
}
