import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { AreasDialog } from './AreasDialog.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import type { Dialog } from './CountActions.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import type { CountActions } from './use-count-actions.ts';

/** Shows the dialog of the chosen action, which explains what will happen. */
export function CountDialogs({
  count,
  actions,
  dialog,
  close,
}: {
  count: CountDetails;
  actions: CountActions;
  dialog: Dialog;
  close: () => void;
}) {
  const done = { onSuccess: close };
  if (dialog === 'close') {
    return (
      <CloseDialog
        count={count}
        busy={actions.close.isPending}
        onSubmit={(uncounted) => actions.close.mutate({ uncounted }, done)}
        onClose={close}
      />
    );
  }
  if (dialog === 'reopen') {
    return (
      <ReasonDialog
        title="Открыть подсчёт снова"
        consequence={
          count.spot
            ? 'Записи можно будет добавлять и забирать.'
            : 'Остаток вернётся к тому, каким был до закрытия. Записи сохранятся, их можно добавлять и забирать.'
        }
        button="Открыть снова"
        busy={actions.reopen.isPending}
        onSubmit={(reason) => actions.reopen.mutate(reason, done)}
        onClose={close}
      />
    );
  }
  if (dialog === 'cancel') {
    return (
      <ReasonDialog
        title="Отменить подсчёт"
        consequence="Остаток не изменится. Записи останутся в истории, добавить новые будет нельзя."
        button="Отменить подсчёт"
        danger
        busy={actions.cancel.isPending}
        onSubmit={(reason) => actions.cancel.mutate(reason, done)}
        onClose={close}
      />
    );
  }
  return dialog === 'areas' ? <AreasDialog count={count} actions={actions} onClose={close} /> : null;
}
