import { currentRequestId } from '@ostatok/kit/node/request-scope.ts';

/** The text about a fault of ours: what to do, and the code by which support finds the lines of the log. */
export function ourFault(advice: string): string {
  const id = currentRequestId();
  return `Не получилось: ошибка у нас. ${advice}${id === undefined ? '' : `. Код для поддержки: ${id}`}`;
}
