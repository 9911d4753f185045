import { uuid5 } from '@ostatok/kit/node/uuid5.ts';
import type { ChangeInput, Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import type { CountEntryInput } from '@ostatok/tenant-runtime/contract/counts.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import type { DemoItem } from './demo-items.ts';

/** The namespace of everything written into the demo tenant; any fixed UUID would do. */
const NAMESPACE = '0d5b1f3e8c7a4d6293e1b2c4f5a60718';
/** The same name always gives the same id, so that a start that continues an earlier one writes nothing twice. */
export const demoId = (name: string): string => uuid5(NAMESPACE, name);

/** The number of days since the bar began to use the service. */
const DAYS = 14;
const DAY_MS = 86_400_000;
/** Evenings begin at eight in Moscow. */
const EVENING_UTC = 17;
const EVENING_MINUTES = 230;

const rounded = (quantity: number, unit: Unit): number =>
  unit === 'шт' ? Math.max(1, Math.round(quantity)) : Math.max(0.05, Math.round(quantity * 20) / 20);
const thousandths = (quantity: number): number => Math.round(quantity * 1000) / 1000;

interface Event {
  item: DemoItem;
  /** How many days ago. */
  day: number;
  delta: number;
  reason?: Reason;
  note?: string;
}

/** Spilled, broken and comped items. */
const losses: Record<string, Omit<Event, 'item'>[]> = {
  'Виски Джемесон': [{ day: 6, delta: -0.1, reason: 'comp', note: 'угостили именинника' }],
  'Водка Царская Оригинальная': [{ day: 9, delta: -0.5, reason: 'waste', note: 'разбили бутылку' }],
  Апероль: [{ day: 4, delta: -0.15, reason: 'comp' }],
  'Просекко Мартини': [{ day: 2, delta: -0.75, reason: 'transfer', note: 'в летний бар' }],
  'Молоко 3,2 %': [{ day: 5, delta: -2, reason: 'waste', note: 'скисло' }],
  'Мята свежая': [{ day: 3, delta: -0.1, reason: 'waste', note: 'завяла' }],
  Лимон: [{ day: 8, delta: -0.4, reason: 'waste' }],
  'Пиво Корона Экстра 0,33': [{ day: 1, delta: -2, reason: 'waste', note: 'бой' }],
};

/** The discrepancies found by the count, by item. */
const found: Record<string, number> = {
  'Виски Джемесон': -0.15,
  'Водка Белуга': -0.25,
  'Джин Бомбей Сапфир': -0.1,
  'Ром Капитан Морган': 0.05,
  Апероль: -0.2,
  'Пиво Гиннесс кег': -0.5,
  'Кока-Кола 0,25 стекло': -2,
  'Кофе в зёрнах Арабика': -0.15,
  'Ред Булл 0,25': 1,
};

function eventsOf(item: DemoItem, index: number): Event[] {
  const isUsed = (day: number): boolean => (index * 7 + day * 3) % 5 < 2;
  const events: Event[] = (losses[item.name] ?? []).map((loss) => ({ item, ...loss }));
  for (let day = DAYS - 1; day >= 1; day -= 1) {
    if (isUsed(day))
      events.push({ item, day, delta: -rounded(item.par * (0.02 + ((index + day) % 4) * 0.015), item.unit) });
  }
  if (index % 3 === 0) events.push({ item, day: 7, delta: rounded(item.par * 0.25, item.unit), note: 'поставка' });
  const moved = events.reduce((sum, { delta }) => sum + delta, 0);
  const opening = thousandths(item.quantity - (found[item.name] ?? 0) - moved);
  return [{ item, day: DAYS, delta: opening, note: 'начальный остаток' }, ...events];
}

/** Refers to an item by its name, because the tenant assigns the ids. */
type Of<Input> = Omit<Input, 'itemId'> & { name: string };

/** Two weeks of evenings up to yesterday, the oldest first. They add up to each item's expected quantity. */
export function demoChanges(items: DemoItem[], now: Date): Of<ChangeInput>[] {
  return items
    .flatMap(eventsOf)
    .map(({ item, day, delta, reason, note }, order) => {
      const at = new Date(now.getTime() - day * DAY_MS);
      at.setUTCHours(EVENING_UTC, (order * 37) % EVENING_MINUTES, 0, 0);
      const isScanned = item.ean !== undefined && reason === undefined && order % 3 === 0;
      return {
        name: item.name,
        id: demoId(`change ${item.name} ${day} ${delta}`),
        delta: thousandths(delta),
        at,
        reason,
        note,
        source: isScanned ? ('scanner' as const) : ('web' as const),
        method: isScanned ? ('scanned' as const) : ('typed' as const),
        confirmed: true,
      };
    })
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** The bar's areas, and the categories that are counted in each. */
export const demoAreas = [
  { name: 'Бар', categories: ['Крепкий алкоголь', 'Вино'] },
  { name: 'Холодильник', categories: ['Пиво', 'Безалкогольные'] },
  { name: 'Кухня и склад', categories: ['Кухня', 'Расходники'] },
];
const areaOf = ({ category }: DemoItem): string =>
  demoAreas.find(({ categories }) => categories.includes(category ?? ''))?.name ?? '';

/** Full bottles are counted, and the open one is weighed. */
function weighedApart({ quantity, volume_ml, weight_empty_g, density_g_per_ml }: DemoItem) {
  if (!volume_ml || !weight_empty_g || !density_g_per_ml) return { whole: quantity };
  const millilitres = Math.round(quantity * 1000);
  const open = millilitres % volume_ml;
  const grossWeightG = Math.round((weight_empty_g + open * density_g_per_ml) * 10) / 10;
  return { whole: (millilitres - open) / 1000, ...(open > 0 && { grossWeightG }) };
}

/** The quantity found of every item, by area. */
export function demoEntries(items: DemoItem[]): (Of<CountEntryInput> & { area: string })[] {
  return items.flatMap((item) => {
    const { whole, grossWeightG } = weighedApart(item);
    const common = { name: item.name, area: areaOf(item), confirmed: true };
    const counted = { ...common, id: demoId(`counted ${item.name}`), quantity: whole, source: 'scanner' as const };
    if (grossWeightG === undefined) return [counted];
    return [counted, { ...common, id: demoId(`weighed ${item.name}`), grossWeightG, source: 'scales' as const }];
  });
}
