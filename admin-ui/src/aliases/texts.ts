import { type AliasImportField, aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasFacts } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasAction } from '@ostatok/api/contract/catalogue.ts';

export type FieldName = keyof AliasFacts;

export const fieldNames = Object.keys(aliasFieldLabels) as AliasImportField[];

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
