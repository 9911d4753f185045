import { useLocation } from 'react-router';
import { SubTabs } from '../ui/SubTabs.tsx';

const parts = [
  { to: '/admin/journal', label: 'Действия' },
  { to: '/admin/security-log', label: 'Безопасность' },
];

/** The tabs above both logs: activity and security. */
export function JournalTabs() {
  const { pathname } = useLocation();
  return <SubTabs label="Журнал" tabs={parts.map((part) => ({ ...part, isActive: pathname.startsWith(part.to) }))} />;
}
