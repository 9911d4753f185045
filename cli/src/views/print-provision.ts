import type { Progress } from '../operations/create-tenant.ts';

const words = { waiting: 'ждёт', running: 'идёт', done: 'готово', failed: 'ошибка', undone: 'отменено' };

/** The counterpart of the Ink view without a terminal: prints one line each time a step's state changes. */
export function printProvision(write: (line: string) => void): {
  update: (progress: Progress) => void;
  end: () => void;
} {
  const seen = new Map<string, string>();
  return {
    update({ steps }) {
      for (const { name, label, status, ms, error } of steps) {
        if (seen.get(name) === status || status === 'waiting') continue;
        seen.set(name, status);
        write(`${label}: ${words[status]}${ms === undefined ? '' : `, ${ms} мс`}${error ? ` — ${error}` : ''}`);
      }
    },
    end() {},
  };
}
