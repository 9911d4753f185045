import './cleanup.css';
import { useLocation } from 'react-router';
import { SubTabs } from '../ui/SubTabs.tsx';
import { AuditList } from './AuditList.tsx';
import { Findings } from './Findings.tsx';
import { QuarantineList } from './QuarantineList.tsx';
import { useAudit } from './queries.ts';

const BASE = '/admin/cleanup';
const parts = [
  { path: BASE, label: 'Тенанты', page: AuditList },
  { path: `${BASE}/findings`, label: 'Находки', page: Findings },
  { path: `${BASE}/quarantine`, label: 'Карантин', page: QuarantineList },
];

/** What is there beside what ought to be, and the ways to put it right; nothing goes for good at once. */
export default function CleanupPage() {
  const { data: audit } = useAudit();
  const { pathname } = useLocation();
  // a venue's own address is beneath the first
  const shown = parts.findLast(({ path }) => pathname.startsWith(path)) ?? parts[0];
  const found = audit?.findings.length;
  return (
    <div className="tabbed-page cleanup">
      <SubTabs
        label="Очистка"
        tabs={parts.map(({ path, label }) => ({
          to: path,
          label: path.endsWith('findings') && found ? `${label} (${found})` : label,
          isActive: path === shown?.path,
        }))}
      />
      {shown && <shown.page />}
    </div>
  );
}
