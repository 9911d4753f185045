import { newId } from '@ostatok/kit/web/new-id.ts';
import toast, { type Renderable, type ToastOptions } from 'react-hot-toast';

let shown: string | undefined;

const shows = {
  done: toast.success,
  refused: toast.error,
  underWay: toast,
};

/**
 * Shows a toast about the last record in place of the one before. It gets an id of its own: a toast shown again while it
 * leaves may be removed by the end of its leaving.
 */
export function showLast(kind: keyof typeof shows, content: Renderable, options: ToastOptions = {}): void {
  if (shown !== undefined) toast.remove(shown);
  shown = newId();
  shows[kind](content, { ...options, id: shown });
}

/** Lets the toast about the last record leave. */
export function dismissLast(): void {
  if (shown !== undefined) toast.dismiss(shown);
}
