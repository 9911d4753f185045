import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import { moment, orNone } from './format.ts';

/** The names of an alias's fields for people. */
export const aliasFieldLabels: Record<string, string> = {
  ean: 'Штрихкод',
  description: 'Название',
  brand: 'Бренд',
  category: 'Категория',
  subcategory: 'Подкатегория',
  volume_ml: 'Объём, мл',
  weight_empty_g: 'Вес пустой, г',
  weight_full_g: 'Вес полной, г',
  density_g_per_ml: 'Плотность, г/мл',
  alcohol_percent: 'Крепость, %',
  manufacturer: 'Производитель',
  country_origin: 'Страна',
};

/** What there is to say of a bottle, line by line. */
export const aliasCard = (alias: Alias): [string, string][] => [
  ...Object.entries(aliasFieldLabels).map(([name, label]): [string, string] => [
    label,
    orNone(alias[name as keyof Alias]),
  ]),
  ['Изменён', moment(alias.updated_at)],
  ['Номер', String(alias.id)],
];
