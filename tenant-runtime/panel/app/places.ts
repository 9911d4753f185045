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

export interface Place {
  /** The address, by which `pages.ts` has the page's code. */
  to: string;
  label: string;
  icon: LucideIcon;
  /** The key pressed after G, as KeyboardEvent.code, so that it works in any layout. */
  code: string;
  key: string;
  adminOnly?: true;
}

/** Ordered by how often tenants open them: the first four are in a phone's bottom bar. */
export const places: Place[] = [
  { to: '/', label: 'Остатки', icon: Wine, code: 'KeyS', key: 'S' },
  { to: '/counts', label: 'Подсчёты', icon: ClipboardCheck, code: 'KeyC', key: 'C' },
  { to: '/discrepancies', label: 'Расхождения', icon: Scale, code: 'KeyD', key: 'D' },
  { to: '/changes', label: 'Журнал', icon: ClipboardList, code: 'KeyL', key: 'L' },
  { to: '/order', label: 'Что заказать', icon: ShoppingCart, code: 'KeyO', key: 'O' },
  { to: '/excel', label: 'Excel', icon: FileSpreadsheet, code: 'KeyE', key: 'E' },
  { to: '/users', label: 'Люди', icon: Users, code: 'KeyP', key: 'P', adminOnly: true },
  { to: '/settings', label: 'Настройки', icon: Settings, code: 'KeyN', key: 'N' },
];
