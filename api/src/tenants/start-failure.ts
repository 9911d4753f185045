/** Stopped by us while it was starting: nothing is wrong with it. */
export const isStoppedByUs = (error: unknown): boolean =>
  error instanceof Error && /SIGTERM|listened: 0$/.test(error.message);

/** Why a venue did not start, as an administrator reads it; the details are in its log. */
export function startFailureOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/out of memory/.test(message)) return 'не хватило памяти, предел задаёт TENANT_MEMORY_MB';
  if (/in time/.test(message)) return 'после запуска так и не ответило';
  return 'процесс завершился при запуске';
}
