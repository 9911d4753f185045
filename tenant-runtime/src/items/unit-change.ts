import type { Unit } from '../../contract/items.ts';
import { MAX_QUANTITY } from '../../contract/limits.ts';
import type { ItemRow } from '../tables.ts';
import { unitRatio } from './unit-ratio.ts';

export const MOST_KOPECKS = 1_000_000_000;

const quantities = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 3 });
const moneyFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = (kopecks: number): string => `${moneyFormat.format(kopecks / 100)} ₽`;

type Kept = 'cost' | 'par' | 'expected';

const kept: [field: Kept, name: string, text: (value: number, unit: Unit) => string][] = [
  ['cost', 'цена', (value, unit) => `${money(value)} за ${unit}`],
  ['par', 'норма', (value, unit) => `${quantities.format(value)} ${unit}`],
  ['expected', 'по учёту', (value, unit) => `${quantities.format(value)} ${unit}`],
];

/** Returns a value in the new unit; null where it cannot be known or stored there. */
function converted(field: Kept, value: number, ratio: number | null): number | null {
  if (ratio === null) return null;
  const result = field === 'cost' ? Math.round(value / ratio) : Math.round(value * ratio * 1000) / 1000;
  return Math.abs(result) > (field === 'cost' ? MOST_KOPECKS : MAX_QUANTITY) ? null : result;
}

/** What is known of an item before its unit changes. */
export type UnitBefore = Pick<ItemRow, 'name' | 'unit' | 'volume_ml' | Kept>;
/** What is written with the new unit; `null` clears, and what is undefined stays. */
export type UnitColumns = Partial<Pick<ItemRow, 'unit' | 'volume_ml'>> & Partial<Record<Kept, unknown>>;

export interface UnitChange {
  /** What was kept in the former unit and is not given anew, in the new one; nulls where it cannot be converted. */
  fields: Partial<Record<Kept, number | null>>;
  /** A sentence about what has become of it. */
  note: string;
  /** The same before it is written; undefined where nothing was kept in the former unit. */
  plan: string | undefined;
}

/** Returns what another unit makes of an item; undefined where its unit stays. */
export function unitChangeOf(before: UnitBefore, columns: UnitColumns): UnitChange | undefined {
  const { unit, volume_ml = before.volume_ml } = columns;
  if (!unit || unit === before.unit) return undefined;
  const ratio = unitRatio(before.unit, unit, volume_ml ?? before.volume_ml);
  const fields: UnitChange['fields'] = {};
  const recounted: { was: string; now: string }[] = [];
  const cleared: string[] = [];
  for (const [field, name, text] of kept) {
    const value = before[field];
    if (value === null || columns[field] !== undefined) continue;
    const result = converted(field, Number(value), ratio);
    fields[field] = result;
    const was = text(Number(value), before.unit);
    if (result === null) cleared.push(`${name} (${was})`);
    else recounted.push({ was: `${name} ${was}`, now: text(result, unit) });
  }
  const said = ([done, nothing]: [string, string], then: string): string[] => [
    ...(recounted.length > 0
      ? [`${done}: ${recounted.map(({ was, now }) => `${was} — ${then} ${now}`).join(', ')}`]
      : []),
    ...(cleared.length > 0 ? [`${nothing}: ${cleared.join(', ')}`] : []),
  ];
  const plan = said(['Пересчитаем', 'Пересчитать нечем, очистим'], 'станет').join('. ');
  const done = said(['пересчитано', 'пересчитать нечем, очищено'], 'теперь');
  return { fields, note: [`«${before.name}» теперь в «${unit}»`, ...done].join('; '), plan: plan || undefined };
}
