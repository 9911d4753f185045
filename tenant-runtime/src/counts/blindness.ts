import type { Knex } from '@ostatok/kit/node/db.ts';
import { Forbidden } from '@ostatok/kit/node/errors.ts';
import type { Change, ChangeResult, ShownChange } from '../../contract/changes.ts';
import type { Item, ShownItem } from '../../contract/items.ts';
import type { Role } from '../../contract/users.ts';
import { selectHidden } from './blindness.queries.ts';

/** Whoever asks; null is the platform itself. */
export type Asking = { id: number; role: Role } | null;

/** Nobody's in particular: what every user may be told. */
export const anyUser: Asking = { id: 0, role: 'user' };

/**
 * What a blind count keeps from the people who count: quantities of the items it holds. Their numbers are in memory, read
 * at the first question and again whenever a count opens, closes or takes an item in.
 */
export function createBlindness({ db }: { db: Knex }) {
  let hidden: ReadonlySet<number> = new Set();
  let everything = false;
  let reading: Promise<void> | undefined;

  /** Awaited once before the questions below; the newest reading wins. */
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
    /** Whether something of it was written is not known: read it again at the next question. */
    doubt(): void {
      reading = undefined;
    },
    /** Before anything is shown. */
    ready: (): Promise<void> => reading ?? reload(),
    isHidden,
    /** Whether anything at all is kept from them. */
    hidesFrom,
    hiddenItems: (): number[] => [...hidden],
    shownItem,
    shownChange,
    shownResult: ({ item, change, ...result }: ChangeResult<Item, Change>, caller: Asking): ChangeResult => ({
      ...result,
      ...(item ? { item: shownItem(item, caller) } : {}),
      ...(change ? { change: shownChange(change, caller) } : {}),
    }),
    /** Refuses what would tell quantities of many items at once. */
    refuseBlind(caller: Asking): void {
      if (!hidesFrom(caller)) return;
      throw new Forbidden('blind_count', 'Идёт слепой подсчёт: остатки откроются, когда его закроют');
    },
  };
}
export type Blindness = ReturnType<typeof createBlindness>;
