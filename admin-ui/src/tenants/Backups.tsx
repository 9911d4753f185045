import type { Backup } from '@ostatok/api/contract/backups.ts';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../data-provider.ts';
import { api } from '../http-client.ts';
import { act, couldNot } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { dateText, sizeText, timeText } from '../ui/texts.ts';

const LATEST = 5;

const verify = (backup: Backup) =>
  act({
    rows: [backup],
    call: ({ id }) => api.post(`/api/admin/backups/${id}/verify`),
    done: 'Копия восстановлена рядом и сверена',
    failed: couldNot('проверить копию'),
    resources: ['backups', 'tenants'],
  });

async function restore(backup: Backup): Promise<void> {
  const sure = await confirm({
    title: `Вернуть заведение к ${timeText(backup.finished_at)}?`,
    text: 'Копия разворачивается рядом и затем подменяет нынешние данные. Всё, что изменилось после неё, пропадёт.',
    yes: 'Восстановить',
    danger: true,
  });
  if (!sure) return;
  await act({
    rows: [backup],
    call: ({ id }) => api.post(`/api/admin/backups/${id}/restore`),
    done: 'Восстановление запущено',
    failed: couldNot('восстановить'),
    resources: ['backups', 'tenants', 'operations'],
  });
}

const stateOf = ({ status, error, verified_at }: Backup): string => {
  if (status === 'running') return 'делается';
  if (status === 'failed') return error ?? 'не удалась';
  return verified_at ? `проверена ${dateText(verified_at)}` : 'не проверена';
};

/** The venue's last copies, and when each was last proven to restore. */
export function Backups({ tenantId }: { tenantId: string }) {
  const { data: backups = [] } = useQuery({
    queryKey: ['backups', 'of', tenantId],
    queryFn: async ({ signal }) => {
      const query = { sort: { field: 'created_at', order: 'DESC' }, filter: { tenant_id: tenantId } } as const;
      return (await readPage<Backup>('backups', query, 0, LATEST, signal)).data;
    },
  });
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
            {backup.status === 'done' && (
              <span>
                <button type="button" className="row-action" onClick={() => void verify(backup)}>
                  Проверить
                </button>
                <button type="button" className="row-action row-action-danger" onClick={() => void restore(backup)}>
                  Восстановить
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
