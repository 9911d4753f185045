import type { Item } from '../../contract/items.endpoints.ts';
import type { ItemRow } from '../tables.ts';

const orNull = (value: string | null): number | null => (value === null ? null : Number(value));

/** The columns that a list reads of an item; the others are a quarter of a row's cost. */
export const viewColumns = [
  'id',
  'name',
  'article',
  'ean',
  'codes',
  'category',
  'group',
  'unit',
  'quantity',
  'expected',
  'par',
  'cost',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'density_g_per_ml',
  'updated_at',
  'changed_at',
  'deleted_at',
] as const satisfies (keyof ItemRow)[];
/** The same columns, quoted for SQL. */
export const VIEW_COLUMNS = viewColumns.map((column) => `"${column}"`).join(', ');
export type ViewRow = Pick<ItemRow, (typeof viewColumns)[number]>;

export const itemView = (row: ViewRow): Item => ({
  id: row.id,
  name: row.name,
  article: row.article,
  ean: row.ean,
  codes: row.codes,
  category: row.category,
  group: row.group,
  unit: row.unit,
  quantity: Number(row.quantity),
  expected: orNull(row.expected),
  par: orNull(row.par),
  cost: row.cost === null ? null : row.cost / 100,
  volume_ml: row.volume_ml,
  weight_empty_g: orNull(row.weight_empty_g),
  weight_full_g: orNull(row.weight_full_g),
  density_g_per_ml: orNull(row.density_g_per_ml),
  updated_at: row.updated_at.toISOString(),
  changed_at: row.changed_at?.toISOString() ?? null,
  ...(row.deleted_at ? { deleted: true as const } : {}),
});
