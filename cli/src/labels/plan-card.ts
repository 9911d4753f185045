import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { orNone, roubles, yesNo } from '../output/format.ts';

const share = (most: number | null, unit: string): string =>
  most === null ? 'как у всех' : `до ${most} ${unit}`.trimEnd();

/** The details of a plan, line by line. */
export const planCard = (plan: AdminPlan): [string, string][] => [
  ['Код', plan.name],
  ['Название', plan.display_name],
  ['Описание', orNone(plan.description)],
  ['Цена в месяц', roubles(plan.price_monthly)],
  ['Цена в год', plan.price_yearly === null ? '—' : roubles(plan.price_yearly)],
  ['Скидка', `${orNone(plan.discount_percent)} %`],
  ['Заведений', String(plan.max_instances)],
  ['Сотрудников в заведении', String(plan.max_users_per_instance)],
  ['Место', `${plan.max_storage_mb} МБ`],
  ['Память заведения', share(plan.max_memory_mb, 'МБ')],
  ['Процессор заведения', share(plan.max_cpu_percent, '% ядра')],
  ['Процессов заведения', share(plan.max_tasks, '')],
  ['На главной', yesNo(plan.is_public)],
  ['Выделен', yesNo(plan.is_featured)],
  ['В архиве', yesNo(plan.is_archived)],
  ['Действующих подписок', String(plan.active_subscriptions)],
  ...plan.features.map(({ text }, index): [string, string] => [index === 0 ? 'Возможности' : '', `· ${text}`]),
];
