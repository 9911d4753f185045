import { normaliseEan } from '@ostatok/kit/names/barcode.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Change, ChangeResult } from '../../contract/changes.endpoints.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { Actor } from '../items/actor.ts';
import { eansOf } from '../items/item-codes.ts';
import { itemView, type ViewRow } from '../items/item-view.ts';
import type { ChangeRow } from '../tables.ts';
import {
  type IsHidden,
  isLate,
  looksTooLarge,
  type NewChange,
  type Planned,
  planChange,
  type Stock,
} from './change-plan.ts';
import { changeView } from './change-view.ts';
import {
  insertAsked,
  insertChanges,
  type LateChange,
  lockStock,
  pluckAsked,
  type StockRow,
  selectItems,
  selectLater,
  selectLogged,
  selectPastMost,
  selectStatedSince,
  selectStock,
} from './changes.queries.ts';

export interface ChangeRequest {
  changes: NewChange[];
  actor: Actor;
}

/** A result before anything in it is hidden from the caller. */
export type PlainResult = ChangeResult<Item, Change>;

export interface Written {
  /** One list for each request, with a result for each of its changes. */
  results: PlainResult[][];
  /** The applied changes and the items that they changed, for clients that watch. */
  changes: Change[];
  items: Item[];
}

type Known = Omit<Stock, 'isHidden'>;
type Read = Omit<Known, 'pastMost' | 'later' | 'asked' | 'statedSince'>;

const idsOf = (changes: NewChange[]): number[] => [...new Set(changes.flatMap(({ itemId }) => itemId ?? []))];
const eansIn = (changes: NewChange[]): string[] => [
  ...new Set(changes.flatMap(({ ean }) => (ean ? (normaliseEan(ean) ?? []) : []))),
];

const stockOf = (items: StockRow[], logged: ChangeRow[]): Read => ({
  items: new Map(items.map((item) => [item.id, item])),
  idsByEan: new Map(
    items.flatMap((item) => (item.deleted_at ? [] : eansOf(item).map((ean): [string, number] => [ean, item.id]))),
  ),
  known: new Map(logged.map((row) => [row.id, row])),
  reversed: new Map(logged.flatMap((row) => (row.undoes ? [[row.undoes, row]] : []))),
});

const itemOf = ({ itemId, ean }: NewChange, { items, idsByEan }: Read): StockRow | undefined =>
  items.get(itemId ?? idsByEan.get(normaliseEan(ean ?? '') ?? '') ?? 0);

/** Reads from the log what some changes need for a decision, because they look too large or arrive late. */
async function withLog(
  trx: Knex.Transaction,
  changes: NewChange[],
  stock: Read,
  { now, timezone }: When,
): Promise<Known> {
  const large = new Set<number>();
  const late: LateChange[] = [];
  const undone: string[] = [];
  for (const change of changes) {
    const item = itemOf(change, stock);
    if (!item || stock.known.has(change.id)) continue;
    // a count that is reopened, and a delivery that is reversed, look themselves at what was stated since
    if (change.undoes && change.source !== 'count' && change.source !== 'delivery') undone.push(change.undoes);
    if (looksTooLarge(change, item)) large.add(item.id);
    if (isLate(change, item, now)) late.push({ id: change.id, itemId: item.id, at: change.at });
  }
  const pastMost = large.size > 0 ? await selectPastMost(trx, [...large]) : new Map<number, number>();
  const later = late.length > 0 ? await selectLater(trx, late, timezone) : [];
  const ids = later.map(({ id }) => id);
  const asked = new Set(ids.length > 0 ? await pluckAsked(trx, ids) : []);
  const statedSince = undone.length > 0 ? await selectStatedSince(trx, undone, timezone) : new Map();
  return { ...stock, pastMost, later: new Map(later.map((one) => [one.id, one])), asked, statedSince };
}

async function lockAndRead(trx: Knex.Transaction, changes: NewChange[], when: When): Promise<Known> {
  const items = await lockStock(trx, idsOf(changes), eansIn(changes));
  // This read comes after the lock, so that it sees what another writer logged for these items while we waited.
  const logged = await selectLogged(
    trx,
    changes.map(({ id }) => id),
    changes.flatMap(({ undoes }) => undoes ?? []),
  );
  return withLog(trx, changes, stockOf(items, logged), when);
}

/** The rows as they are after writing. */
interface Stored {
  logged: Map<string, ChangeRow>;
  items: Map<number, ViewRow>;
  touched: Set<number>;
}

