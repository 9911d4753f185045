import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { useId, useState } from 'react';
import { confirm } from '../ui/confirm.tsx';
import { sayFailed } from '../ui/say.tsx';
import { timeText } from '../ui/texts.ts';
import { PushProgress } from './PushProgress.tsx';
import { isOver, startPush, useOperation, usePush } from './push-calls.ts';

function Standing({ pending, last }: { pending: number; last: Operation | null | undefined }) {
  const changes = plural(pending, ['изменение', 'изменения', 'изменений']);
  return (
    <p>
      {pending > 0
        ? `Ещё не отправлено: ${pending.toLocaleString('ru-RU')} ${changes}.`
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

/** Brings the catalogue's changes to every venue: tried first, then done, and followed until its end. */
export function PushDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { data: state } = usePush();
  /** Kept when it is over, so that its end is seen. */
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
      sayFailed('Ошибка отправки изменений', error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>Отправка всем заведениям</DialogTitle>
      <DialogContent>
        <Standing pending={state?.pending ?? 0} last={state?.last} />
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
