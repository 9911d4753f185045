import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { toast } from 'react-hot-toast';

/** Long enough to think better of it. */
const UNDO_MS = 8000;

/** What the server says of a failure, where it says anything. */
export const wordsOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.message ? error.message : undefined;

/** A success; with `undo` the toast offers to take it back. */
export function sayDone(text: string, undo?: () => void): void {
  if (!undo) {
    toast.success(text);
    return;
  }
  toast.success(
    ({ id }) => (
      <span className="toast-undo">
        {text}
        <button
          type="button"
          onClick={() => {
            toast.dismiss(id);
            undo();
          }}
        >
          Отменить
        </button>
      </span>
    ),
    { duration: UNDO_MS },
  );
}

/** A failure in our words, and under them the server's, where there are any. */
export function sayFailed(text: string, error?: unknown): void {
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
