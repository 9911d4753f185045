import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden } from '@ostatok/kit/node/errors.ts';
import type { Change, ChangeResult, ShownChange } from '../../contract/changes.endpoints.ts';
import type { Item, ShownItem } from '../../contract/items.endpoints.ts';
import type { Role } from '../../contract/users.ts';
import { selectHidden } from './blindness.queries.ts';

/** The user who asks; null is the platform itself. */
export type Asking = { id: number; role: Role } | null;

/** A placeholder for any user, who sees only what every user may see. */
export const anyUser: Asking = { id: 0, role: 'user' };

/**
 * Hides from counting users the quantities of the items in blind counts. The items' ids are in memory, read at the
 * first question and again whenever a count opens, closes or adds an item.
 */
export function createBlindness({ db }: { db: Knex }) {
  let hidden: ReadonlySet<number> = new Set();
  let everything = false;
  let reading: Promise<void> | undefined;

  /** Reads the hidden items again; the newest reading wins. Await it before the questions below. */
  function reload(): Promise<void> {
    const asked = selectHidden(db).then(
      ({ itemIds, all }) => {
        if (reading !== asked) return;
        hidden = new Set(itemIds);
        everything = all;
      },
      (error) => {
        if (reading === asked) reading = undefined;
        throw error;
      },
    );
    reading = asked;
    return asked;
  }
  const seesAll = (caller: Asking): boolean => caller?.role !== 'user';
  const isHidden = (itemId: number, caller: Asking): boolean => !seesAll(caller) && (everything || hidden.has(itemId));
  const hidesFrom = (caller: Asking): boolean => !seesAll(caller) && (everything || hidden.size > 0);

  function shownItem(item: Item, caller: Asking): ShownItem {
    if (!isHidden(item.id, caller)) return item;
    return { ...item, quantity: null, expected: null, hidden: true };
  }

  function shownChange(change: Change, caller: Asking): ShownChange {
    if (!isHidden(change.item.id, caller)) return change;
    const theirs = change.user?.id === caller?.id && change.given === 'delta' && change.undoes === null;
    return { ...change, before: null, after: null, delta: theirs ? change.delta : null };
  }

  return {
    reload,
    /** Forces a new reading at the next question, because it is unknown whether something was written. */
    doubt(): void {
      reading = undefined;
    },
    /** Has to be awaited before any quantity is shown. */
    ready: (): Promise<void> => reading ?? reload(),
    isHidden,
    /** Tells whether anything at all is hidden from the caller. */
    hidesFrom,
    hiddenItems: (): number[] => [...hidden],
    shownItem,
    shownChange,
    shownResult: ({ item, change, ...result }: ChangeResult<Item, Change>, caller: Asking): ChangeResult => ({
      ...result,
      ...(item ? { item: shownItem(item, caller) } : {}),
      ...(change ? { change: shownChange(change, caller) } : {}),
    }),
    /** Refuses requests that would reveal the quantities of many items at once. */
    refuseBlind(caller: Asking): void {
      if (!hidesFrom(caller)) return;
      throw new Forbidden('blind_count', 'Идёт слепой подсчёт: остатки откроются, когда его закроют');
    },
  };
}
export type Blindness = ReturnType<typeof createBlindness>;
