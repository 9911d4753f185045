import { useLocation } from 'react-router';
import { SubTabs } from '../ui/SubTabs.tsx';

const parts = [
  { to: '/admin/journal', label: 'Действия' },
  { to: '/admin/security-log', label: 'Безопасность' },
];

/** Above both journals: what was done, and who came in. */
export function JournalTabs() {
  const { pathname } = useLocation();
  return <SubTabs label="Журнал" tabs={parts.map((part) => ({ ...part, isActive: pathname.startsWith(part.to) }))} />;
}
