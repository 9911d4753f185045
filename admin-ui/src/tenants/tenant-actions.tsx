import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { makeBackups } from '../backups/backup-actions.tsx';
import { api, patientApi } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act, couldNot } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { openDialog } from '../ui/dialogs.tsx';
import { toastFailed } from '../ui/toasts.tsx';
import { MaxDialog } from './MaxDialog.tsx';
import { OwnDomainDialog } from './OwnDomainDialog.tsx';
import { ReplaceBotDialog } from './ReplaceBotDialog.tsx';
import { SupportDialog } from './SupportDialog.tsx';

async function setStatus({ id }: AdminTenant, status: 'active' | 'suspended'): Promise<void> {
  const answer = await api.call('PUT /api/admin/tenants/:id/status', { params: { id }, body: { status } });
  if (answer.status !== status) toastFailed('Заведение остаётся приостановленным, пока владелец не оплатит подписку');
}

const suspend = {
  call: (tenant: AdminTenant) => setStatus(tenant, 'suspended'),
  done: 'Тенант приостановлен',
  failed: couldNot('приостановить'),
};
const activate = {
  call: (tenant: AdminTenant) => setStatus(tenant, 'active'),
  done: 'Тенант активирован',
  failed: couldNot('активировать'),
};

/** The workbook and the complete data, from which another tenant can be opened. */
async function saveArchive({ id, subdomain }: AdminTenant): Promise<void> {
  saveFile(await patientApi.blob(`/api/admin/tenants/${id}/archive.zip`), `${subdomain}.zip`);
}

async function remove([tenant]: AdminTenant[]): Promise<void> {
  if (!tenant) return;
  const sure = await confirm({
    title: `Удалить заведение ${quoted(tenant.display_name)}?`,
    text: `Адрес ${tenant.subdomain} перестанет открываться. Данные хранятся ещё ${VENUE_RETENTION_DAYS} дней.`,
    yes: 'Удалить',
    danger: true,
  });
  if (!sure) return;
  await act({
    rows: [tenant],
    call: ({ id }) => api.call('DELETE /api/admin/tenants/:id', { params: { id } }),
    done: 'Тенант удалён',
    failed: couldNot('удалить'),
    resources: ['tenants'],
  });
}

export const tenantActions: Action<AdminTenant>[] = [
  {
    key: 'restart',
    label: 'Перезапустить',
    icon: 'restart',
    bulk: true,
    isShown: ({ status }) => status === 'active',
    run: (rows) =>
      act({
        rows,
        call: ({ id }) => api.call('POST /api/admin/tenants/:id/restart', { params: { id } }),
        done: 'Тенант перезапущен',
        failed: couldNot('перезапустить'),
        resources: ['tenants'],
      }),
  },
  {
    key: 'suspend',
    label: 'Приостановить',
    icon: 'pause',
    bulk: true,
    isShown: ({ status }) => status === 'active',
    run: (rows) =>
      act({
        rows,
        ...suspend,
        undo: activate,
        resources: ['tenants'],
      }),
  },
  {
    key: 'activate',
    label: 'Активировать',
    icon: 'play',
    bulk: true,
    isShown: ({ status }) => status === 'suspended',
    run: (rows) =>
      act({
        rows,
        ...activate,
        undo: suspend,
        resources: ['tenants'],
      }),
  },
  {
    key: 'restore',
    label: 'Вернуть',
    icon: 'refund',
    bulk: true,
    isShown: ({ restorable_until }) => Boolean(restorable_until),
    run: (rows) =>
      act({
        rows,
        call: ({ id }) => api.call('POST /api/admin/tenants/:id/restore', { params: { id } }),
        done: 'Тенант возвращён',
        failed: couldNot('вернуть'),
        resources: ['tenants'],
      }),
  },
];

/** Additional actions on the single tenant that is open. */
export const moreTenantActions: Action<AdminTenant>[] = [
  {
    key: 'support',
    label: 'Войти для поддержки',
    icon: 'support',
    isShown: ({ status }) => status === 'active',
    run: ([tenant]) => tenant && openDialog((close) => <SupportDialog tenant={tenant} onClose={close} />),
  },
  {
    key: 'bot',
    label: 'Заменить токен бота',
    icon: 'swap',
    isShown: ({ status }) => status === 'active' || status === 'suspended',
    run: ([tenant]) => tenant && openDialog((close) => <ReplaceBotDialog tenant={tenant} onClose={close} />),
  },
  {
    key: 'max',
    label: 'Бот MAX',
    icon: 'swap',
    isShown: ({ status }) => status === 'active' || status === 'suspended',
    run: ([tenant]) => tenant && openDialog((close) => <MaxDialog tenant={tenant} onClose={close} />),
  },
  {
    key: 'domain',
    label: 'Свой домен',
    icon: 'home',
    isShown: ({ status }) => status !== 'deleted',
    run: ([tenant]) => tenant && openDialog((close) => <OwnDomainDialog tenant={tenant} onClose={close} />),
  },
  {
    key: 'update',
    label: 'Обновить версию',
    icon: 'up',
    isShown: ({ status }) => status === 'active',
    run: (rows) =>
      act({
        rows,
        call: ({ id }) => api.call('POST /api/admin/tenants/:id/update', { params: { id } }),
        done: 'Обновление запущено',
        failed: 'Не удалось запустить обновление',
        resources: ['tenants', 'operations'],
      }),
  },
  {
    key: 'backup',
    label: 'Сделать копию',
    icon: 'archive',
    isShown: ({ status }) => status === 'active' || status === 'suspended',
    run: ([tenant]) => tenant && makeBackups({ tenantId: tenant.tenant_id }),
  },
  {
    key: 'archive',
    label: 'Скачать архив',
    icon: 'download',
    isShown: ({ status }) => status === 'active' || status === 'suspended',
    run: (rows) =>
      act({ rows, call: saveArchive, done: 'Архив скачан', failed: 'Не удалось скачать архив', resources: [] }),
  },
  {
    key: 'delete',
    label: 'Удалить',
    icon: 'trash',
    danger: true,
    isShown: ({ status }) => status === 'active' || status === 'suspended',
    run: remove,
  },
];
