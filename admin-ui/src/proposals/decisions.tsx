import type { LiveResource } from '@ostatok/api/contract/live.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { toastDone } from '../ui/toasts.tsx';
import { EditProposalDialog } from './EditProposalDialog.tsx';
import { RejectDialog } from './RejectDialog.tsx';

const isPending = ({ status }: AliasProposal): boolean => status === 'pending';

const back = {
  call: ({ id }: AliasProposal) => api.call('POST /api/admin/aliases/proposals/:id/reopen', { params: { id } }),
  done: 'Предложение снова ждёт решения',
  failed: 'Ошибка возврата предложения',
};
const resources: LiveResource[] = ['proposals', 'aliases'];

async function approve(rows: AliasProposal[]): Promise<void> {
  const pending = rows.filter(isPending);
  if (pending.length === 0) return;
  await act({
    rows: pending,
    call: ({ id }) => api.call('POST /api/admin/aliases/proposals/:id/approve', { params: { id } }),
    done: 'Предложение одобрено',
    failed: 'Ошибка одобрения предложения',
    resources,
    undo: back,
  });
}

/** Ends when the dialog is closed and what it has begun is done. */
async function reject(rows: AliasProposal[]): Promise<void> {
  const pending = rows.filter(isPending);
  if (pending.length === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  openDialog((close) => <RejectDialog proposals={pending} undo={back} onClose={close} onEnd={resolve} />);
  await promise;
}

const reopen = (rows: AliasProposal[]): Promise<boolean> => act({ rows, ...back, resources });

const edit = ([proposal]: AliasProposal[]): void => {
  if (!proposal || !isPending(proposal)) return;
  const done = (): void => toastDone('Предложение изменено и одобрено', () => void reopen([proposal]));
  openDialog((close) => <EditProposalDialog proposal={proposal} onDone={done} onClose={close} />);
};

export const proposalActions: Action<AliasProposal>[] = [
  { key: 'approve', label: 'Одобрить', icon: 'check', bulk: true, isShown: isPending, run: approve },
  { key: 'edit', label: 'Изменить и одобрить', icon: 'edit', isShown: isPending, run: edit },
  {
    key: 'reject',
    label: 'Отклонить',
    icon: 'block',
    danger: true,
    bulk: true,
    asks: true,
    isShown: isPending,
    run: reject,
  },
  {
    key: 'reopen',
    label: 'Вернуть на рассмотрение',
    icon: 'restart',
    bulk: true,
    isShown: (proposal) => !isPending(proposal),
    run: reopen,
  },
];

/** By KeyboardEvent.code, for the keys a, r and e. */
export const proposalKeys: Record<string, (proposal: AliasProposal) => void> = {
  KeyA: (proposal) => void approve([proposal]),
  KeyR: (proposal) => void reject([proposal]),
  KeyE: (proposal) => edit([proposal]),
};
