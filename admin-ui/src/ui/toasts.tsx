import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { toast } from 'react-hot-toast';

/** Long enough to think better of it. */
const UNDO_MS = 8000;

let latest: { id: string; undo: () => void; until: number } | undefined;

/** Takes back what was done last, while it is still offered; whether there was anything. */
export function undoLast(): boolean {
  if (!latest || Date.now() > latest.until) return false;
  const { id, undo } = latest;
  latest = undefined;
  toast.dismiss(id);
  undo();
  return true;
}

/** What the server says of a failure, where it says anything. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.message ? error.message : undefined;

/** What was said before of something that could be taken back is no longer the last word on it. */
function dropLatest(): void {
  if (latest) toast.dismiss(latest.id);
  latest = undefined;
}

const undoButton = (id: string, undo: () => void) => (
  <button
    type="button"
    title="Ctrl Z"
    onClick={() => {
      if (latest?.id === id) latest = undefined;
      toast.dismiss(id);
      undo();
    }}
  >
    Отменить
  </button>
);

function offerUndo(shown: string, undo: () => void): void {
  latest = { id: shown, undo, until: Date.now() + UNDO_MS };
}

/** A success; with `undo` the toast offers to take it back. */
export function toastDone(text: string, undo?: () => void): void {
  dropLatest();
  if (!undo) {
    toast.success(text);
    return;
  }
  const shown = toast.success(
    ({ id }) => (
      <span className="toast-undo">
        {text}
        {undoButton(id, undo)}
      </span>
    ),
    { duration: UNDO_MS },
  );
  offerUndo(shown, undo);
}

/** Some were done and some were not: both, and the server's words, in one toast. */
export function toastPartly(done: string, failed: string, error: unknown, undo?: () => void): void {
  dropLatest();
  const shown = toast.error(
    ({ id }) => (
      <span className="toast-undo">
        <span>
          {done}. {failed}
          <span className="toast-reason">{wordsOf(error)}</span>
        </span>
        {undo && undoButton(id, undo)}
      </span>
    ),
    { duration: UNDO_MS },
  );
  if (undo) offerUndo(shown, undo);
}

/** How far many calls have come, until `end`; whoever thinks better of it stops the rest. */
export function toastProgress(total: number, onStop: () => void): { show: (past: number) => void; end: () => void } {
  const id = toast.loading('', { duration: Number.POSITIVE_INFINITY });
  const show = (past: number): void => {
    toast.loading(
      <span className="toast-undo">
        {past.toLocaleString('ru-RU')} из {total.toLocaleString('ru-RU')}
        <button type="button" onClick={onStop}>
          Остановить
        </button>
      </span>,
      { id },
    );
  };
  show(0);
  return { show, end: () => toast.remove(id) };
}

/** Stays until it is taken up: only whoever works here knows when. */
export const toastNewVersion = (): void =>
  void toast(
    () => (
      <span className="toast-undo">
        Вышла новая версия панели
        <button type="button" onClick={() => window.location.reload()}>
          Обновить
        </button>
      </span>
    ),
    { id: 'new-version', duration: Number.POSITIVE_INFINITY },
  );

/** A failure in our words, and under them the server's, where there are any. */
export function toastFailed(text: string, error?: unknown): void {
  dropLatest();
  const words = wordsOf(error);
  toast.error(
    words && words !== text ? (
      <span>
        {text}
        <span className="toast-reason">{words}</span>
      </span>
    ) : (
      text
    ),
    { duration: 6000 },
  );
}
