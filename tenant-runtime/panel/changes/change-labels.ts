import { plural } from '@ostatok/kit/web/format.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { Method, Reason, Source } from '@ostatok/tenant-runtime/contract/changes.ts';

/** The Russian labels of a change's source. */
export const sourceLabels: Record<Source, string> = {
  bot: 'Чат',
  web: 'Панель',
  scanner: 'Сканер',
  scales: 'Весы',
  import: 'Excel',
  count: 'Подсчёт',
  delivery: 'Поставка',
};

/** The Russian labels of the method by which the quantity was measured. */
export const methodLabels: Record<Method, string> = {
  typed: 'вручную',
  scanned: 'по штрихкоду',
  weighed: 'взвешено',
};

export const reasonLabels: Record<Reason, string> = {
  waste: 'Списание',
  comp: 'Угощение',
  transfer: 'Перемещение',
};

/** Formats «Панель, вручную». */
export const originOf = ({ source, method }: { source: Source; method: Method | null }): string =>
  method ? `${sourceLabels[source]}, ${methodLabels[method]}` : sourceLabels[source];

/** Formats «412 позиций» for an import that is folded into one line. */
export const importedWords = ({ changes }: NonNullable<ShownChange['imported']>): string =>
  `${changes.toLocaleString('ru-RU')} ${plural(changes, ['позиция', 'позиции', 'позиций'])}`;
