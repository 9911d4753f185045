import test from 'ava';
import { type AdminPages, adminTables, serveAdminPages } from './admin-pages.ts';

export const TABS = [
  'Обзор',
  'Пользователи',
  'Тенанты',
  'Тарифы',
  'Подписки',
  'Образы',
  'Email Marketing',
  'Глобальные алиасы',
  'Очистка',
];

export let pages: AdminPages;
export const tables = adminTables();
const activity = (description: string) => ({ id: 1, description, timestamp: '2026-11-21T10:00:00Z' });
export const stats = {
  totalUsers: 12_040,
  totalTenants: 930,
  activeTenants: 871,
  activeSubscriptions: 640,
  mrr: 1_273_600.5,
  recentActivity: [activity('Тариф «Старт» изменён')],
};
export const months = [
  { month: '2026-10', users: 90, tenants: 40, mrr: 9900, new_users: 9, new_tenants: 4 },
  { month: '2026-11', users: 100, tenants: 41, mrr: 12_340, new_users: 10, new_tenants: 1 },
];

/** Starts the file's pages before its tests and stops it after them. */
export function setUpAdminPages(): void {
  test.before(async () => {
    pages = await serveAdminPages(tables.all);
    pages.answers['GET /admin/stats'] = () => [200, { success: true, stats }];
    pages.answers['GET /admin/stats/growth'] = [200, { success: true, months }];
  });
  test.after.always(() => pages?.stop());
}
