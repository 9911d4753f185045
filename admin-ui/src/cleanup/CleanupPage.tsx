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

/** Compares what exists with what should exist and offers cleanups; nothing is deleted for good at once. */
export default function CleanupPage() {
  const { data: audit } = useAudit();
  const { pathname } = useLocation();
  // The address of a single tenant is below the first tab's.
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
