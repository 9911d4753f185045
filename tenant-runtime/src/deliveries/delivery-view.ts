import type { Delivery, DeliveryDetails, DeliveryLine, OrderCheck } from '../../contract/deliveries.endpoints.ts';
import { fromThousandths } from '../items/exact.ts';
import { priceJump } from '../suppliers/price-jump.ts';
import { shortName } from '../suppliers/said-supplier.ts';
import type { DeliveryTotals } from '../tables.ts';
import { worthOfLine } from './costs.ts';
import type { DuplicateRow, LineWithItem, ListedDelivery } from './deliveries.queries.ts';
import { stockThousandths } from './stock-changes.ts';
import { unitChoicesOf } from './unit-choices.ts';

const orNull = (value: string | null): number | null => (value === null ? null : Number(value));
const roubles = (kopecks: number | null): number | null => (kopecks === null ? null : kopecks / 100);

export const deliveryView = (row: ListedDelivery): Delivery => ({
  id: row.id,
  key: row.key,
  status: row.status,
  kind: row.kind,
  file: row.file,
  supplier: row.supplier_id === null ? null : { id: row.supplier_id, name: row.supplier_name ?? '' },
  said_supplier: row.supplier_id === null && row.said_supplier?.name ? shortName(row.said_supplier.name) : null,
  number: row.number,
  day: row.day,
  lines: row.lines,
  worth: Number(row.worth) / 100,
  short_worth: Number(row.short_worth) / 100,
  created_at: row.created_at.toISOString(),
  received_at: row.received_at?.toISOString() ?? null,
  posted_at: row.posted_at?.toISOString() ?? null,
  reversed_at: row.reversed_at?.toISOString() ?? null,
});

const totalsView = ({ quantity, net, vat, gross }: DeliveryTotals) => ({
  quantity: orNull(quantity),
  net: roubles(net),
  vat: roubles(vat),
  gross: roubles(gross),
});

/** Kopecks for a unit of the item, by this line. */
function unitCostOf(line: LineWithItem, stock: number | null): number | null {
  const worth = line.worth ?? worthOfLine(line);
  return stock && worth !== null ? Math.round((worth * 1000) / stock) : null;
}

function lineView(row: LineWithItem): DeliveryLine {
  const { item_id, item_name, item_unit, factor } = row;
  const item = item_id === null || item_unit === null ? null : { id: item_id, name: item_name ?? '', unit: item_unit };
  const stock = factor === null ? null : stockThousandths(row, factor);
  const now = unitCostOf(row, stock);
  const was = row.bought_for ?? (row.cost_seq === null ? row.item_cost : row.cost_before);
  return {
    place: row.place,
    number: row.number,
    code: row.code,
    name: row.name,
    unit: row.unit,
    counted_in: row.counted_in,
    unit_choices: unitChoicesOf(row),
    packs: orNull(row.packs),
    in_pack: orNull(row.in_pack),
    quantity: Number(row.quantity),
    came: orNull(row.came),
    price: row.price === null ? null : Number(row.price) / 100,
    net: roubles(row.net),
    vat: roubles(row.vat),
    gross: roubles(row.gross),
    vat_rate: row.vat_rate,
    marks: row.marks.length,
    alccode: row.alccode,
    ean: row.ean,
    volume_ml: row.volume_ml,
    skipped: row.skipped,
    item,
    factor: orNull(factor),
    stock_quantity: stock === null || item === null ? null : fromThousandths(stock),
    proposals: row.proposals,
    unit_cost: roubles(now),
    last_unit_cost: roubles(was),
    price_jump: item && !row.skipped ? priceJump(item, was, now) : null,
  };
}

export const detailsView = (
  row: ListedDelivery,
  lines: readonly LineWithItem[],
  duplicates: readonly DuplicateRow[],
  order_check: OrderCheck | null,
): DeliveryDetails => ({
  ...deliveryView(row),
  totals: row.totals && { stated: totalsView(row.totals.stated), summed: totalsView(row.totals.summed) },
  warnings: row.warnings,
  rows: lines.map(lineView),
  duplicates: duplicates.map(({ posted_at, ...one }) => ({ ...one, posted_at: posted_at.toISOString() })),
  order_check,
});
