import { TooMany } from '../errors.ts';

/** Runs jobs one after another, so that a server never has many spreadsheet processes; rejects when too many wait. */
export function oneAtATime(maxWaiting: number): <T>(job: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (job) => {
    if (waiting > maxWaiting) throw new TooMany(5, 'Слишком много файлов сразу. Подождите немного');
    waiting += 1;
    const turn = last.then(job);
    last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}
