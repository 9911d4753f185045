import type { SalesKind } from '../../contract/sales.ts';

/** What a source is called until somebody names it. */
export const kindNames: Record<SalesKind, string> = {
  iiko: 'iiko',
  rkeeper: 'r_keeper',
  poster: 'Poster',
  moysklad: 'МойСклад',
  evotor: 'Эвотор',
  square: 'Square',
  toast: 'Toast',
  '1c': '1С',
  table: 'Таблица',
};
