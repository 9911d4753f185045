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
  /** Fetches the page's own files, so that they are there when it is opened. */
  prepare: () => void;
}

type Load = () => Promise<{ default: ComponentType }>;

/** A line that breaks for a moment is no reason to say that the page is broken. */
const PAUSES_MS = [500, 2000];

async function loadSurely(load: Load, pauses = PAUSES_MS): ReturnType<Load> {
  try {
    return await load();
  } catch (error) {
    const [pause, ...rest] = pauses;
    if (pause === undefined) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loadSurely(load, rest);
  }
}

function page(load: Load): Pick<Tab, 'page' | 'prepare'> {
  let loading: ReturnType<Load> | undefined;
  const once = (): ReturnType<Load> => {
    loading ??= loadSurely(load);
    // whoever opens the page is told, and may try anew
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return { page: lazy(once), prepare: () => void once().catch(() => undefined) };
}

/** In their order. */
export const tabs: Tab[] = [
  {
    path: '',
    label: 'Обзор',
    icon: 'overview',
    code: 'KeyO',
    ...page(() => import('../overview/OverviewPage.tsx')),
  },
  {
    path: 'users',
    label: 'Пользователи',
    icon: 'users',
    code: 'KeyU',
    ...page(() => import('../users/UsersPage.tsx')),
  },
  {
    path: 'tenants',
    label: 'Тенанты',
    icon: 'tenants',
    code: 'KeyT',
    ...page(() => import('../tenants/TenantsPage.tsx')),
  },
  { path: 'plans', label: 'Тарифы', icon: 'plans', code: 'KeyP', ...page(() => import('../plans/PlansPage.tsx')) },
  {
    path: 'subscriptions',
    label: 'Подписки',
    icon: 'subscriptions',
    code: 'KeyS',
    ...page(() => import('../subscriptions/SubscriptionsPage.tsx')),
  },
  {
    path: 'images',
    label: 'Образы',
    icon: 'images',
    code: 'KeyI',
    ...page(() => import('../images/ImagesPage.tsx')),
  },
  {
    path: 'email',
    label: 'Email Marketing',
    icon: 'email',
    code: 'KeyE',
    ...page(() => import('../email/EmailPage.tsx')),
  },
  {
    path: 'aliases',
    label: 'Глобальные алиасы',
    icon: 'aliases',
    code: 'KeyA',
    ...page(() => import('../aliases/AliasesPage.tsx')),
  },
  {
    path: 'cleanup',
    label: 'Очистка',
    icon: 'cleanup',
    code: 'KeyC',
    ...page(() => import('../cleanup/CleanupPage.tsx')),
  },
];

/** Beneath the tabs. */
export const otherPages: Tab[] = [
  {
    path: 'journal',
    label: 'Журнал',
    icon: 'journal',
    code: 'KeyL',
    ...page(() => import('../journal/JournalPage.tsx')),
  },
  {
    path: 'operations',
    label: 'Работы',
    icon: 'history',
    code: 'KeyW',
    ...page(() => import('../operations/OperationsPage.tsx')),
  },
  {
    path: 'backups',
    label: 'Резервные копии',
    icon: 'archive',
    code: 'KeyB',
    ...page(() => import('../backups/BackupsPage.tsx')),
  },
];

/** Reached from the pages they belong to. */
const innerPages: Tab[] = [
  {
    path: 'security-log',
    label: 'Безопасность',
    icon: 'journal',
    code: 'KeyY',
    ...page(() => import('../security/SecurityLogPage.tsx')),
  },
];

export const DIAGNOSTICS = '/test';
export const diagnostics: Tab = {
  path: DIAGNOSTICS,
  label: 'Диагностика',
  icon: 'diagnostics',
  code: 'KeyD',
  ...page(() => import('../diagnostics/DiagnosticsPage.tsx')),
};

export const ADMIN = '/admin';
export const allPages = [...tabs, ...otherPages, ...innerPages, diagnostics];
export const addressOf = ({ path }: Pick<Tab, 'path'>): string =>
  path.startsWith('/') ? path : path === '' ? ADMIN : `${ADMIN}/${path}`;

/** The page that the address is of. */
export const pageAt = (pathname: string): Tab | undefined =>
  allPages.findLast((tab) => pathname === addressOf(tab) || pathname.startsWith(`${addressOf(tab)}/`));
