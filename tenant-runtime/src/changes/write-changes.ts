import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Change, ChangeResult } from '../../contract/changes.ts';
import { normaliseEan } from '../../contract/ean.ts';
import type { Item } from '../../contract/items.ts';
import { eansOf } from '../items/item-codes.ts';
import { itemView } from '../items/item-view.ts';
import type { ChangeRow, ItemRow } from '../tables.ts';
import { type Actor, type IsHidden, type NewChange, type Planned, planChange, type Stock } from './change-plan.ts';
import { changeView } from './change-view.ts';
import { insertChanges, lockItems, selectItems, selectLogged, updateQuantities } from './changes.queries.ts';

export interface ChangeRequest {
  changes: NewChange[];
  actor: Actor;
}

/** Before anything of it is hidden from the one who asks. */
export type PlainResult = ChangeResult<Item, Change>;

export interface Written {
  /** For each request, a result for each of its changes. */
  results: PlainResult[][];
  /** What was applied and the items it left changed, for those who watch. */
  changes: Change[];
  items: Item[];
}

async function readStock(trx: Knex.Transaction, changes: NewChange[]): Promise<Omit<Stock, 'isHidden'>> {
  const ids = changes.flatMap(({ itemId }) => itemId ?? []);
  const eans = changes.flatMap(({ ean }) => (ean ? (normaliseEan(ean) ?? []) : []));
  const items = await lockItems(trx, [...new Set(ids)], [...new Set(eans)]);
  // After the lock: what another writer logged for these items while we waited is seen.
  const logged = await selectLogged(
    trx,
    changes.map(({ id }) => id),
    changes.flatMap(({ undoes }) => undoes ?? []),
  );
  return {
    items: new Map(items.map((item) => [item.id, item])),
    idsByEan: new Map(
      items.flatMap((item) => (item.deleted_at ? [] : eansOf(item).map((ean): [string, number] => [ean, item.id]))),
    ),
    known: new Map(logged.map((row) => [row.id, row])),
    reversed: new Map(logged.flatMap((row) => (row.undoes ? [[row.undoes, row]] : []))),
  };
}

/** The rows as they are now: those just written, and those that only a duplicate speaks of. */
async function store(
  trx: Knex.Transaction,
  planned: Planned[],
  stock: Stock,
): Promise<{ logged: Map<string, ChangeRow>; items: Map<number, ItemRow>; touched: Set<number> }> {
  const fresh = planned.flatMap((plan) => (plan.status === 'applied' ? [plan.change] : []));
  const touched = new Set(fresh.map((change) => change.item_id));
  const items = new Map(stock.items);
  const logged = new Map<string, ChangeRow>();
  for (const plan of planned) {
    if (plan.status === 'duplicate' && 'seq' in plan.change) logged.set(plan.change.id, plan.change as ChangeRow);
  }
  if (fresh.length > 0) {
    const places = new Map((await insertChanges(trx, fresh)).map((row) => [row.id, row]));
    for (const change of fresh) logged.set(change.id, { ...change, ...places.get(change.id) } as ChangeRow);
    const counted = [...touched].flatMap((id) => stock.items.get(id) ?? []);
    for (const item of await updateQuantities(trx, counted)) items.set(item.id, item);
  }
  const missing = planned.flatMap((plan) => (plan.status === 'rejected' || items.has(plan.itemId) ? [] : plan.itemId));
  if (missing.length > 0) for (const item of await selectItems(trx, missing)) items.set(item.id, item);
  return { logged, items, touched };
}

/**
 * Applies requests one after another inside `trx`: locks their items, plans every change against the running stock and
 * writes what is to be written in two statements. A rejected change leaves the others untouched.
 */
export async function writeChanges(
  trx: Knex.Transaction,
  requests: ChangeRequest[],
  { now, isHidden }: { now: Date; isHidden: IsHidden },
): Promise<Written> {
  const asked = requests.flatMap(({ changes, actor }) => changes.map((change) => ({ change, actor })));
  const read = await readStock(
    trx,
    asked.map(({ change }) => change),
  );
  const stock = { ...read, isHidden };
  const planned = asked.map(({ change, actor }) => planChange(change, actor, stock, now));
  const { logged, items, touched } = await store(trx, planned, stock);

  const views = new Map<number, Item>();
  const viewOf = (id: number): Item | undefined => {
    const row = items.get(id);
    if (row && !views.has(id)) views.set(id, itemView(row));
    return views.get(id);
  };
  const written: Written = { results: [], changes: [], items: [...touched].flatMap((id) => viewOf(id) ?? []) };

  const resultOf = ({ change, actor }: (typeof asked)[number], plan: Planned): PlainResult => {
    if (plan.status === 'rejected') return { id: change.id, status: 'rejected', error: plan.error };
    const row = logged.get(plan.change.id);
    const item = viewOf(plan.itemId);
    if (!row || !item) throw new Error(`change ${plan.change.id} was planned and is not in the log`);
    const view = changeView(row, {
      item,
      user: actor?.id === row.user_id ? (actor?.name ?? null) : null,
      undone: false,
    });
    if (plan.status === 'applied') written.changes.push(view);
    return { id: change.id, status: plan.status, item, change: view };
  };
  const results = asked.map((one, index) => resultOf(one, planned[index] as Planned));
  let from = 0;
  for (const { changes } of requests) {
    written.results.push(results.slice(from, from + changes.length));
    from += changes.length;
  }
  return written;
}
