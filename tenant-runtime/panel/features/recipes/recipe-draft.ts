import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import {
  BILLION,
  billionthsOf,
  divided,
  isToTop,
  kopecksOf,
  type MeasuredItem,
  quantityOf,
  worthOf,
} from '@ostatok/tenant-runtime/contract/recipe-measures.ts';
import type { Dish, Recipe } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import type { IngredientInput } from '@ostatok/tenant-runtime/contract/recipes.ts';
import { toFieldText } from '../../forms/quantity-input.ts';

/** An ingredient as it stands in the editor. */
export interface DraftLine {
  /** The line's own number in the editor. */
  id: number;
  text: string;
  itemId: number | null;
  dishId: number | null;
  skipped: boolean;
  /** «30 мл», as it is typed. */
  amount: string;
  /** Units of the item that somebody has stated beside the amount. */
  quantity: number | null;
}

/** What the costs of lines are computed by. */
export interface Prices {
  items: ReadonlyMap<number, ShownItem>;
  semis: ReadonlyMap<number, Dish>;
}

let lastId = 0;
export function newLine(fields: Omit<DraftLine, 'id' | 'quantity'> & { quantity?: number | null }): DraftLine {
  lastId += 1;
  return { quantity: null, ...fields, id: lastId };
}

const linesOf = (recipe: Recipe | undefined): DraftLine[] =>
  (recipe?.lines ?? []).map(({ text, item, dish, skipped, amount, unit, quantity }) =>
    newLine({
      text,
      itemId: item?.id ?? null,
      dishId: dish?.id ?? null,
      skipped,
      amount: [toFieldText(amount), unit ?? ''].filter(Boolean).join(' '),
      quantity,
    }),
  );

/** A recipe as it stands in the editor. */
export interface RecipeDraft {
  lines: DraftLine[];
  /** How much of it is made, as it is typed. */
  made: string;
  size: string;
  from: string;
}

export const draftOf = (recipe: Recipe | undefined): RecipeDraft => ({
  lines: linesOf(recipe),
  made: toFieldText(recipe?.yield ?? 1),
  size: recipe?.size ?? '',
  from: recipe?.valid_from ?? '',
});

const written: Record<Unit, string> = { л: 'мл', кг: 'г', шт: 'шт' };

/** The unit of a number beside which none is typed: a bottle with a volume is poured in millilitres. */
export const usualUnit = ({ unit, volume_ml }: Pick<MeasuredItem, 'unit' | 'volume_ml'>): string =>
  unit === 'шт' && volume_ml ? 'мл' : written[unit];

const AMOUNT = /^(\d{1,7}(?:[.,]\d{1,6})?)\s*(\D*)$/;

export interface TypedAmount {
  amount: number | null;
  unit: string | null;
  error?: string;
}

/** Reads «30», «30 мл», «2 дэш» and «топ». */
export function typedAmount(text: string, measured: MeasuredItem | undefined): TypedAmount {
  const given = text.trim();
  if (given === '') return { amount: null, unit: null };
  if (isToTop(given)) return { amount: null, unit: given };
  const match = AMOUNT.exec(given);
  const amount = Number((match?.[1] ?? '').replace(',', '.'));
  if (!match || !(amount > 0)) return { amount: null, unit: null, error: 'Например, 30 мл' };
  return { amount, unit: (match[2] ?? '').trim() || (measured ? usualUnit(measured) : 'мл') };
}

function measuredBy({ itemId, dishId }: DraftLine, { items, semis }: Prices): MeasuredItem | undefined {
  const item = itemId === null ? undefined : items.get(itemId);
  if (item) return item;
  const semi = dishId === null ? undefined : semis.get(dishId);
  return semi && { unit: semi.unit ?? 'шт', volume_ml: null, density_g_per_ml: null };
}

const costOf = ({ itemId, dishId }: DraftLine, { items, semis }: Prices): number | null =>
  (itemId === null ? semis.get(dishId ?? 0)?.cost : items.get(itemId)?.cost) ?? null;

export const amountOf = (line: DraftLine, prices: Prices): TypedAmount =>
  typedAmount(line.amount, measuredBy(line, prices));

/** What a line costs, in billionths of a kopeck; a sentence where that is not known. */
export function lineWorth(
  line: DraftLine,
  prices: Prices,
): { worth: bigint; question?: never } | { worth?: never; question: string } {
  if (line.skipped) return { worth: 0n };
  const measured = measuredBy(line, prices);
  if (!measured) return { question: 'Не выбрана позиция' };
  const typed = amountOf(line, prices);
  if (typed.error !== undefined) return { question: typed.error };
  const stated = line.quantity === null ? undefined : billionthsOf(line.quantity);
  const { quantity, question } = stated === undefined ? quantityOf(typed, measured) : { quantity: stated };
  if (quantity === undefined) return { question: question ?? '' };
  const cost = costOf(line, prices);
  return cost === null ? { question: 'Нет цены закупки' } : { worth: worthOf(quantity, Math.round(cost * 100)) };
}

export interface DraftWorth {
  /** Roubles; null while something is missing. */
  cost: number | null;
  questions: number;
}

/** What one portion costs, or one unit of a semi-product. */
export function draftWorth(lines: readonly DraftLine[], made: string, prices: Prices): DraftWorth {
  const worths = lines.map((line) => lineWorth(line, prices));
  const questions = worths.filter(({ worth }) => worth === undefined).length;
  const servings = billionthsOf(made.trim().replace(',', '.'));
  if (questions > 0 || lines.length === 0 || !servings) return { cost: null, questions };
  const whole = worths.reduce((sum, { worth }) => sum + (worth ?? 0n), 0n);
  return { cost: kopecksOf(divided(whole * BILLION, servings)) / 100, questions };
}

export const roublesOf = (worth: bigint): number => kopecksOf(worth) / 100;

/** What of the price is left, in per cent. */
export const marginOf = (cost: number | null, price: number | null): number | null =>
  cost === null || !price ? null : Math.round(((price - cost) * 1000) / price) / 10;

export function inputOf(line: DraftLine, prices: Prices): IngredientInput {
  const { amount, unit } = amountOf(line, prices);
  const { text, itemId, dishId, skipped, quantity } = line;
  return { text, amount, unit, item_id: itemId, dish_id: dishId, skipped, ...(quantity !== null && { quantity }) };
}

/** A semi-product as the search of items finds it; its number is below zero. */
export const semiAsItem = ({ id, name, unit, cost }: Dish): ShownItem => ({
  id: -id,
  name,
  category: 'Заготовка',
  unit: unit ?? 'шт',
  cost,
  article: null,
  ean: null,
  codes: [],
  group: 'other',
  quantity: 0,
  expected: null,
  par: null,
  volume_ml: null,
  weight_empty_g: null,
  weight_full_g: null,
  density_g_per_ml: null,
  updated_at: '',
  changed_at: null,
});

export const dayText = (day: string): string => (day === '' ? 'всегда' : `с ${day.split('-').reverse().join('.')}`);
export const percentText = (percent: number | null): string =>
  percent === null ? '—' : `${percent.toLocaleString('ru-RU')} %`;
