import { plural } from '@ostatok/kit/web/format.ts';
import type { Method, Reason, ShownChange, Source } from '@ostatok/tenant-runtime/contract/changes.ts';

/** Where a change came from, as people call it. */
export const sourceLabels: Record<Source, string> = {
  bot: 'Чат',
  web: 'Панель',
  scanner: 'Сканер',
  scales: 'Весы',
  import: 'Excel',
  count: 'Подсчёт',
};

/** By what means its quantity was given. */
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

/** «Панель, вручную» */
export const originOf = ({ source, method }: { source: Source; method: Method | null }): string =>
  method ? `${sourceLabels[source]}, ${methodLabels[method]}` : sourceLabels[source];

/** «412 позиций» of an import that one line stands for. */
export const importedWords = ({ changes }: NonNullable<ShownChange['imported']>): string =>
  `${changes.toLocaleString('ru-RU')} ${plural(changes, ['позиция', 'позиции', 'позиций'])}`;
