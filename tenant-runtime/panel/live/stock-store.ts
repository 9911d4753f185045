import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { compareNames } from '../stock/stock-filter.ts';

export interface Stock {
  /** Ordered by name. */
  items: readonly ShownItem[];
  byId: ReadonlyMap<number, ShownItem>;
  /** The newest known change of each item. */
  lastChanges: ReadonlyMap<number, ShownChange>;
  /** The tenant's newest changes, newest first. */
  feed: readonly ShownChange[];
  /** The time of each row's last seen change by this device's clock, which starts its highlight. */
  warmedAt: ReadonlyMap<number, number>;
  /** The server time up to which the list is complete; null before it was loaded. */
  asOf: string | null;
}

const FEED_LENGTH = 30;

const empty: Stock = {
  items: [],
  byId: new Map(),
  lastChanges: new Map(),
  feed: [],
  warmedAt: new Map(),
  asOf: null,
};

/** Responses, socket events and gap fills may overtake each other: the newer state of an item wins. */
const isOlder = (item: ShownItem, known: ShownItem | undefined): boolean =>
  known !== undefined && Date.parse(item.updated_at) < Date.parse(known.updated_at);

const sameName = (item: ShownItem, known: ShownItem | undefined): boolean => known?.name === item.name;

function applyItems(stock: Stock, incoming: readonly ShownItem[]): Pick<Stock, 'items' | 'byId'> {
  const byId = new Map(stock.byId);
  let reorder = false;
  for (const item of incoming) {
    const known = byId.get(item.id);
    if (isOlder(item, known)) continue;
    if (item.deleted) {
      reorder = byId.delete(item.id) || reorder;
      continue;
    }
    reorder ||= !sameName(item, known);
    byId.set(item.id, item);
  }
  const items = reorder
    ? [...byId.values()].sort(compareNames)
    : stock.items.map(({ id }) => byId.get(id)).filter((item) => item !== undefined);
  return { items, byId };
}

function applyChanges(stock: Stock, incoming: readonly ShownChange[]): Pick<Stock, 'lastChanges' | 'feed'> {
  const lastChanges = new Map(stock.lastChanges);
  const feed = new Map(stock.feed.map((change) => [change.id, change]));
  for (const change of incoming) {
    feed.set(change.id, change);
    const undone = change.undoes ? feed.get(change.undoes) : undefined;
    if (undone) feed.set(undone.id, { ...undone, undone: true });
    if ((lastChanges.get(change.item.id)?.seq ?? 0) <= change.seq) lastChanges.set(change.item.id, change);
  }
  return { lastChanges, feed: [...feed.values()].sort((a, b) => b.seq - a.seq).slice(0, FEED_LENGTH) };
}

/** The tenant's stock as this tab knows it: an immutable snapshot with listeners. */
export function createStockStore(now: () => number = Date.now) {
  let stock = empty;
  const updates = createEmitter();

  function publish(next: Partial<Stock>): void {
    stock = { ...stock, ...next };
    updates.emit();
  }

  return {
    snapshot: (): Stock => stock,
    subscribe: updates.subscribe,
    /** Replaces the whole list; newer items that the socket brought meanwhile are kept. */
    replace(items: readonly ShownItem[], asOf: string | null): void {
      const kept = items.map((item) => {
        const known = stock.byId.get(item.id);
        return known && isOlder(item, known) ? known : item;
      });
      const byId = new Map(kept.map((item) => [item.id, item]));
      publish({ byId, items: [...byId.values()].sort(compareNames), asOf });
    },
    /**
     * Applies changes from the socket, from our own requests or from a gap fill. Rows whose quantity changed are
     * highlighted.
     */
    apply(items: readonly ShownItem[], changes: readonly ShownChange[] = [], asOf: string | null = stock.asOf): void {
      const before = stock.byId;
      const applied = applyItems(stock, items);
      const warmedAt = new Map(stock.warmedAt);
      for (const { id } of items) {
        const known = before.get(id);
        if (known && known.quantity !== applied.byId.get(id)?.quantity) warmedAt.set(id, now());
      }
      publish({ ...applied, ...applyChanges(stock, changes), warmedAt, asOf });
    },
    /** Adds earlier changes without highlighting rows. */
    recall(changes: readonly ShownChange[]): void {
      publish(applyChanges(stock, changes));
    },
    /** Drops all known changes, because some may be hidden now. */
    forgetChanges(): void {
      publish({ lastChanges: empty.lastChanges, feed: empty.feed });
    },
  };
}
export type StockStore = ReturnType<typeof createStockStore>;
