import type { AliasAction, AliasFields } from '@ostatok/api/contract/catalogue.ts';

export type FieldName = keyof AliasFields;

export const fieldLabels: Record<FieldName, string> = {
  ean: 'Штрихкод',
  description: 'Название',
  volume_ml: 'Объём, мл',
  weight_empty_g: 'Вес пустой, г',
  weight_full_g: 'Вес полной, г',
  density_g_per_ml: 'Плотность, г/мл',
  alcohol_percent: 'Крепость, %',
  brand: 'Бренд',
  category: 'Категория',
  subcategory: 'Подкатегория',
  manufacturer: 'Производитель',
  country_origin: 'Страна',
};

/** As a person reads a bottle: what it is first. */
export const fieldNames = Object.keys(fieldLabels) as FieldName[];

export const fieldText = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '—';
  return typeof value === 'number' ? value.toLocaleString('ru-RU', { maximumFractionDigits: 4 }) : value;
};

export const actionTexts: Record<AliasAction, string> = {
  created: 'Создан',
  updated: 'Изменён',
  deleted: 'Удалён',
  reverted: 'Возвращён',
  imported: 'Загружен из файла',
  proposal: 'По предложению',
};
