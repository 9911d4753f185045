import {
  ClipboardCheck,
  ClipboardList,
  FileSpreadsheet,
  type LucideIcon,
  Martini,
  MessageCircle,
  ReceiptText,
  Scale,
  Settings,
  ShoppingCart,
  Store,
  TrendingDown,
  Truck,
  Users,
  Wine,
} from 'lucide-react';

export interface Place {
  to: string;
  /** The page's file in `features/`, without its ending; it exports a component of the file's name. */
  page: `${string}/${string}Page`;
  label: string;
  icon: LucideIcon;
  /** The key pressed after G, as KeyboardEvent.code, so that it works in any layout. */
  code: string;
  key: string;
  adminOnly?: true;
  /** Not for the platform's support, who are nobody of the venue. */
  notSupport?: true;
}

/** Ordered by how often tenants open them: the first four are in a phone's bottom bar. */
export const places: Place[] = [
  { to: '/', page: 'stock/StockPage', label: 'Остатки', icon: Wine, code: 'KeyS', key: 'S' },
  { to: '/counts', page: 'counts/CountsPage', label: 'Подсчёты', icon: ClipboardCheck, code: 'KeyC', key: 'C' },
  {
    to: '/discrepancies',
    page: 'discrepancies/DiscrepanciesPage',
    label: 'Расхождения',
    icon: Scale,
    code: 'KeyD',
    key: 'D',
  },
  { to: '/changes', page: 'changes/ChangesPage', label: 'Журнал', icon: ClipboardList, code: 'KeyL', key: 'L' },
  { to: '/chat', page: 'chat/ChatPage', label: 'Чат', icon: MessageCircle, code: 'KeyM', key: 'M', notSupport: true },
  {
    to: '/usage',
    page: 'usage/UsagePage',
    label: 'Расход',
    icon: TrendingDown,
    code: 'KeyU',
    key: 'U',
    adminOnly: true,
  },
  {
    to: '/deliveries',
    page: 'deliveries/DeliveriesPage',
    label: 'Поставки',
    icon: Truck,
    code: 'KeyR',
    key: 'R',
    adminOnly: true,
  },
  {
    to: '/sales',
    page: 'sales/SalesPage',
    label: 'Продажи',
    icon: ReceiptText,
    code: 'KeyT',
    key: 'T',
    adminOnly: true,
  },
  {
    to: '/recipes',
    page: 'recipes/RecipesPage',
    label: 'Рецепты',
    icon: Martini,
    code: 'KeyB',
    key: 'B',
    adminOnly: true,
  },
  { to: '/order', page: 'order/OrderPage', label: 'Что заказать', icon: ShoppingCart, code: 'KeyO', key: 'O' },
  {
    to: '/suppliers',
    page: 'suppliers/SuppliersPage',
    label: 'Поставщики',
    icon: Store,
    code: 'KeyV',
    key: 'V',
    adminOnly: true,
  },
  {
    to: '/excel',
    page: 'spreadsheets/SpreadsheetsPage',
    label: 'Excel',
    icon: FileSpreadsheet,
    code: 'KeyE',
    key: 'E',
  },
  { to: '/users', page: 'users/UsersPage', label: 'Люди', icon: Users, code: 'KeyP', key: 'P', adminOnly: true },
  { to: '/settings', page: 'settings/SettingsPage', label: 'Настройки', icon: Settings, code: 'KeyN', key: 'N' },
];
