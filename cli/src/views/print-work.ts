import type { Progress } from '../operations/follow-work.ts';
import { countsOf, shareOf, wordOf } from './work-labels.ts';

/**
 * The counterpart of the Ink view without a terminal: prints a line for each tenth of the progress and for each
 * failure.
 */
export function printWork(write: (line: string) => void): {
  update: (progress: Progress) => void;
  end: () => void;
} {
  const printed = new Set<string>();
  let tenth = -1;
  let lostSaid = false;
  return {
    update({ work, failed, lost }) {
      if (lost && !lostSaid) write('Связь потеряна, платформа продолжает работу. Ждём…');
      lostSaid = lost;
      for (const item of failed) {
        if (printed.has(item.key)) continue;
        printed.add(item.key);
        write(`Ошибка: ${item.label}: ${item.message ?? 'не удалось'}`);
      }
      const reached = Math.floor(shareOf(work) * 10);
      const over = work.finished_at !== null;
      if (reached === tenth && !over) return;
      tenth = reached;
      const state = over ? `${wordOf(work)}${work.message ? `. ${work.message}` : ''}: ` : '';
      write(`${state || `${work.title}: `}${countsOf(work)}`);
    },
    end() {},
  };
}
