import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { PushState } from '@ostatok/api/contract/pushes.endpoints.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { useId, useState } from 'react';
import { confirm } from '../ui/confirm.tsx';
import { timeText } from '../ui/texts.ts';
import { toastFailed } from '../ui/toasts.tsx';
import { PushProgress } from './PushProgress.tsx';
import { isOver, startPush, useOperation, usePush } from './push-calls.ts';

const counted = (n: number, words: [string, string, string]): string =>
  `${n.toLocaleString('ru-RU')} ${plural(n, words)}`;

function PushSummary({ state, last }: { state: PushState | undefined; last: Operation | null | undefined }) {
  const { pending = 0, pendingVenues = 0 } = state ?? {};
  const changes = counted(pending, ['изменение', 'изменения', 'изменений']);
  const venues = counted(pendingVenues, ['заведение', 'заведения', 'заведений']);
  return (
    <p>
      {pending > 0
        ? `Ещё не доставлено: ${changes}. Ждут: ${venues}.`
        : 'Заведения уже получили все изменения каталога.'}{' '}
      {last?.finished_at && <span className="dim">Последняя отправка {timeText(last.finished_at)}.</span>}
    </p>
  );
}

const isSure = (): Promise<boolean> =>
  confirm({
    title: 'Отправить изменения всем заведениям?',
    text: 'Объёмы и веса позиций с этими штрихкодами обновятся. Заведения, которые их не используют, не затрагиваются.',
    yes: 'Отправить',
  });

/** Pushes the catalogue's changes to all tenants: first a dry run, then the push, followed to its end. */
export function PushDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data: state } = usePush();
  /** Kept after the operation has ended, so that its result is shown. */
  const [followed, setFollowed] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const running = state?.last && !isOver(state.last) ? state.last : undefined;
  if (running && followed === undefined) setFollowed(running.id);
  const { data: operation } = useOperation(followed);
  const isGoing = operation ? !isOver(operation) : followed !== undefined;

  async function start(dryRun: boolean): Promise<void> {
    if (!dryRun && !(await isSure())) return;
    setBusy(true);
    try {
      setFollowed((await startPush(dryRun)).id);
    } catch (error) {
      toastFailed('Ошибка отправки изменений', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>Отправка всем заведениям</DialogTitle>
      <DialogContent>
        <PushSummary state={state} last={state?.last} />
        {operation && <PushProgress operation={operation} />}
        {isGoing && <p className="dim">Окно можно закрыть: отправка продолжится.</p>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Закрыть
        </Button>
        <Button variant="outlined" disabled={isGoing || isBusy} onClick={() => void start(true)}>
          Проверить
        </Button>
        <Button variant="contained" disabled={isGoing || isBusy} onClick={() => void start(false)}>
          Отправить
        </Button>
      </DialogActions>
    </Dialog>
  );
}
