import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { openDialog } from '../ui/dialogs.tsx';
import { AliasDialog } from './AliasDialog.tsx';
import { revert } from './revert.ts';

export const openAlias = (alias?: Alias): void => openDialog((close) => <AliasDialog alias={alias} onClose={close} />);

async function remove(rows: Alias[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const sure = await confirm({
    title: rows.length === 1 ? `Удалить алиас ${quoted(first.description)}?` : `Удалить алиасы: ${rows.length}?`,
    text: 'Заведения перестанут находить эту бутылку по штрихкоду. Удаление можно отменить и позже, из истории.',
    yes: 'Удалить',
    danger: true,
  });
  if (!sure) return;
  await act({
    rows,
    call: ({ id }) => api.call('DELETE /api/admin/aliases/:id', { params: { id } }),
    done: 'Алиас удалён',
    failed: 'Ошибка удаления алиаса',
    resources: ['aliases'],
    undo: { call: revert, done: 'Алиас возвращён', failed: 'Ошибка обновления алиаса' },
  });
}

export const aliasActions: Action<Alias>[] = [
  { key: 'edit', label: 'Изменить', icon: 'edit', run: ([alias]) => openAlias(alias) },
  { key: 'delete', label: 'Удалить', icon: 'trash', danger: true, bulk: true, asks: true, run: remove },
];
