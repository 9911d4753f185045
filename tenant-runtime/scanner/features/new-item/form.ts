import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import type { NewItem } from '../../offline/operations.ts';

export interface NewItemForm {
  ean: string;
  /** The product's main code, where `ean` is another one of it that means so many bottles. */
  product?: { ean: string; pack: number } | undefined;
  name: string;
  unit: Unit;
  category: string;
  /** Millilitres, as typed. */
  volume: string;
  weights: Pick<NewItem, 'weight_empty_g' | 'weight_full_g' | 'density_g_per_ml'>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** Prefills the form with the global catalogue's data for the code. */
export function formOf(ean: string, alias: Record<string, unknown> = {}): NewItemForm {
  const volume = numberOf(alias.volume_ml);
  return {
    ean,
    ...(alias.product_ean ? { product: { ean: textOf(alias.product_ean), pack: numberOf(alias.pack) ?? 1 } } : {}),
    name: textOf(alias.description) || textOf(alias.name),
    unit: 'л',
    category: textOf(alias.category),
    volume: volume ? String(volume) : '',
    weights: {
      weight_empty_g: numberOf(alias.weight_empty_g),
      weight_full_g: numberOf(alias.weight_full_g),
      density_g_per_ml: numberOf(alias.density_g_per_ml),
    },
  };
}

/** Applies the server's rules with short error texts. */
export function checkForm({ name, volume }: NewItemForm): { name?: string; volume?: string } {
  const errors: { name?: string; volume?: string } = {};
  if (!name.trim()) errors.name = 'Введите название';
  else if (name.trim().length > 200) errors.name = 'Не длиннее 200 знаков';
  const millilitres = Number(volume);
  if (volume && !(Number.isInteger(millilitres) && millilitres > 0 && millilitres <= 1_000_000)) {
    errors.volume = 'Целое число миллилитров';
  }
  return errors;
}

/** A case's code is a further one: the item is the bottle. */
const codesOf = ({ ean, product }: NewItemForm): Pick<NewItem, 'ean' | 'codes'> => {
  if (product) return { ean: product.ean, codes: [{ ean, pack: product.pack }] };
  return ean ? { ean } : {};
};

export function itemOf(form: NewItemForm): NewItem {
  const { name, unit, category, volume, weights } = form;
  return {
    name: name.trim(),
    unit,
    category: category.trim().slice(0, 100),
    ...codesOf(form),
    ...(volume && unit !== 'кг' ? { volume_ml: Number(volume) } : {}),
    ...(unit === 'шт' ? {} : weights),
  };
}
