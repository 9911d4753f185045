import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { type DemoItem, ownBarcode } from './demo-items.ts';

type Bottle = [name: string, category: string, volume: number, empty: number, density: number, alcohol: number];

/** Bottles that the demo bar does not have: scanning one creates an item with all its known data. */
const others: Bottle[] = [
  ['Джин Гордонс', 'Крепкий алкоголь', 700, 430, 0.95, 37.5],
  ['Ром Гавана Клуб 3 года', 'Крепкий алкоголь', 700, 470, 0.95, 40],
  ['Виски Балантайнс Файнест', 'Крепкий алкоголь', 700, 460, 0.95, 40],
  ['Текила Эсполон Бланко', 'Крепкий алкоголь', 750, 610, 0.95, 40],
  ['Ликёр Самбука Молинари', 'Крепкий алкоголь', 700, 520, 1.04, 40],
  ['Вино Рислинг Усадьба Дивноморское', 'Вино', 750, 540, 0.99, 12.5],
];

/** The demo platform's catalogue: the demo bar's items and a few more bottles. */
export function demoAliases(items: DemoItem[]): AliasInput[] {
  const known = items.flatMap(({ ean, name, category, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml }) =>
    ean ? [{ ean, description: name, category, volume_ml, weight_empty_g, weight_full_g, density_g_per_ml }] : [],
  );
  const further = others.map(
    ([description, category, volume_ml, weight_empty_g, density_g_per_ml, percent], index) => ({
      ean: ownBarcode(items.length + index + 1),
      description,
      category,
      volume_ml,
      weight_empty_g,
      weight_full_g: weight_empty_g + volume_ml * density_g_per_ml,
      density_g_per_ml,
      alcohol_percent: percent,
    }),
  );
  return [...known, ...further];
}
