import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { PhoneItem } from '../offline/catalogue.ts';
import { exact } from '../offline/operations.ts';

interface Pack {
  amount: number;
  label: string;
}

/** Converts a number of bottles or pieces into the item's unit; null when its size is unknown. */
export function packSizeOf({ unit, volume_ml }: PhoneItem, pack: number): Pack | null {
  const name = pack > 1 ? 'Ящик' : 'Бутылка';
  if (unit === 'шт') {
    return pack > 1 ? { amount: pack, label: `Ящик ${pack}\u00a0шт` } : { amount: 1, label: '1\u00a0шт' };
  }
  if (unit !== 'л' || !volume_ml) return null;
  const bottle = formatQuantity(volume_ml / 1000, 'л');
  const label = pack > 1 ? `${name} ${pack}\u00a0×\u00a0${bottle}` : `${name} ${bottle}`;
  return { amount: exact((pack * volume_ml) / 1000), label };
}

/** The amounts to add by one tap: a bottle, and the cases whose codes the item has, the scanned one first. */
export function packSizesOf(item: PhoneItem, scanned: number): Pack[] {
  const sizes = [...(scanned > 1 ? [scanned] : []), 1, ...item.codes.map(({ pack }) => pack)];
  return [...new Set(sizes)].flatMap((pack) => packSizeOf(item, pack) ?? []).slice(0, 3);
}
