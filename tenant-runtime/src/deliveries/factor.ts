import { measuresOf } from '@ostatok/kit/names/measures.ts';
import { unitOf } from '../items/written-units.ts';
import type { DeliveryLineRow, ItemRow } from '../tables.ts';
import { isSameVolume, LITRE_ML } from './volumes.ts';

type Line = Pick<DeliveryLineRow, 'name' | 'volume_ml'> & { unit: string };
type Item = Pick<ItemRow, 'unit' | 'volume_ml'>;

/** Reads «0,7 л», «700 мл» or «0.7» at the end of a name; undefined where it says nothing clear. */
function volumeIn(name: string | null): number | undefined {
  const match = /(\d+(?:[.,]\d+)?)\s*(л|мл|ml|l)(?![\p{L}\d])/iu.exec(name ?? '');
  if (!match) return undefined;
  const amount = Number((match[1] ?? '').replace(',', '.'));
  const millilitres = /^(мл|ml)$/i.test(match[2] ?? '') ? amount : amount * LITRE_ML;
  return millilitres >= 10 && millilitres <= 100_000 ? millilitres : undefined;
}

/** A name such as «Тоник 0,2л*24» may be of a case or of a bottle from it. */
const isOfPack = (name: string | null): boolean => (measuresOf(name ?? '').measures.pack ?? 1) > 1;

/**
 * Returns how many units of an item one unit of the document is; null where a person has to say it, as of a case whose
 * contents nobody has written down, and of a bottle that is not the item's.
 */
export function factorOf({ unit, name, volume_ml }: Line, item: Item): number | null {
  const written = unitOf(unit);
  if (!written || written.package) return null;
  if (written.unit === 'шт' && item.unit !== 'кг' && isOfPack(name)) return null;
  if (written.unit === item.unit) return written.factor;
  const said = volume_ml ?? volumeIn(name);
  const millilitres = said ?? item.volume_ml;
  if (!millilitres || !isSameVolume(millilitres, item.volume_ml)) return null;
  if (written.unit === 'шт' && item.unit === 'л') return millilitres / LITRE_ML;
  if (written.unit === 'л' && item.unit === 'шт') return (written.factor * LITRE_ML) / millilitres;
  return null;
}
