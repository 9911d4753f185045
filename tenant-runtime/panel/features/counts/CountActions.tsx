import { Button, Menu } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { Ellipsis, RotateCcw } from 'lucide-react';
import toast from 'react-hot-toast';
import { useAllLines } from '../../counts/counts.ts';
import { useIsAdmin } from '../../workspace/workspace.ts';
import { CountExport } from './CountExport.tsx';
import classes from './Counts.module.css';
import type { CountActions } from './use-count-actions.ts';

export type Dialog = 'close' | 'reopen' | 'cancel' | 'areas' | null;

/** Offers a recount of the lines whose discrepancy exceeds the threshold. */
function Recount({ count, actions }: { count: CountDetails; actions: CountActions }) {
  const { recountThreshold: threshold } = count;
  const { data: lines } = useAllLines(count.id, { state: 'differs' }, threshold !== null);
  const beyond = (lines ?? []).filter(
    ({ difference, recount }) => !recount && Math.abs(difference ?? 0) > (threshold ?? 0),
  );
  if (threshold === null || beyond.length === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<RotateCcw size={20} aria-hidden />}
      loading={actions.recount.isPending}
      onClick={() =>
        actions.recount.mutate(threshold, {
          onSuccess: ({ lines: asked }) =>
            toast.success(`На пересчёт: ${asked} ${plural(asked, ['строка', 'строки', 'строк'])}`),
        })
      }
    >
      Пересчитать {beyond.length} {plural(beyond.length, ['строку', 'строки', 'строк'])}
    </Button>
  );
}

/** The actions that this user may take on the count in its present state. */
export function Actions({
  count,
  actions,
  setDialog,
}: {
  count: CountDetails;
  actions: CountActions;
  setDialog: (dialog: Dialog) => void;
}) {
  const isAdmin = useIsAdmin();
  if (count.status === 'cancelled') return null;
  if (count.status === 'closed') {
    return (
      <div className={classes.actions}>
        {!count.hidden && <CountExport count={count} />}
        {isAdmin && (
          <Button variant="default" onClick={() => setDialog('reopen')}>
            Открыть снова
          </Button>
        )}
      </div>
    );
  }
  if (!isAdmin) return null;
  return (
    <div className={classes.actions}>
      <Recount count={count} actions={actions} />
      <Button onClick={() => setDialog('close')}>Закрыть подсчёт</Button>
      <Menu position="bottom-end" shadow="md" styles={{ item: { minHeight: '3rem' } }}>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label="Другие действия">
            <Ellipsis size={20} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('areas')}>Зоны и порог</Menu.Item>
          <Menu.Item color="red" onClick={() => setDialog('cancel')}>
            Отменить подсчёт
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
