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

const MOST_LETTERS = 160;
/** Node's own words of an error that nobody caught; those of its causes are indented. */
const UNCAUGHT = /^[A-Za-z]*[Ee]rror(?: \[[A-Z_]+\])?: (.+)/;

/** The database driver puts the whole command before the database's own words. */
const COMMAND = /^(?:select|insert|update|delete|with|create|alter|drop|truncate)\b.* - /s;

/** What a line of a venue's log says of a failure; `listening`: it had started well by then. */
function saidBy(line: string): string | 'listening' | undefined {
  const [, uncaught] = UNCAUGHT.exec(line) ?? [];
  if (uncaught) return uncaught;
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (msg === 'listening') return 'listening';
    return Number(level) >= 50 ? (err?.message ?? msg) : undefined;
  } catch {
    return undefined;
  }
}

/** The last failure that the log tells since the venue last listened, in the words of the program itself. */
export function causeIn(lines: string[]): string | undefined {
  for (const line of lines.toReversed()) {
    const said = saidBy(line);
    if (said === 'listening') return undefined;
    if (said === undefined) continue;
    const reason = said.replace(COMMAND, '');
    if (reason) return reason.length > MOST_LETTERS ? `${reason.slice(0, MOST_LETTERS)}…` : reason;
  }
  return undefined;
}
