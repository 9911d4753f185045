import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { toast } from 'react-hot-toast';

/** Long enough for second thoughts. */
const UNDO_MS = 8000;

let latest: { id: string; undo: () => void; until: number } | undefined;

/** Undoes the last action while its undo is still offered; returns whether there was one. */
export function undoLast(): boolean {
  if (!latest || Date.now() > latest.until) return false;
  const { id, undo } = latest;
  latest = undefined;
  toast.dismiss(id);
  undo();
  return true;
}

/** The server's error message, if there is one. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.message ? error.message : undefined;

/** Dismisses the toast with the last undo, because a newer result replaces it. */
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

/** A success toast; with `undo` it offers to undo the action. */
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

/** One toast for a partial success: both counts and the server's error message. */
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

/** Shows the number of finished calls until `end` is called; the user can stop the remaining ones. */
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

/** Stays until the user reloads, because only they know when it suits. */
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

/** An error toast with our text and, below it, the server's message if there is one. */
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
