import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act, couldNot } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';

const send = (rows: Operation[], what: 'pause' | 'resume' | 'cancel', done: string, failed: string) =>
  act({
    rows,
    call: ({ id }) => api.call(`POST /api/admin/operations/:id/${what}`, { params: { id } }),
    done,
    failed: couldNot(failed),
    resources: ['operations'],
  });

async function cancel(rows: Operation[]): Promise<void> {
  const sure = await confirm({
    title: rows.length === 1 ? `Отменить: ${rows[0]?.title}?` : `Отменить работ: ${rows.length}?`,
    text: 'То, что уже идёт, закончится. Остальное не начнётся.',
    yes: 'Отменить работу',
    danger: true,
  });
  if (sure) await send(rows, 'cancel', 'Работа отменена', 'отменить работу');
}

export const operationActions: Action<Operation>[] = [
  {
    key: 'pause',
    label: 'Приостановить',
    icon: 'pause',
    isShown: ({ status }) => status === 'running' || status === 'queued',
    run: (rows) => send(rows, 'pause', 'Работа приостановлена', 'приостановить работу'),
  },
  {
    key: 'resume',
    label: 'Продолжить',
    icon: 'play',
    isShown: ({ status }) => status === 'paused',
    run: (rows) => send(rows, 'resume', 'Работа продолжена', 'продолжить работу'),
  },
  {
    key: 'cancel',
    label: 'Отменить',
    icon: 'close',
    danger: true,
    bulk: true,
    asks: true,
    isShown: ({ status }) => status === 'running' || status === 'queued' || status === 'paused',
    run: cancel,
  },
];
