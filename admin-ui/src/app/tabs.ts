import { type ComponentType, lazy } from 'react';
import type { IconName } from '../ui/icons.ts';

export interface Tab {
  /** Beneath /admin; the overview is /admin itself. */
  path: string;
  label: string;
  icon: IconName;
  /** After `g`; the key's place, so that the Russian layout works the same. */
  code: string;
  page: ComponentType;
}

const page = (load: () => Promise<{ default: ComponentType }>): ComponentType => lazy(load);

/** In their order. */
export const tabs: Tab[] = [
  {
    path: '',
    label: 'Обзор',
    icon: 'overview',
    code: 'KeyO',
    page: page(() => import('../overview/OverviewPage.tsx')),
  },
  {
    path: 'users',
    label: 'Пользователи',
    icon: 'users',
    code: 'KeyU',
    page: page(() => import('../users/UsersPage.tsx')),
  },
  {
    path: 'tenants',
    label: 'Тенанты',
    icon: 'tenants',
    code: 'KeyT',
    page: page(() => import('../tenants/TenantsPage.tsx')),
  },
  { path: 'plans', label: 'Тарифы', icon: 'plans', code: 'KeyP', page: page(() => import('../plans/PlansPage.tsx')) },
  {
    path: 'subscriptions',
    label: 'Подписки',
    icon: 'subscriptions',
    code: 'KeyS',
    page: page(() => import('../subscriptions/SubscriptionsPage.tsx')),
  },
  {
    path: 'images',
    label: 'Образы',
    icon: 'images',
    code: 'KeyI',
    page: page(() => import('../images/ImagesPage.tsx')),
  },
  {
    path: 'email',
    label: 'Email Marketing',
    icon: 'email',
    code: 'KeyE',
    page: page(() => import('../email/EmailPage.tsx')),
  },
  {
    path: 'aliases',
    label: 'Глобальные алиасы',
    icon: 'aliases',
    code: 'KeyA',
    page: page(() => import('../aliases/AliasesPage.tsx')),
  },
  {
    path: 'cleanup',
    label: 'Очистка',
    icon: 'cleanup',
    code: 'KeyC',
    page: page(() => import('../cleanup/CleanupPage.tsx')),
  },
];

/** Beneath the tabs. */
export const otherPages: Tab[] = [
  {
    path: 'journal',
    label: 'Журнал',
    icon: 'journal',
    code: 'KeyL',
    page: page(() => import('../journal/JournalPage.tsx')),
  },
  {
    path: 'operations',
    label: 'Работы',
    icon: 'history',
    code: 'KeyW',
    page: page(() => import('../operations/OperationsPage.tsx')),
  },
  {
    path: 'backups',
    label: 'Резервные копии',
    icon: 'archive',
    code: 'KeyB',
    page: page(() => import('../backups/BackupsPage.tsx')),
  },
];

export const DIAGNOSTICS = '/test';
export const diagnostics: Tab = {
  path: DIAGNOSTICS,
  label: 'Диагностика',
  icon: 'diagnostics',
  code: 'KeyD',
  page: page(() => import('../diagnostics/DiagnosticsPage.tsx')),
};

export const ADMIN = '/admin';
export const allPages = [...tabs, ...otherPages, diagnostics];
export const addressOf = ({ path }: Pick<Tab, 'path'>): string =>
  path.startsWith('/') ? path : path === '' ? ADMIN : `${ADMIN}/${path}`;
