import { useLocation } from 'react-router';
import { SubTabs } from '../ui/SubTabs.tsx';

const parts = [
  { to: '/admin/journal', label: 'Действия' },
  { to: '/admin/security-log', label: 'Безопасность' },
  { to: '/admin/logs', label: 'Система' },
];

/** The tabs above the three logs: activity, security and what the processes write. */
export function JournalTabs() {
  const { pathname } = useLocation();
  return <SubTabs label="Журнал" tabs={parts.map((part) => ({ ...part, isActive: pathname.startsWith(part.to) }))} />;
}
