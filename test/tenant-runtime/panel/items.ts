import type { Change } from '../../../tenant-runtime/contract/changes.endpoints.ts';
import type { Item } from '../../../tenant-runtime/contract/items.endpoints.ts';

/** An item as the API returns it. */
export const itemNamed = (name: string, fields: Partial<Item> = {}): Item => ({
  id: 1,
  name,
  article: null,
  ean: null,
  codes: [],
  category: '',
  group: 'other',
  unit: 'л',
  quantity: 0,
  expected: null,
  par: null,
  cost: null,
  volume_ml: null,
  weight_empty_g: null,
  weight_full_g: null,
  density_g_per_ml: null,
  updated_at: '2026-01-01T12:00:00.000Z',
  changed_at: '2026-01-01T12:00:00.000Z',
  ...fields,
});

/** A change as the API returns it. */
export const changeOf = (item: Item, fields: Partial<Change> = {}): Change => ({
  id: 'c0000000-0000-4000-8000-000000000001',
  seq: 1,
  item: { id: item.id, name: item.name, unit: item.unit },
  user: { id: 7, name: 'Анна' },
  delta: 0.7,
  before: item.quantity - 0.7,
  after: item.quantity,
  source: 'bot',
  given: 'delta',
  method: 'typed',
  reason: null,
  count: null,
  note: null,
  undoes: null,
  undone: false,
  at: '2026-01-01T12:00:00.000Z',
  created_at: '2026-01-01T12:00:00.000Z',
  ...fields,
});
