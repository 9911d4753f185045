import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { backupActions } from '../backups/backup-actions.tsx';
import { readPage } from '../data-provider.ts';
import { RowActions } from '../list/ListRow.tsx';
import { dateText, sizeText, timeText } from '../ui/texts.ts';
import { wordsOf } from '../ui/toasts.tsx';

const LATEST = 5;

const stateOf = ({ status, error, verified_at, protection, elsewhere }: Backup): string => {
  if (status === 'running') return 'делается';
  if (status === 'failed') return error ?? 'не удалась';
  const proven = verified_at ? `проверена ${dateText(verified_at)}` : 'не проверена';
  return [proven, protection === 'unsigned' && 'без подписи', elsewhere && 'на другом сервере']
    .filter(Boolean)
    .join(', ');
};

/** The tenant's last backups, with the time each last passed a restore test. */
export function Backups({ tenantId }: { tenantId: string }) {
  const { data: backups = [], error } = useQuery({
    queryKey: ['backups', 'of', tenantId],
    queryFn: async ({ signal }) => {
      const query = { sort: { field: 'created_at', order: 'DESC' }, filter: { tenant_id: tenantId } } as const;
      return (await readPage<Backup>('backups', query, 0, LATEST, signal)).data;
    },
  });
  if (error && backups.length === 0) return <p role="alert">Не удалось загрузить резервные копии. {wordsOf(error)}</p>;
  if (backups.length === 0) return null;
  return (
    <details className="record-section">
      <summary>Резервные копии</summary>
      <ul className="backup-list">
        {backups.map((backup) => (
          <li key={backup.id}>
            <span>
              {timeText(backup.created_at)}, {sizeText(backup.bytes)}, {stateOf(backup)}
            </span>
            <RowActions row={backup} name={timeText(backup.created_at)} actions={backupActions} withWords reachable />
          </li>
        ))}
      </ul>
      <Link to={`/admin/backups?tenant_id=${tenantId}`}>Все копии заведения</Link>
    </details>
  );
}
