import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { UpdateItem } from '../../contract/items.ts';
import { searchName } from '../search-name.ts';
import type { ItemRow } from '../tables.ts';
import { codesFrom, eanFrom } from './item-codes.ts';
import { groupOf } from './item-groups.ts';
import type { ItemFields } from './items.queries.ts';

const blankToNull = (text: string | null): string | null => text?.trim() || null;

/** Returns the given fields in the form of the columns. Throws InvalidInput for an invalid barcode. */
export function columnsOf(input: UpdateItem): ItemFields {
  const { name, article, ean, codes, category, cost, ...rest } = input;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as ItemFields;
  if (name !== undefined) Object.assign(given, { name, search_name: searchName(name) });
  if (article !== undefined) given.article = blankToNull(article);
  if (ean !== undefined) given.ean = ean?.trim() ? eanFrom(ean) : null;
  if (codes !== undefined) given.codes = codesFrom(codes);
  if (category !== undefined) given.category = category.trim();
  if (cost !== undefined) given.cost = cost === null ? null : Math.round(cost * 100);
  return given;
}

export function checkWeights(row: { weight_empty_g?: unknown; weight_full_g?: unknown }): void {
  if (row.weight_empty_g == null || row.weight_full_g == null) return;
  if (Number(row.weight_full_g) <= Number(row.weight_empty_g)) {
    throw new InvalidInput('Полная бутылка тяжелее пустой', { weight_full_g: 'Больше веса пустой' });
  }
}

/** Updates the group by category and name, unless a user has chosen it. */
export function regrouped(before: ItemRow, fields: ItemFields): ItemFields {
  if (fields.group || before.group !== groupOf(before.category, before.name)) return fields;
  return { ...fields, group: groupOf(fields.category ?? before.category, fields.name ?? before.name) };
}
