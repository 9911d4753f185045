import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act, couldNot } from '../ui/act.ts';

export const isKept = ({ status }: QuarantineItem): boolean => status === 'kept';

export const quarantineActions: Action<QuarantineItem>[] = [
  {
    key: 'restore',
    label: 'Вернуть',
    icon: 'restart',
    bulk: true,
    isShown: isKept,
    run: (rows) =>
      act({
        rows,
        call: ({ id }) => api.call('POST /api/admin/tenants/quarantine/:id/restore', { params: { id } }),
        done: 'Возвращено',
        failed: couldNot('вернуть'),
        resources: ['quarantine', 'tenants'],
      }),
  },
];
