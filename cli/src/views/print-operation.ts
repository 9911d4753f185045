import type { OperationProgress } from '../operations/follow-operation.ts';
import { countsOf, shareOf, wordOf } from './operation-words.ts';

/** The same as the Ink view where there is no terminal: a line for each tenth of the way and for each failure. */
export function printOperation(write: (line: string) => void): {
  update: (progress: OperationProgress) => void;
  end: () => void;
} {
  const told = new Set<string>();
  let tenth = -1;
  let lostSaid = false;
  return {
    update({ operation, failed, lost }) {
      if (lost && !lostSaid) write('Связь потеряна, платформа продолжает работу. Ждём…');
      lostSaid = lost;
      for (const item of failed) {
        if (told.has(item.key)) continue;
        told.add(item.key);
        write(`Ошибка: ${item.label}: ${item.message ?? 'не удалось'}`);
      }
      const reached = Math.floor(shareOf(operation) * 10);
      const over = operation.finished_at !== null;
      if (reached === tenth && !over) return;
      tenth = reached;
      const state = over ? `${wordOf(operation)}${operation.message ? `. ${operation.message}` : ''}: ` : '';
      write(`${state || `${operation.title}: `}${countsOf(operation)}`);
    },
    end() {},
  };
}
