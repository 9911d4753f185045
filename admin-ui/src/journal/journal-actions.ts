import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { changed } from '../live/invalidation.ts';
import { act } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';

const FAILED = 'Не удалось отменить';

const undoAct = ({ id }: ActivityRecord): Promise<{ message: string }> =>
  api.call('POST /api/admin/activity/:id/undo', { params: { id } });

/** Shows the platform's own message, because it may have undone only a part. */
async function undoOne(entry: ActivityRecord): Promise<void> {
  try {
    toastDone((await undoAct(entry)).message);
  } catch (error) {
    toastFailed(FAILED, error);
  } finally {
    changed('activity');
  }
}

async function undo(entries: ActivityRecord[]): Promise<void> {
  const [first] = entries;
  if (!first) return;
  const isOne = entries.length === 1;
  const sure = await confirm({
    title: isOne ? 'Вернуть как было?' : `Вернуть как было: ${entries.length.toLocaleString('ru-RU')}?`,
    text: isOne ? `Будет отменено: ${first.description}` : 'Каждое из выбранных действий будет отменено.',
    yes: 'Вернуть',
  });
  if (!sure) return;
  if (isOne) await undoOne(first);
  else await act({ rows: entries, call: undoAct, done: 'Отменено', failed: FAILED, resources: ['activity'] });
}

export const journalActions: Action<ActivityRecord>[] = [
  {
    key: 'undo',
    label: 'Отменить',
    icon: 'refund',
    bulk: true,
    asks: true,
    isShown: ({ can_undo }) => can_undo,
    run: undo,
  },
];
