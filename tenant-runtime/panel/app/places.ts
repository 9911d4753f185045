import {
  ClipboardCheck,
  ClipboardList,
  FileSpreadsheet,
  type LucideIcon,
  Scale,
  Settings,
  ShoppingCart,
  Users,
  Wine,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { StockPage } from '../features/stock/StockPage.tsx';

/** Reads the code of a page when the page is first shown. */
const lazily = <Name extends string>(name: Name, read: () => Promise<Record<Name, ComponentType>>): ComponentType =>
  lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await read())[name] }));

export interface Place {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The key pressed after G, as KeyboardEvent.code, so that it works in any layout. */
  code: string;
  key: string;
  page: ComponentType;
  adminOnly?: true;
}

/** Ordered by how often tenants open them: the first four are in a phone's bottom bar. */
export const places: Place[] = [
  { to: '/', label: 'Остатки', icon: Wine, code: 'KeyS', key: 'S', page: StockPage },
  {
    to: '/counts',
    label: 'Подсчёты',
    icon: ClipboardCheck,
    code: 'KeyC',
    key: 'C',
    page: lazily('CountsPage', () => import('../features/counts/CountsPage.tsx')),
  },
  {
    to: '/discrepancies',
    label: 'Расхождения',
    icon: Scale,
    code: 'KeyD',
    key: 'D',
    page: lazily('DiscrepanciesPage', () => import('../features/discrepancies/DiscrepanciesPage.tsx')),
  },
  {
    to: '/changes',
    label: 'Журнал',
    icon: ClipboardList,
    code: 'KeyL',
    key: 'L',
    page: lazily('ChangesPage', () => import('../features/changes/ChangesPage.tsx')),
  },
  {
    to: '/order',
    label: 'Что заказать',
    icon: ShoppingCart,
    code: 'KeyO',
    key: 'O',
    page: lazily('OrderPage', () => import('../features/order/OrderPage.tsx')),
  },
  {
    to: '/excel',
    label: 'Excel',
    icon: FileSpreadsheet,
    code: 'KeyE',
    key: 'E',
    page: lazily('SpreadsheetsPage', () => import('../features/spreadsheets/SpreadsheetsPage.tsx')),
  },
  {
    to: '/users',
    label: 'Люди',
    icon: Users,
    code: 'KeyP',
    key: 'P',
    page: lazily('UsersPage', () => import('../features/users/UsersPage.tsx')),
    adminOnly: true,
  },
  {
    to: '/settings',
    label: 'Настройки',
    icon: Settings,
    code: 'KeyN',
    key: 'N',
    page: lazily('SettingsPage', () => import('../features/settings/SettingsPage.tsx')),
  },
];
