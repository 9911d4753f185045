import type {
  AuditedTenant,
  AuditStats,
  CleanupResult,
  Evidence,
  QuarantineItem,
} from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { userStatusLabels } from '@ostatok/api/contract/labels.ts';
import { plural } from '@ostatok/kit/web/format.ts';

interface ActionText {
  label: string;
  /** The number of cases; at 0 there is nothing to clean up. */
  count?: (stats: AuditStats) => number;
}

/** The bulk cleanups, in the order of their buttons. */
export const cleanups: Record<CleanupAction, ActionText> = {
  orphaned_db: { label: 'Базы без заведений', count: ({ orphaned_db }) => orphaned_db },
  orphaned_containers: { label: 'Процессы без заведений', count: ({ orphaned_containers }) => orphaned_containers },
  test_tenants: { label: 'Тестовые тенанты', count: ({ test_tenants }) => test_tenants },
  fix_mismatches: { label: 'Исправить статусы' },
  deleted_tenants: { label: 'Удалённые тенанты', count: ({ deleted_tenants }) => deleted_tenants },
  orphaned_nginx: { label: 'Сайты без заведений', count: ({ orphaned_nginx }) => orphaned_nginx },
};

const results = {
  deleted: 'Удалено',
  removed: 'Убрано',
  fixed: 'Исправлено',
  found: 'Найдено',
  checked: 'Проверено',
} as const;

/** Formats «Удалено: 3», «Найдено: 4». */
export const resultLines = (result: CleanupResult): string[] =>
  (Object.keys(results) as (keyof typeof results)[])
    .filter((key) => result[key] !== undefined)
    .map((key) => `${results[key]}: ${result[key]?.toLocaleString('ru-RU')}`);

export const tones = { active: 'good', creating: 'warn', suspended: 'bad', deleted: 'plain' } as const;
export const dockerStatuses: Record<AuditedTenant['docker_status'], string> = {
  running: 'Работает',
  exited: 'Завершился',
  not_found: 'Нет',
};
export const userStatuses: Record<AuditedTenant['user_status'], string> = {
  ...userStatusLabels,
  deleted: 'Удалён',
};
export const sources: Record<Evidence['source'], string> = { database: 'База', host: 'Сервер', ingress: 'Адрес' };
export const quarantineStatuses: Record<QuarantineItem['status'], string> = {
  kept: 'Хранится',
  taking: 'Убирается',
  restoring: 'Возвращается',
  restored: 'Возвращено',
  purging: 'Стирается',
  purged: 'Стёрто',
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Formats «6 дней», «5 часов», «меньше часа». */
export function leftText(until: string, now = Date.now()): string {
  const ms = Date.parse(until) - now;
  if (ms < HOUR_MS) return 'меньше часа';
  const [count, words] =
    ms < 2 * DAY_MS
      ? ([Math.floor(ms / HOUR_MS), ['час', 'часа', 'часов']] as const)
      : ([Math.floor(ms / DAY_MS), ['день', 'дня', 'дней']] as const);
  return `${count} ${plural(count, [...words])}`;
}
