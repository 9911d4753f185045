import { oneLine } from '@ostatok/kit/node/one-line.ts';
import { MAX_PERIOD_DAYS, type SaleKind, type SalesKind } from '../../../contract/sales.ts';
import type { SalesTotals } from '../../tables.ts';
import { exactText, MAX_QUANTITY, moneyText, quantityText } from './amounts.ts';
import { type DayText, daysBetween, dayText, resolveSlashed } from './days.ts';
import { badPlace, noDays, refused } from './refusals.ts';
import { type FileDish, type FileSale, NO_SALES_TOTALS, type ReadOptions, type SalesFile } from './sales-file.ts';
import { dishKey, sizeIn } from './servings.ts';

const MAX_ROWS = 500_000;
const MAX_DISHES = 50_000;
/** So many sentences of a kind are kept; the others are counted. */
const NAMED = 20;
const MAX_TEXT = 300;

export interface Sums {
  quantity: bigint;
  paid: bigint | null;
  listed: bigint | null;
  cost: bigint | null;
}

/** A row of a file. */
export interface ReadSale extends Sums {
  store: string;
  /** Null where the row has none. */
  day: DayText | null;
  dish: FileDish;
  kind: SaleKind;
}

export const noSums = (): Sums => ({ quantity: 0n, paid: null, listed: null, cost: null });

const plus = (one: bigint | null, other: bigint | null): bigint | null => (other === null ? one : (one ?? 0n) + other);

/** Adds to sums in place: there are a hundred thousand rows. */
export function addTo(sums: Sums, more: Sums): void {
  sums.quantity += more.quantity;
  sums.paid = plus(sums.paid, more.paid);
  sums.listed = plus(sums.listed, more.listed);
  sums.cost = plus(sums.cost, more.cost);
}

const textOrNull = (amount: bigint | null): string | null => (amount === null ? null : exactText(amount));

const totalsText = ({ quantity, paid, listed, cost }: Sums): SalesTotals => ({
  quantity: exactText(quantity),
  paid: textOrNull(paid),
  listed: textOrNull(listed),
  cost: textOrNull(cost),
});

/** What a document says itself that all of it is; undefined where it does not say. */
export interface Stated {
  quantity?: bigint | undefined;
  paid?: bigint | undefined;
}

/** Says where a stated total differs from what the rows add up to. */
export function differences(what: string, stated: Stated, summed: Sums): string[] {
  const found: string[] = [];
  const { quantity, paid } = stated;
  if (quantity !== undefined && quantity !== summed.quantity) {
    found.push(`${what}: количество ${quantityText(quantity)}, а строки дают ${quantityText(summed.quantity)}`);
  }
  if (paid !== undefined && summed.paid !== null && moneyText(paid) !== moneyText(summed.paid)) {
    const difference = moneyText(paid - summed.paid);
    found.push(`${what}: ${moneyText(paid)}, а строки дают ${moneyText(summed.paid)} (разница ${difference})`);
  }
  return found;
}

/** Tells quantity and money of a file that is refused. */
export function inWords({ quantity, paid }: Sums): string {
  const servings = quantity === 0n ? '' : `${quantityText(quantity)} порций`;
  const money = paid === null ? '' : moneyText(paid);
  return `Всего: ${[servings, money].filter(Boolean).join(' на ') || 'ничего'}.`;
}

const firstOf = (warnings: readonly string[]): string[] =>
  warnings.length <= NAMED
    ? [...warnings]
    : [...warnings.slice(0, NAMED), `И ещё таких замечаний: ${warnings.length - NAMED}`];

const cutText = (text: string): string => oneLine(text).slice(0, MAX_TEXT).toWellFormed().trim();
const cut = (text: string | null): string | null => (text === null ? null : cutText(text) || null);

interface Pending extends Sums {
  store: string;
  day: DayText | null;
  dish: string;
  kind: SaleKind;
}

