import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Database } from './database.ts';
import { type ItemRef, type Kept, sameItem } from './operations.ts';

/** An item as this phone shows it. `key` marks one created here that the server has not given an id yet. */
export type PhoneItem = ShownItem & { key?: string };

/** The item that a code belongs to and how many bottles or pieces one scan stands for. */
export interface FoundByCode {
  item: PhoneItem;
  pack: number;
}

interface Searchable {
  item: PhoneItem;
  hay: string;
}

const MOST_FOUND = 20;
const normalise = (text: string): string => text.toLowerCase().replace(/ё/g, 'е').trim();
const searchable = (item: PhoneItem): Searchable => ({
  item,
  hay: `${normalise(item.name)} ${normalise(item.article ?? '')}`,
});

export const itemRef = ({ id, key }: PhoneItem): ItemRef => (key === undefined ? { itemId: id } : { itemKey: key });

/** The queued new items, shown as if they were in the list already. */
export function localItems(kept: readonly Kept[]): PhoneItem[] {
  return kept.flatMap(({ id, at, operation }) => {
    if (operation.kind !== 'item') return [];
    const { item } = operation;
    const blank = { article: null, ean: null, expected: null, par: null, cost: null, volume_ml: null };
    const weights = { weight_empty_g: null, weight_full_g: null, density_g_per_ml: null };
    const rest = {
      id: 0,
      key: id,
      codes: [],
      category: '',
      group: 'other' as const,
      quantity: 0,
      changed_at: null,
      updated_at: at,
    };
    return [{ ...blank, ...weights, ...rest, name: item.name, unit: item.unit, ...given(item) }];
  });
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

/** Adds to an item the queued measurements and attached barcodes. */
export function withPending(item: PhoneItem, kept: readonly Kept[]): PhoneItem {
  const ref = itemRef(item);
  let shown = item;
  for (const { operation, error } of kept) {
    if (error !== undefined || operation.kind !== 'measure' || !sameItem(operation.ref, ref)) continue;
    const { presetTareG = 0, ...weight } = operation.weight;
    if ('emptyG' in weight) shown = { ...shown, weight_empty_g: weight.emptyG - presetTareG };
    else {
      const fullG = weight.fullG - presetTareG;
      const liquid = shown.volume_ml && shown.density_g_per_ml ? shown.volume_ml * shown.density_g_per_ml : null;
      const empty = shown.weight_empty_g ?? (liquid === null ? null : Math.max(0, fullG - liquid));
      shown = { ...shown, weight_full_g: fullG, weight_empty_g: empty };
    }
  }
  return shown;
}

/** Keeps the phone's items in memory, so that searching ten thousand keeps up with typing. */
export async function createCatalogue(db: Database) {
  let items = new Map<number, Searchable>();
  let ordered: Searchable[] | undefined;
  let version = 0;
  const changes = createEmitter();

  function renewed(): void {
    version += 1;
    ordered = undefined;
    changes.emit();
  }

  /** Reads again when items were taken over meanwhile, as these may be newer than what was read. */
  async function readItems(): Promise<ShownItem[]> {
    const before = version;
    const all = await db.getAll('items');
    return version === before ? all : readItems();
  }

  async function load(): Promise<void> {
    const collator = new Intl.Collator('ru');
    const all = (await readItems()).sort((a, b) => collator.compare(a.name, b.name));
    items = new Map(all.map((item) => [item.id, searchable(item)]));
    renewed();
  }

  function search(text: string, more: readonly PhoneItem[]): PhoneItem[] {
    const words = normalise(text).split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    ordered ??= [...items.values()];
    const phrase = words.join(' ');
    const first: PhoneItem[] = [];
    const rest: PhoneItem[] = [];
    for (const { item, hay } of [...more.map(searchable), ...ordered]) {
      if (!words.every((word) => hay.includes(word))) continue;
      (hay.startsWith(phrase) ? first : rest).push(item);
      if (first.length === MOST_FOUND) break;
    }
    return [...first, ...rest].slice(0, MOST_FOUND);
  }

  return {
    load,
    search,
    size: (): number => items.size,
    version: (): number => version,
    subscribe: changes.subscribe,
    get: (id: number): PhoneItem | undefined => items.get(id)?.item,
    /** Reads from the database during the first moments after opening. */
    async read(id: number): Promise<PhoneItem | undefined> {
      return items.get(id)?.item ?? (await db.get('items', id));
    },
    async byCode(ean: string): Promise<FoundByCode | undefined> {
      const item = await db.getFromIndex('items', 'eans', ean);
      if (!item) return undefined;
      return { item, pack: item.codes.find((code) => code.ean === ean)?.pack ?? 1 };
    },
    /** Takes items over that were written to the database elsewhere. */
    take(changed: readonly ShownItem[]): void {
      if (changed.length === 0) return;
      for (const item of changed) {
        if ('deleted' in item && item.deleted) items.delete(item.id);
        else if ((items.get(item.id)?.item.updated_at ?? '') <= item.updated_at) items.set(item.id, searchable(item));
      }
      renewed();
    },
  };
}
export type Catalogue = Awaited<ReturnType<typeof createCatalogue>>;
