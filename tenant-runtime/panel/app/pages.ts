import { type ComponentType, lazy } from 'react';
import { StockPage } from '../features/stock/StockPage.tsx';

/** Reads the code of a page when the page is first shown. */
const lazily = <Name extends string>(name: Name, read: () => Promise<Record<Name, ComponentType>>): ComponentType =>
  lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await read())[name] }));

/** The pages of `places.ts` by their addresses. */
export const pages: Record<string, ComponentType> = {
  '/': StockPage,
  '/counts': lazily('CountsPage', () => import('../features/counts/CountsPage.tsx')),
  '/discrepancies': lazily('DiscrepanciesPage', () => import('../features/discrepancies/DiscrepanciesPage.tsx')),
  '/changes': lazily('ChangesPage', () => import('../features/changes/ChangesPage.tsx')),
  '/order': lazily('OrderPage', () => import('../features/order/OrderPage.tsx')),
  '/excel': lazily('SpreadsheetsPage', () => import('../features/spreadsheets/SpreadsheetsPage.tsx')),
  '/users': lazily('UsersPage', () => import('../features/users/UsersPage.tsx')),
  '/settings': lazily('SettingsPage', () => import('../features/settings/SettingsPage.tsx')),
};
