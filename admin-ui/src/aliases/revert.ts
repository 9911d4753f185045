import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { api } from '../http-client.ts';
import { act } from '../ui/act.ts';

type State = Pick<Alias, 'revision'>;

export const revert = ({ revision }: State) =>
  api.call('POST /api/admin/aliases/revisions/:revision/revert', { params: { revision } });

/** Restores an alias to its state after a revision, even if it was deleted. */
export const revertTo = (state: State): Promise<boolean> =>
  act({
    rows: [state],
    call: revert,
    done: 'Прежнее состояние возвращено',
    failed: 'Ошибка обновления алиаса',
    resources: ['aliases'],
  });
