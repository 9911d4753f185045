import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import type { DemoItem } from './demo-items.ts';

/** The demo bar's own bottles as the catalogue has them. */
export const demoAliases = (items: DemoItem[]): AliasInput[] =>
  items.flatMap(({ ean, name, category, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml }) =>
    ean ? [{ ean, description: name, category, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml }] : [],
  );
