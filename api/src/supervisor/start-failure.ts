import { TABLES_BUSY_EXIT } from '@ostatok/tenant-runtime/contract/exit-codes.ts';

/** The platform stopped the tenant while it was starting, so nothing is wrong with it. */
export const isStoppedByUs = (error: unknown): boolean =>
  error instanceof Error && /SIGTERM|listened: 0$/.test(error.message);

const BUSY = new RegExp(`listened: ${TABLES_BUSY_EXIT}$`);

/** Others use the tenant's tables just now, so its migrations wait for another time: nothing is wrong with the release. */
export const isTablesBusy = (error: unknown): boolean => error instanceof Error && BUSY.test(error.message);

export const TABLES_BUSY = 'данные заведения сейчас заняты, например резервной копией или выгрузкой';

/** Describes to an administrator why a tenant did not start; the details are in its log. */
export function startFailureOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (isTablesBusy(error)) return TABLES_BUSY;
  if (/out of memory/.test(message)) return 'не хватило памяти, предел задаёт TENANT_MEMORY_MB';
  const [, status] = /answered (?:\S+ with )?(\d+)/.exec(message) ?? [];
  if (status) return `запустилось, но отвечает ошибкой ${status}`;
  if (/in time/.test(message)) return 'после запуска так и не ответило';
  return 'процесс завершился при запуске';
}

const MOST_LETTERS = 160;
/** Node's first line for an uncaught error; the lines of its causes are indented. */
const UNCAUGHT = /^[A-Za-z]*[Ee]rror(?: \[[A-Z_]+\])?: (.+)/;

/** The database driver puts the whole statement before the database's message. */
const COMMAND = /^(?:select|insert|update|delete|with|create|alter|drop|truncate)\b.* - /s;

/** Returns the failure that a log line reports; `listening` means that the tenant had started well by then. */
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

/** Returns the last failure logged since the tenant last listened, in the program's own words. */
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
