import type { UnitChoice } from '../../contract/deliveries.endpoints.ts';
import type { Unit } from '../../contract/items.ts';
import { unitRatio } from '../items/unit-ratio.ts';
import type { DeliveryRow } from '../tables.ts';
import { statedWorth } from './costs.ts';
import type { LineWithItem } from './deliveries.queries.ts';
import { isSameVolume } from './volumes.ts';

type Counted = Pick<LineWithItem, 'unit' | 'quantity' | 'volume_ml'> & Pick<DeliveryRow, 'kind'>;

interface Item {
  unit: Unit;
  volume_ml: number | null;
}

const isWhole = (quantity: string): boolean => Number.isInteger(Number(quantity));

/**
 * Returns what the quantity of a line without a unit is in, where that needs no question. A supplier's table counts pieces
 * of what is counted by the piece, or is called by the volume of its bottle. An invoice of iiko counts in the unit that
 * its own list of products has, which nobody knows here.
 */
export function evidentUnit({ kind, quantity, volume_ml }: Counted, item: Item): Unit | null {
  if (kind === 'iiko_invoice') return null;
  return item.unit === 'шт' || (volume_ml !== null && isWhole(quantity)) ? 'шт' : null;
}

/** Returns the item's units in one of `unit`; null where only a person can know it. */
function ratioOf(unit: Unit, item: Item, said: number | null): number | null {
  const millilitres = said ?? item.volume_ml;
  const isOther = millilitres !== null && !isSameVolume(millilitres, item.volume_ml);
  return unitRatio(unit, item.unit, isOther ? null : millilitres);
}

const unitsFor = (unit: Unit): Unit[] => (unit === 'шт' ? ['шт', 'л', 'кг'] : ['шт', unit]);

interface Weighed {
  unit: Unit;
  ratio: number | null;
}

/** How far the cost of a unit would be from the known one. */
function jump(known: number, worth: number, stock: number): number {
  return Math.abs(Math.log(worth / stock / known));
}

/**
 * Chooses by the price that the item is known for; else a part of a bottle is measured, and whole numbers are pieces. What a
 * unit costs is what the document says, however much of it has come.
 */
function likeliest(line: LineWithItem, choices: readonly Weighed[]): Unit | undefined {
  const known = line.bought_for ?? line.item_cost;
  const worth = statedWorth(line);
  const possible = choices.flatMap(({ unit, ratio }) =>
    ratio === null ? [] : [{ unit, stock: Number(line.quantity) * ratio }],
  );
  if (known && worth && possible.length > 1) {
    const [first] = possible.toSorted((a, b) => jump(known, worth, a.stock) - jump(known, worth, b.stock));
    return first?.unit;
  }
  const isPieces = ({ unit }: { unit: Unit }): boolean => unit === 'шт';
  const measured = possible.find((choice) => !isPieces(choice));
  const pieces = possible.find(isPieces);
  return (isWhole(line.quantity) ? (pieces ?? measured) : (measured ?? pieces))?.unit;
}

/** Returns what the quantity of a line may be in; empty where the document, or the kind of item, says it. */
export function unitChoicesOf(line: LineWithItem): UnitChoice[] {
  const { unit, item_unit, item_volume_ml: volume_ml } = line;
  if (unit !== null || item_unit === null) return [];
  const item = { unit: item_unit, volume_ml };
  if (line.kind !== 'iiko_invoice' && item_unit === 'шт') return [];
  const choices = unitsFor(item_unit).map((one) => ({ unit: one, ratio: ratioOf(one, item, line.volume_ml) }));
  const likely = likeliest(line, choices);
  // where nothing has come, what the document says tells the choices apart
  const quantity = Number(line.came) || Number(line.quantity);
  return choices.map((choice) => ({
    unit: choice.unit,
    stock_quantity: choice.ratio === null ? null : Math.round(quantity * choice.ratio * 1000) / 1000,
    likely: choice.unit === likely,
  }));
}
