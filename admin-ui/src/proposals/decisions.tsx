import type { Alias } from '@ostatok/api/contract/catalogue.ts';
import type { AliasProposal } from '@ostatok/api/contract/proposals.ts';
import { revert } from '../aliases/revert.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { sayDone, sayFailed } from '../ui/say.tsx';
import { EditProposalDialog } from './EditProposalDialog.tsx';
import { pathOf } from './path.ts';
import { RejectDialog } from './RejectDialog.tsx';

const isPending = ({ status }: AliasProposal): boolean => status === 'pending';

/** The alias goes back to what it was; where there was none, it is removed again. */
async function takeBack({ id, current }: AliasProposal, made: Map<number, Alias>): Promise<void> {
  if (current) await revert(current);
  else await api.delete(`/api/admin/aliases/${made.get(id)?.id}`);
}

async function approve(rows: AliasProposal[]): Promise<void> {
  const pending = rows.filter(isPending);
  if (pending.length === 0) return;
  const made = new Map<number, Alias>();
  await act({
    rows: pending,
    async call(proposal) {
      const { alias } = await api.post<{ alias: Alias }>(`${pathOf(proposal)}/approve`);
      made.set(proposal.id, alias);
    },
    done: 'Предложение одобрено',
    failed: 'Ошибка одобрения предложения',
    resources: ['proposals', 'aliases'],
    ask: { title: 'Одобрить предложения', yes: 'Одобрить' },
    undo: {
      call: (proposal) => takeBack(proposal, made),
      done: 'Каталог возвращён к прежнему',
      failed: 'Ошибка обновления алиаса',
    },
  });
}

const reject = (rows: AliasProposal[]): void => {
  const pending = rows.filter(isPending);
  if (pending.length > 0) openDialog((close) => <RejectDialog proposals={pending} onClose={close} />);
};

const edit = ([proposal]: AliasProposal[]): void => {
  if (!proposal || !isPending(proposal)) return;
  const done = (made: Alias): void =>
    sayDone('Предложение изменено и одобрено', () => {
      void takeBack(proposal, new Map([[proposal.id, made]])).then(
        () => sayDone('Каталог возвращён к прежнему'),
        (error) => sayFailed('Ошибка обновления алиаса', error),
      );
    });
  openDialog((close) => <EditProposalDialog proposal={proposal} onDone={done} onClose={close} />);
};

export const proposalActions: Action<AliasProposal>[] = [
  { key: 'approve', label: 'Одобрить', icon: 'check', bulk: true, isShown: isPending, run: approve },
  { key: 'edit', label: 'Изменить и одобрить', icon: 'edit', isShown: isPending, run: edit },
  { key: 'reject', label: 'Отклонить', icon: 'block', danger: true, bulk: true, isShown: isPending, run: reject },
];

/** By the keys' places: a, r, e. */
export const proposalKeys: Record<string, (proposal: AliasProposal) => void> = {
  KeyA: (proposal) => void approve([proposal]),
  KeyR: (proposal) => reject([proposal]),
  KeyE: (proposal) => edit([proposal]),
};
