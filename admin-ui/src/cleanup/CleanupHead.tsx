import type { AuditStats as Stats } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { type CleanupAction, cleanupActions } from '@ostatok/api/contract/cleanup.ts';
import { Link } from 'react-router';
import { RunningOperations } from '../operations/RunningOperations.tsx';
import { Icon } from '../ui/Icon.tsx';
import { AuditStats } from './AuditStats.tsx';
import { openCleanup } from './open-cleanup.tsx';
import { useAudit } from './queries.ts';
import { cleanups } from './texts.ts';
import { updateAll } from './update-all.ts';

function CleanupButton({ action, stats }: { action: CleanupAction; stats: Stats | null | undefined }) {
  const { label, count } = cleanups[action];
  const found = count && stats && count(stats);
  return (
    <button
      type="button"
      className="bulk-action"
      disabled={Boolean(count) && !found}
      onClick={() => openCleanup(action)}
    >
      {label}
      {count && <span className="audit-found">{found ?? (stats === null ? '—' : '…')}</span>}
    </button>
  );
}

/** The audit's numbers and the available cleanups. */
export function CleanupHead() {
  const { data, error } = useAudit();
  const stats = data?.stats ?? (error ? null : undefined);
  return (
    <>
      <AuditStats stats={stats} />
      <fieldset className="cleanup-buttons">
        <legend className="visually-hidden">Массовая очистка</legend>
        <span className="dim" aria-hidden="true">
          Очистить:
        </span>
        {cleanupActions.map((action) => (
          <CleanupButton key={action} action={action} stats={stats} />
        ))}
      </fieldset>
      <RunningOperations kinds={['cleanup', 'update_all']} />
    </>
  );
}

/** The buttons beside the heading. */
export const CleanupButtons = () => (
  <>
    <Link to="/admin/backups" className="bulk-action cleanup-tool">
      <Icon name="archive" size={18} />
      Резервные копии
    </Link>
    <button type="button" className="bulk-action cleanup-tool" onClick={() => void updateAll()}>
      <Icon name="up" size={18} />
      Обновить все тенанты
    </button>
  </>
);
