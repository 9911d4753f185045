import type { ImportField } from '@ostatok/tenant-runtime/contract/imports.ts';

/** The Russian labels of import fields. */
export const fieldLabels: Record<ImportField, string> = {
  name: 'Название',
  article: 'Артикул',
  ean: 'Штрихкод',
  category: 'Категория',
  group: 'Группа отчёта',
  unit: 'Единица',
  quantity: 'Есть сейчас',
  expected: 'По учёту',
  par: 'Норма',
  cost: 'Цена за единицу',
  cost_bottle: 'Цена за бутылку',
  volume_ml: 'Объём, мл',
  weight_empty_g: 'Вес пустой, г',
  weight_full_g: 'Вес полной, г',
  density_g_per_ml: 'Плотность',
};
