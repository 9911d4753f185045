import type { Count, CountArea, CountEntry, CountLine } from '../../contract/counts.endpoints.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';
import type { CountAreaRow } from '../tables.ts';
import type { NamedCount } from './counts.queries.ts';
import type { NamedEntry } from './entries.queries.ts';
import type { MeasuredLine } from './line-sql.ts';
import { lossOf } from './totals.ts';

const orNull = (value: string | null): number | null => (value === null ? null : Number(value));
export const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
const nothing = { lines: 0, counted: 0, recount: 0 };

export function countView(row: NamedCount, coverage: Count['coverage'] | undefined, hidden: boolean): Count {
  return {
    id: row.id,
    title: row.title,
    scope: row.scope,
    categories: row.categories,
    spot: row.spot,
    blind: row.blind,
    recountThreshold: orNull(row.recount_threshold),
    status: row.status,
    openedBy: person(row.opened_by, row.opened_by_name),
    openedAt: row.opened_at.toISOString(),
    closedBy: person(row.closed_by, row.closed_by_name),
    closedAt: row.closed_at?.toISOString() ?? null,
    coverage: row.coverage ?? coverage ?? nothing,
    totals: hidden ? null : row.totals,
  };
}

export const areaView = (row: CountAreaRow & { user_name: string | null }, entries: number): CountArea => ({
  id: row.id,
  name: row.name,
  user: person(row.user_id, row.user_name),
  done: row.done_at !== null,
  entries,
});

/** Compares the counted quantity with the expected one if it is known, and otherwise with our own stock. */
export function differenceOf(line: { counted: string | null; expected: string | null; book: string | null }) {
  const compared = line.expected ?? line.book;
  if (line.counted === null || compared === null) return null;
  return fromThousandths(toThousandths(line.counted) - toThousandths(compared));
}

export function lineView(row: MeasuredLine, hidden: boolean): CountLine {
  const compared = hidden ? null : orNull(row.expected ?? row.book);
  const difference = hidden ? null : differenceOf(row);
  return {
    item: {
      id: row.item_id,
      name: row.name,
      category: row.category,
      group: row.group,
      unit: row.unit,
      ...(row.deleted ? { deleted: true as const } : {}),
    },
    counted: orNull(row.counted),
    round: row.round,
    recount: row.counted_round !== null && row.counted_round < row.round,
    entries: row.entries,
    methods: row.methods ?? [],
    counters: row.counters ?? [],
    expected: compared,
    against: compared === null ? null : row.expected === null ? 'stock' : 'accounts',
    difference,
    loss: difference === null ? null : lossOf({ difference, cost: row.cost }),
  };
}

export const entryView = (row: NamedEntry): CountEntry => ({
  id: row.id,
  item: { id: row.item_id, name: row.item_name, unit: row.item_unit },
  area: row.area_id === null ? null : { id: row.area_id, name: row.area_name ?? '' },
  user: { id: row.user_id, name: row.user_name },
  quantity: Number(row.quantity),
  grossWeightG: orNull(row.gross_weight_g),
  presetTareG: orNull(row.preset_tare_g),
  mark: row.mark,
  method: row.entry,
  source: row.source,
  round: row.round,
  note: row.note,
  at: row.at.toISOString(),
  voided: row.voided_at ? { at: row.voided_at.toISOString(), by: row.voided_by_name ?? '' } : null,
});
