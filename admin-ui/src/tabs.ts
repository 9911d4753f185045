import { type ComponentType, lazy } from 'react';
import type { IconName } from './ui/icons.ts';

export interface Tab {
  /** The path below /admin; the overview is /admin itself. */
  path: string;
  label: string;
  icon: IconName;
  /** The key pressed after `g`, as KeyboardEvent.code, so that it works in the Russian layout. */
  code: string;
  page: ComponentType;
  /** Loads the page's chunk in advance. */
  prepare: () => void;
}

type Load = () => Promise<{ default: ComponentType }>;

/** The pauses before retries, because a short break of the connection must not show the page as broken. */
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
    // Opening the page shows the error and offers a retry.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  return { page: lazy(once), prepare: () => void once().catch(() => undefined) };
}

/** In the order of the navigation. */
export const tabs: Tab[] = [
  {
    path: '',
    label: 'Обзор',
    icon: 'overview',
    code: 'KeyO',
    ...page(() => import('./overview/OverviewPage.tsx')),
  },
  {
    path: 'users',
    label: 'Пользователи',
    icon: 'users',
    code: 'KeyU',
    ...page(() => import('./users/UsersPage.tsx')),
  },
  {
    path: 'tenants',
    label: 'Тенанты',
    icon: 'tenants',
    code: 'KeyT',
    ...page(() => import('./tenants/TenantsPage.tsx')),
  },
  { path: 'plans', label: 'Тарифы', icon: 'plans', code: 'KeyP', ...page(() => import('./plans/PlansPage.tsx')) },
  {
    path: 'subscriptions',
    label: 'Подписки',
    icon: 'subscriptions',
    code: 'KeyS',
    ...page(() => import('./subscriptions/SubscriptionsPage.tsx')),
  },
  {
    path: 'images',
    label: 'Образы',
    icon: 'images',
    code: 'KeyI',
    ...page(() => import('./images/ImagesPage.tsx')),
  },
  {
    path: 'email',
    label: 'Email Marketing',
    icon: 'email',
    code: 'KeyE',
    ...page(() => import('./email/EmailPage.tsx')),
  },
  {
    path: 'aliases',
    label: 'Глобальные алиасы',
    icon: 'aliases',
    code: 'KeyA',
    ...page(() => import('./catalogue/CataloguePage.tsx')),
  },
  {
    path: 'cleanup',
    label: 'Очистка',
    icon: 'cleanup',
    code: 'KeyC',
    ...page(() => import('./cleanup/CleanupPage.tsx')),
  },
];

/** Shown below the tabs. */
export const otherPages: Tab[] = [
  {
    path: 'journal',
    label: 'Журнал',
    icon: 'journal',
    code: 'KeyL',
    ...page(() => import('./journal/JournalPage.tsx')),
  },
  {
    path: 'operations',
    label: 'Работы',
    icon: 'history',
    code: 'KeyW',
    ...page(() => import('./operations/OperationsPage.tsx')),
  },
  {
    path: 'backups',
    label: 'Резервные копии',
    icon: 'archive',
    code: 'KeyB',
    ...page(() => import('./backups/BackupsPage.tsx')),
  },
];

/** Pages linked only from the pages they belong to. */
const innerPages: Tab[] = [
  {
    path: 'security-log',
    label: 'Безопасность',
    icon: 'journal',
    code: 'KeyY',
    ...page(() => import('./security/SecurityLogPage.tsx')),
  },
  {
    path: 'logs',
    label: 'Журнал системы',
    icon: 'journal',
    code: 'KeyV',
    ...page(() => import('./logs/SystemLogPage.tsx')),
  },
];

export const DIAGNOSTICS = '/test';
export const diagnostics: Tab = {
  path: DIAGNOSTICS,
  label: 'Диагностика',
  icon: 'diagnostics',
  code: 'KeyD',
  ...page(() => import('./diagnostics/DiagnosticsPage.tsx')),
};

export const ADMIN = '/admin';
export const allPages = [...tabs, ...otherPages, ...innerPages, diagnostics];
export const addressOf = ({ path }: Pick<Tab, 'path'>): string =>
  path.startsWith('/') ? path : path === '' ? ADMIN : `${ADMIN}/${path}`;

/** The page at an address. */
export const pageAt = (pathname: string): Tab | undefined =>
  allPages.findLast((tab) => pathname === addressOf(tab) || pathname.startsWith(`${addressOf(tab)}/`));