/** Writes the planned changes; returns undefined if the stock differs from the plan's. */
async function store(db: Db, planned: Planned[], stock: Known): Promise<Stored | undefined> {
  const fresh = planned.flatMap((plan) => (plan.status === 'applied' ? [plan.change] : []));
  const touched = new Set(fresh.map((change) => change.item_id));
  const items = new Map<number, ViewRow>(stock.items);
  const logged = new Map<string, ChangeRow>();
  if (fresh.length === 0) return { logged, items, touched };
  const counted = [...touched].flatMap((id) => stock.items.get(id) ?? []);
  const written = new Map((await insertChanges(db, fresh, counted)).map((row) => [row.id, row]));
  for (const change of fresh) {
    const place = written.get(change.id);
    if (!place) return undefined;
    logged.set(change.id, { ...change, ...place });
    const item = items.get(change.item_id);
    if (item) items.set(item.id, { ...item, updated_at: place.created_at });
  }
  return { logged, items, touched };
}

/** Adds rows that only duplicates refer to. */
async function addRepeated(db: Db, planned: Planned[], { logged, items }: Stored): Promise<void> {
  for (const plan of planned) {
    if (plan.status === 'duplicate' && 'seq' in plan.change) logged.set(plan.change.id, plan.change as ChangeRow);
  }
  const missing = planned.flatMap((plan) => (plan.status === 'rejected' || items.has(plan.itemId) ? [] : plan.itemId));
  if (missing.length > 0) for (const item of await selectItems(db, missing)) items.set(item.id, item);
}

interface Asked {
  change: NewChange;
  actor: Actor;
}

/** Builds the results for the requests and the news for watching clients. */
function writtenOf(
  requests: ChangeRequest[],
  asked: Asked[],
  planned: Planned[],
  { logged, items, touched }: Stored,
): Written {
  const views = new Map<number, Item>();
  const viewOf = (id: number): Item | undefined => {
    const row = items.get(id);
    if (row && !views.has(id)) views.set(id, itemView(row));
    return views.get(id);
  };
  const written: Written = { results: [], changes: [], items: [...touched].flatMap((id) => viewOf(id) ?? []) };

  const resultOf = ({ change, actor }: Asked, plan: Planned): PlainResult => {
    if (plan.status === 'rejected') {
      const { status, error, doubt } = plan;
      return { id: change.id, status, error, ...(doubt && { doubt }) };
    }
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

/** Plans changes in their order, each seeing the result of those before it. */
const planAll = (asked: Asked[], known: Known, { now, isHidden }: When): Planned[] => {
  const stock = { ...known, isHidden };
  return asked.map(({ change, actor }) => planChange(change, actor, stock, now));
};

const askedIn = (requests: ChangeRequest[]): Asked[] =>
  requests.flatMap(({ changes, actor }) => changes.map((change) => ({ change, actor })));

const isAskedLate = (plan: Planned | undefined): boolean => plan?.status === 'rejected' && plan.isLate === true;

interface When {
  now: Date;
  isHidden: IsHidden;
  /** The tenant's time zone, for the times in questions to users. */
  timezone: string;
}

/**
 * Applies requests one after another inside `trx`: locks their items, plans every change against the running stock and
 * writes all in one statement. A rejected change leaves the others untouched.
 */
export async function writeChanges(trx: Knex.Transaction, requests: ChangeRequest[], when: When): Promise<Written> {
  const asked = askedIn(requests);
  const stock = await lockAndRead(
    trx,
    asked.map(({ change }) => change),
    when,
  );
  const planned = planAll(asked, stock, when);
  const stored = await store(trx, planned, stock);
  if (!stored) throw new Error('the stock was locked and has changed');
  const late = asked.filter((_, at) => isAskedLate(planned[at])).map(({ change }) => change.id);
  if (late.length > 0) await insertAsked(trx, late);
  await addRepeated(trx, planned, stored);
  return writtenOf(requests, asked, planned, stored);
}

/**
 * Writes the usual case in two round trips: every change is valid and new, and no other writer touches its item between
 * the read and the write, which would detect it. Otherwise it returns undefined and writes nothing.
 */
export async function writeFreshChanges(db: Knex, requests: ChangeRequest[], when: When): Promise<Written | undefined> {
  const asked = askedIn(requests);
  const changes = asked.map(({ change }) => change);
  // whether something may be undone is in the log
  if (changes.some(({ undoes }) => undoes !== undefined)) return undefined;
  const read = stockOf(await selectStock(db, idsOf(changes), eansIn(changes)), []);
  const isLateHere = (change: NewChange, item = itemOf(change, read)): boolean =>
    item !== undefined && isLate(change, item, when.now);
  if (changes.some((change) => isLateHere(change))) return undefined;
  const stock = {
    ...read,
    pastMost: new Map<number, number>(),
    later: new Map(),
    asked: new Set<string>(),
    statedSince: new Map(),
  };
  const planned = planAll(asked, stock, when);
  // Earlier log entries have not been read yet, so a refusal would not be reliable here.
  if (planned.some(({ status }) => status !== 'applied')) return undefined;
  const stored = await store(db, planned, stock);
  return stored && writtenOf(requests, asked, planned, stored);
}
