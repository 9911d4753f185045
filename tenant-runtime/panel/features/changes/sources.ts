import type { Source } from '@ostatok/tenant-runtime/contract/changes.ts';

/** Where a change came from, as people call it. */
export const sourceLabels: Record<Source, string> = {
  bot: 'Чат',
  web: 'Панель',
  scanner: 'Сканер',
  scales: 'Весы',
  import: 'Excel',
  count: 'Подсчёт',
};
