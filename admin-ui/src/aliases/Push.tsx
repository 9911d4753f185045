import { Button } from '@mui/material';
import { openDialog } from '../ui/dialogs.tsx';
import { timeText } from '../ui/texts.ts';
import { PushDialog } from './PushDialog.tsx';
import { isOver, usePush } from './push-calls.ts';

export const openPush = (): void => openDialog((close) => <PushDialog onClose={close} />);

export function PushButton() {
  const { data } = usePush();
  const pending = data?.pending ?? 0;
  return (
    <Button variant="outlined" className="push-button" onClick={openPush}>
      Отправить всем{pending > 0 && ` (${pending.toLocaleString('ru-RU')})`}
    </Button>
  );
}

/** Shows a running push, wherever it was started; renders nothing without one. */
export function PushStrip() {
  const { data } = usePush();
  const last = data?.last;
  if (!last || isOver(last)) return null;
  const past = last.done + last.failed + last.skipped;
  return (
    <section className="push-strip" aria-label={last.title}>
      <strong>{last.status === 'paused' ? 'Отправка приостановлена' : last.title}</strong>
      <progress max={Math.max(1, last.total)} value={past} aria-label={last.title} />
      <span className="dim">
        {past.toLocaleString('ru-RU')} из {last.total.toLocaleString('ru-RU')}, с {timeText(last.created_at)}
      </span>
      <Button size="small" onClick={openPush}>
        Подробнее
      </Button>
    </section>
  );
}
