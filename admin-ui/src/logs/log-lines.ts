/** Fields that every line of a tenant's log has and that say nothing specific. */
const always = new Set(['level', 'time', 'pid', 'hostname', 'name', 'tenant', 'msg', 'v']);

const levels = [
  { from: 60, text: 'Крах', tone: 'bad' },
  { from: 50, text: 'Ошибка', tone: 'bad' },
  { from: 40, text: 'Внимание', tone: 'warn' },
  { from: 30, text: 'Инфо', tone: 'plain' },
  { from: 0, text: 'Отладка', tone: 'plain' },
] as const;

const times = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'medium' });

export interface LogLine {
  at: string | undefined;
  level: { text: string; tone: 'bad' | 'warn' | 'plain' } | undefined;
  words: string;
  /** The other fields of the line, as `name: value` lines. */
  rest: string;
}

type Entry = Record<string, unknown> & { time: number };

/** Parses a line of pino; undefined when a process wrote something else. */
function entryOf(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof (entry as Entry | null)?.time === 'number' ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields of a line; none where a process wrote something else. */
export const fieldsOf = (line: string): Record<string, unknown> => entryOf(line) ?? {};

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { message, stack } = value as { message?: unknown; stack?: unknown };
  if (typeof stack === 'string') return stack;
  return typeof message === 'string' ? message : JSON.stringify(value);
}

/** Converts a line of a tenant's log for display. */
export function logLine(line: string): LogLine {
  const entry = entryOf(line);
  if (!entry) return { at: undefined, level: undefined, words: line, rest: '' };
  const rest = Object.entries(entry).filter(([name]) => !always.has(name));
  return {
    at: times.format(entry.time),
    level: levels.find(({ from }) => Number(entry.level) >= from),
    words: String(entry.msg ?? ''),
    rest: rest.map(([name, value]) => `${name}: ${shown(value)}`).join('\n'),
  };
}
