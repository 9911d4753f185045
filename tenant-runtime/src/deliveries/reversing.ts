import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Actor } from '../changes/changes.service.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';
import { retried } from '../retried.ts';
import type { DeliveryRow } from '../tables.ts';
import { replayCosts } from './costs.ts';
import { lockDelivery, updateDeliveryRow } from './deliveries.queries.ts';
import { applyAll, type DeliveryDeps, noDelivery } from './delivery-deps.ts';
import { deliveryText } from './delivery-texts.ts';
import { firstAfter } from './moment.ts';
import {
  type GoodsChange,
  insertDeliveryChanges,
  type LockedItem,
  lockItems,
  selectCostLines,
  selectGoods,
  selectStatements,
  updateCostLines,
  updateCosts,
} from './posting.queries.ts';
import { announceStock } from './posting.ts';
import { absorb, changeId, noStockChanges } from './stock-changes.ts';

/** Takes back what each line has added; what was counted or stated since stands, whatever the delivery had brought. */
async function takeBack(trx: Knex.Transaction, delivery: DeliveryRow, goods: readonly GoodsChange[], note: string) {
  const stock = noStockChanges();
  const [first] = goods;
  if (!first) return stock;
  const statements = await selectStatements(trx, [...new Set(goods.map(({ item_id }) => item_id))], first.at);
  const seen = firstAfter(statements, first.at);
  for (const { id, item_id, delta, place } of goods) {
    const reverse = changeId(delivery.key, place, 'reverse');
    const added = -toThousandths(delta);
    stock.changes.push({
      id: reverse,
      itemId: item_id,
      delta: fromThousandths(added),
      source: 'delivery',
      undoes: id,
      note: `Отмена: ${note}`,
    });
    stock.rows.push({ change_id: reverse, delivery_id: delivery.id, place, purpose: 'reverse', statement: null });
    const statement = seen.get(item_id);
    if (!statement) continue;
    const own = {
      id: changeId(delivery.key, place, 'absorbed-reverse'),
      delivery_id: delivery.id,
      place,
      itemId: item_id,
    };
    absorb(stock, { ...own, added, statement, note: `Отмена: ${note}, сосчитано позже` });
  }
  return stock;
}

async function giveCostsBack(trx: Knex.Transaction, id: number, items: Map<number, LockedItem>): Promise<void> {
  const present = [...items.values()].filter(({ deleted_at }) => !deleted_at);
  const rows = await selectCostLines(
    trx,
    present.map((item) => item.id),
    id,
  );
  const lines = Map.groupBy(rows, ({ item_id }) => item_id);
  const replayed = present.flatMap((item) => {
    const costs = replayCosts(lines.get(item.id) ?? [], id, item.cost);
    return costs ? [{ itemId: item.id, ...costs }] : [];
  });
  await updateCostLines(
    trx,
    replayed.flatMap((one) => one.lines),
  );
  await updateCosts(
    trx,
    replayed.map(({ itemId, cost }) => [itemId, cost] as const),
  );
}

/** What was added in another unit than the present one can't be taken from the stock. */
function mustKeepUnits(goods: readonly GoodsChange[], items: Map<number, LockedItem>): void {
  for (const { item_id, stock_unit } of goods) {
    const item = items.get(item_id);
    if (!item || stock_unit === null || stock_unit === item.unit) continue;
    throw new Conflict(
      'unit_changed',
      `«${item.name}» пришло в «${stock_unit}», а считается теперь в «${item.unit}». Верните единицу или поправьте остаток сами`,
    );
  }
}

async function reverseIn(deps: DeliveryDeps, trx: Knex.Transaction, id: number, actor: Actor) {
  const delivery = await lockDelivery(trx, id);
  if (!delivery) throw noDelivery();
  if (delivery.status === 'reversed') return undefined;
  if (delivery.status === 'draft') throw new Conflict('delivery_draft', 'Поставка ещё не проведена: её можно удалить');
  const goods = await selectGoods(trx, id);
  const items = await lockItems(trx, [...new Set(goods.map(({ item_id }) => item_id))]);
  const { name } = await deps.suppliers.named(trx, delivery.supplier_id ?? 0);
  // an item that is deleted has no stock to correct
  const left = goods.filter(({ item_id }) => !items.get(item_id)?.deleted_at);
  mustKeepUnits(left, items);
  await giveCostsBack(trx, id, items);
  const stock = await takeBack(trx, delivery, left, deliveryText(delivery, name));
  const written = await applyAll(deps, trx, stock.changes, actor);
  await insertDeliveryChanges(trx, stock.rows);
  await deps.counts.correctBooks(trx, stock.books);
  await updateDeliveryRow(trx, id, {
    status: 'reversed',
    reversed_by: actor?.id ?? null,
    reversed_at: deps.clock(),
  });
  await deps.orders.takeBack(trx, id);
  return { written, books: stock.books };
}

/** Takes a posted delivery back as if it had never come, once. Throws NotFound, Conflict. */
export async function reverseDelivery(deps: DeliveryDeps, id: number, actor: Actor): Promise<void> {
  const done = await retried(deps.db, (trx) => reverseIn(deps, trx, id, actor));
  if (done) announceStock(deps, done);
}
