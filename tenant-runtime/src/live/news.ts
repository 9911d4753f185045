import type { Change } from '../../contract/changes.endpoints.ts';
import type { Item } from '../../contract/items.endpoints.ts';

/** Milliseconds within which changes reach the panels as one event. */
const TOGETHER_MS = 25;
/** Milliseconds between events in a rush: an eye sees no more, and each event makes every panel redraw. */
const RUSH_MS = 100;
/** Beyond this many items, reloading the list is cheaper than sending the items. */
const MANY_ITEMS = 500;

/** Milliseconds between events of one count, however fast it is filled. */
const COUNT_NEWS_MS = 500;

/** An event before anything in it is hidden. */
export interface ItemsEvent {
  items: Item[];
  changes?: Change[];
  all?: true;
}

/** Sends the first event of a count at once, and those that follow soon as one more. */
export function createCountNews(emit: (countId: number) => void) {
  const resting = new Map<number, { more: boolean; timer: NodeJS.Timeout }>();

  function send(countId: number): void {
    emit(countId);
    const timer = setTimeout(() => {
      const { more } = resting.get(countId) ?? {};
      resting.delete(countId);
      if (more) send(countId);
    }, COUNT_NEWS_MS);
    resting.set(countId, { more: false, timer });
  }

  return {
    add(countId: number): void {
      const rest = resting.get(countId);
      if (rest) rest.more = true;
      else send(countId);
    },
    stop(): void {
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}

/** Collects changes for a moment and keeps the newest state of each item. */
export function createGathering(emit: (event: ItemsEvent) => void) {
  const items = new Map<number, Item>();
  let changes: Change[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sentAt = 0;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (items.size === 0) return;
    sentAt = performance.now();
    const all = items.size > MANY_ITEMS;
    emit({
      items: all ? [] : [...items.values()],
      ...(all ? { all: true as const } : {}),
      ...(changes.length > 0 && !all ? { changes } : {}),
    });
    items.clear();
    changes = [];
  }

  return {
    add(newItems: Item[], newChanges: Change[]): void {
      for (const item of newItems) items.set(item.id, item);
      changes.push(...newChanges);
      timer ??= setTimeout(flush, Math.max(TOGETHER_MS, sentAt + RUSH_MS - performance.now()));
    },
    flush,
  };
}