/** Adds up the rows of one file by day, store, dish and kind. */
export function createCollector() {
  const dishes = new Map<string, FileDish>();
  const keys = new Map<string, string>();
  const storeNames = new Map<string, string>();
  const sales = new Map<string, Pending>();
  const summed = noSums();
  const warnings: string[] = [];
  let rows = 0;

  function keyOf(dish: FileDish): string {
    // names repeat on every day, and normalising one costs more than finding it
    const raw = `${dish.code ?? ''}\n${dish.name}\n${dish.size ?? ''}`;
    const known = keys.get(raw);
    if (known !== undefined) return known;
    const name = cutText(dish.name) || 'Без названия';
    const [code, size] = [cut(dish.code), cut(dish.size)];
    const key = dishKey({ code, name, size });
    keys.set(raw, key);
    if (!dishes.has(key)) {
      if (dishes.size >= MAX_DISHES) throw refused('too_many_dishes');
      dishes.set(key, { name, size: size ?? sizeIn(name), code, group: cut(dish.group), unit: cut(dish.unit) });
    }
    return key;
  }

  function storeOf(text: string): string {
    const known = storeNames.get(text);
    if (known !== undefined) return known;
    const store = cutText(text);
    storeNames.set(text, store);
    return store;
  }

  function put(sale: ReadSale): void {
    const { day, kind, quantity, paid, listed, cost } = sale;
    const store = storeOf(sale.store);
    const dish = keyOf(sale.dish);
    if (quantity >= MAX_QUANTITY || quantity <= -MAX_QUANTITY) {
      throw badPlace(`«${sale.dish.name.slice(0, 60)}»`, 'количество больше миллиарда');
    }
    const at = `${day}\n${store}\n${dish}\n${kind}`;
    const before = sales.get(at);
    if (before) addTo(before, sale);
    else sales.set(at, { store, day, dish, kind, quantity, paid, listed, cost });
  }

  return {
    summed,

    /** Adds a row, which counts in the document's own totals unless it is `aside`, in a column of its own. */
    add(sale: ReadSale, { aside = false } = {}): void {
      if (!aside) {
        rows += 1;
        if (rows > MAX_ROWS) throw refused('too_many_rows');
        addTo(summed, sale);
      }
      put(sale);
    },

    warn: (...sentences: string[]): void => void warnings.push(...sentences),
    warnOfRows: (sentences: readonly string[]): void => void warnings.push(...firstOf(sentences)),

    /** Gives every row its day and compares the totals. Throws Unreadable. */
    finish(
      kind: SalesKind,
      {
        stated = {},
        period,
        monthFirst = false,
      }: {
        stated?: Stated;
        period?: { from: string; to: string } | undefined;
        monthFirst?: boolean;
      },
      options: ReadOptions,
    ): SalesFile {
      if (rows === 0) throw refused('no_rows');
      const given = [...sales.values()];
      const days = resolveSlashed(new Set(given.flatMap(({ day }) => day ?? [])), monthFirst);
      const hasNoDay = given.some(({ day }) => day === null);
      // what the sender says goes before what the document does, of rows that do not say it themselves
      const whole = hasNoDay ? (options.period ?? period) : (period ?? options.period);
      if (hasNoDay && !whole) throw noDays(inWords(summed));
      if (hasNoDay && whole && daysBetween(whole.from, whole.to) > MAX_PERIOD_DAYS) throw refused('long_period');
      if (hasNoDay && whole && whole.from !== whole.to) {
        warnings.push(
          `Дней в файле нет: всё с ${dayText(whole.from)} по ${dayText(whole.to)} записывается последним днём. Точнее — выгружать по дням`,
        );
      }
      const dayFor = (day: DayText | null): string =>
        day === null ? (whole as { to: string }).to : (days.get(day) ?? day);
      const merged = new Map<string, FileSale>();
      for (const sale of given) {
        const day = dayFor(sale.day);
        const at = `${day}\n${sale.store}\n${sale.dish}\n${sale.kind}`;
        const before = merged.get(at);
        if (before) addTo(before, sale);
        else merged.set(at, { ...sale, day });
      }
      const all = [...merged.values()];
      const isWhole = options.whole === 'in-all-stores' || options.whole === 'in-its-stores';
      const used = all
        .map(({ day }) => day)
        .reduce(
          ({ from, to }, day) => ({ from: day < from ? day : from, to: day > to ? day : to }),
          whole && (period || hasNoDay || isWhole) ? whole : { from: '9999', to: '0000' },
        );
      if (period && (used.from < period.from || used.to > period.to)) {
        const written = hasNoDay && options.period ? 'сказано записать' : 'дни в строках —';
        warnings.push(
          `Период документа — с ${dayText(period.from)} по ${dayText(period.to)}, а ${written} с ${dayText(used.from)} по ${dayText(used.to)}`,
        );
      }
      const stores = new Set(all.map(({ store }) => store));
      if (options.whole !== undefined && options.whole !== 'in-its-stores') stores.add('');
      return {
        kind,
        ...used,
        stores: [...stores].sort(),
        dishes,
        sales: all,
        rows,
        stated: {
          ...NO_SALES_TOTALS,
          quantity: textOrNull(stated.quantity ?? null),
          paid: textOrNull(stated.paid ?? null),
        },
        summed: totalsText(summed),
        warnings: [...warnings, ...differences('Итого по документу', stated, summed)].map(oneLine),
      };
    },
  };
}
export type Collector = ReturnType<typeof createCollector>;
