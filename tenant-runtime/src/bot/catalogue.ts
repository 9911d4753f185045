import { type CreateItem, MAX_NAME, updateItemSchema } from '../../contract/items.ts';
import type { Alias } from '../platform/platform-client.ts';

/** Returns the platform catalogue's name for the alias, or an empty string where it has none. */
export const aliasName = ({ description, brand }: Alias): string =>
  String(description || brand || '')
    .trim()
    .slice(0, MAX_NAME);

const facts = ['category', 'volume_ml', 'weight_empty_g', 'weight_full_g', 'density_g_per_ml'] as const;

/** A further code of a product, such as a case's, is one of the item: the item is the bottle. */
function codesOf({ ean, pack, product_ean }: Alias): Partial<CreateItem> {
  const given = { ean: product_ean, codes: [{ ean, pack }] };
  return product_ean && updateItemSchema.isValidSync(given) ? updateItemSchema.cast(given) : {};
}

/**
 * Returns the catalogue's facts about the bottle that are valid for an item, without weights that contradict each
 * other.
 */
export function aliasFacts(alias: Alias): Partial<CreateItem> {
  const sound: Partial<CreateItem> = codesOf(alias);
  for (const fact of facts) {
    const given = { [fact]: alias[fact] ?? undefined };
    if (updateItemSchema.isValidSync(given)) Object.assign(sound, given);
  }
  const { weight_empty_g: empty, weight_full_g: full, ...rest } = sound;
  return empty != null && full != null && full <= empty ? rest : sound;
}
