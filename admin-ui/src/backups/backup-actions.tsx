import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { changed } from '../live/invalidation.ts';
import { inBackground } from '../operations/queries.ts';
import { toastBegun } from '../operations/toast-begun.tsx';
import { act, couldNot } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { openDialog } from '../ui/dialogs.tsx';
import { timeText } from '../ui/texts.ts';
import { toastFailed } from '../ui/toasts.tsx';
import { MakeDialog } from './MakeDialog.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { whoseText } from './texts.ts';

/** Backs up one tenant, everything, or only the platform's own database. */
export async function makeBackups(what: { tenantId?: string; all?: boolean }): Promise<boolean> {
  try {
    const { operation } = await api.call('POST /api/admin/backups', { body: what, ...inBackground });
    toastBegun('Копирование началось', operation);
    return true;
  } catch (error) {
    toastFailed(couldNot('сделать копию'), error);
    return false;
  } finally {
    for (const resource of ['backups', 'tenants', 'operations'] as const) changed(resource);
  }
}

export const askWhich = (): void => openDialog((close) => <MakeDialog onMake={makeBackups} onClose={close} />);

export async function makeAll(): Promise<void> {
  const sure = await confirm({
    title: 'Сделать копии всех заведений?',
    text: 'Вместе с ними копируется и база платформы. Заведения при этом работают.',
    yes: 'Сделать копии',
  });
  if (sure) await makeBackups({ all: true });
}

const verify = (rows: Backup[]) =>
  act({
    rows,
    call: ({ id }) => api.call('POST /api/admin/backups/:id/verify', { params: { id } }),
    done: 'Копия восстановлена рядом и сверена',
    failed: couldNot('проверить копию'),
    resources: ['backups', 'tenants'],
  });

async function remove(rows: Backup[]): Promise<void> {
  const [backup] = rows;
  if (!backup) return;
  const sure = await confirm({
    title:
      rows.length === 1
        ? `Удалить копию ${whoseText(backup)} от ${timeText(backup.created_at)}?`
        : `Удалить копий: ${rows.length}?`,
    text: rows.some(({ elsewhere }) => elsewhere)
      ? 'Файлы на другом сервере останутся: копии уйдут только из списка.'
      : 'Это действие необратимо.',
    yes: 'Удалить',
    danger: true,
  });
  if (!sure) return;
  await act({
    rows,
    call: ({ id }) => api.call('DELETE /api/admin/backups/:id', { params: { id } }),
    done: 'Копия удалена',
    failed: couldNot('удалить копию'),
    resources: ['backups', 'tenants'],
  });
}

/** A file that lies on another server can neither be read nor deleted from here. */
const isReady = ({ status, elsewhere }: Backup): boolean => status === 'done' && !elsewhere;

export const backupActions: Action<Backup>[] = [
  { key: 'verify', label: 'Проверить', icon: 'check', bulk: true, isShown: isReady, run: verify },
  {
    key: 'restore',
    label: 'Восстановить',
    icon: 'restart',
    danger: true,
    // The platform's own database is restored from the command line while the platform is stopped.
    isShown: (backup) => isReady(backup) && backup.tenant_id !== null,
    run: ([backup]) => backup && openDialog((close) => <RestoreDialog backup={backup} onClose={close} />),
  },
  {
    key: 'delete',
    label: 'Удалить',
    icon: 'trash',
    danger: true,
    bulk: true,
    asks: true,
    isShown: ({ status }) => status !== 'running',
    run: remove,
  },
];
