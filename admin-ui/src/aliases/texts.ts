import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import type { AliasFields } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasAction } from '@ostatok/api/contract/catalogue.ts';

export type FieldName = keyof AliasFields;

export const fieldNames = Object.keys(aliasFieldLabels) as FieldName[];

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
