import { Flags } from '@oclif/core';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';

const number = (description: string) => Flags.string({ description, helpValue: 'ЧИСЛО' });
const text = (description: string) => Flags.string({ description, helpValue: 'ТЕКСТ' });

/**
 * Flags for the fields of an alias; a missing flag is not sent, an empty one clears the field. The platform validates
 * the values.
 */
export const aliasFlags = {
  description: text('название'),
  brand: text('бренд'),
  category: text('категория'),
  subcategory: text('подкатегория'),
  volume: number('объём, мл'),
  empty: number('вес пустой, г'),
  full: number('вес полной, г'),
  density: number('плотность, г/мл'),
  alcohol: number('крепость, %'),
  manufacturer: text('производитель'),
  country: text('страна'),
};
type Given = { [name in keyof typeof aliasFlags]?: string | undefined };

/** Converts the flags to the API's fields. Numbers stay texts, which the platform reads; `0,95` is accepted. */
export function aliasFieldsOf(flags: Given): Partial<AliasInput> {
  const number = (given: string | undefined): string | undefined => given?.replace(',', '.');
  const fields = {
    description: flags.description,
    brand: flags.brand,
    category: flags.category,
    subcategory: flags.subcategory,
    volume_ml: number(flags.volume),
    weight_empty_g: number(flags.empty),
    weight_full_g: number(flags.full),
    density_g_per_ml: number(flags.density),
    alcohol_percent: number(flags.alcohol),
    manufacturer: flags.manufacturer,
    country_origin: flags.country,
  };
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, value === '' ? null : value]));
}
