import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { OperationItemStatus, OperationKind, OperationStatus } from '@ostatok/api/contract/operations.ts';

export const kinds: Record<OperationKind, string> = {
  alias_push: 'Отправка алиасов',
  alias_names: 'Подготовка поиска',
  update_all: 'Обновление тенантов',
  host_move: 'Переезд тенантов',
  image_build: 'Сборка образа',
  cleanup: 'Очистка',
  backup: 'Резервные копии',
  restore: 'Восстановление',
  diagnostics: 'Диагностика',
};
export const statuses: Record<OperationStatus, string> = {
  queued: 'В очереди',
  running: 'Идёт',
  paused: 'На паузе',
  done: 'Готово',
  failed: 'Не удалась',
  canceled: 'Отменена',
};
export const itemStatuses: Record<OperationItemStatus, string> = {
  failed: 'Не удалось',
  running: 'Идёт',
  waiting: 'Ждёт',
  done: 'Готово',
  skipped: 'Пропущено',
};
export const tones = {
  queued: 'plain',
  running: 'warn',
  paused: 'warn',
  done: 'good',
  failed: 'bad',
  canceled: 'plain',
} as const;
export const itemTones = { failed: 'bad', running: 'warn', waiting: 'plain', done: 'good', skipped: 'plain' } as const;

export const number = (value: number): string => value.toLocaleString('ru-RU');
export const pastOf = ({ done, failed, skipped }: Operation): number => done + failed + skipped;
/** Formats «12 из 40, не удалось: 1». */
export const progressText = (operation: Operation): string =>
  `${number(pastOf(operation))} из ${number(operation.total)}${operation.failed > 0 ? `, не удалось: ${number(operation.failed)}` : ''}`;
export const msText = (ms: number | null): string => (ms === null ? '—' : `${number(Math.round(ms))}\u00a0мс`);
