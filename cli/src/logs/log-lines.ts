import { styleText } from 'node:util';
import { ZONE } from '../output/format.ts';
import { printableValue } from '../output/printable.ts';

type Style = Parameters<typeof styleText>[0];
const levels: [least: number, word: string, style: Style][] = [
  [60, 'КРАХ', ['red', 'bold']],
  [50, 'ОШИБКА', 'red'],
  [40, 'ВНИМАНИЕ', 'yellow'],
  [30, 'инфо', 'green'],
  [0, 'отладка', 'gray'],
];
const WIDEST = 8;
/** Fields that are the same in every line of a log or are displayed separately. */
const always = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'v']);

const clock = new Intl.DateTimeFormat('ru-RU', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: ZONE,
});

type Entry = Record<string, unknown> & { time: number };

const START = '{"level":';

/**
 * Parses a pino line; undefined when a process wrote something else. When a full disk has cut a line off, the next one
 * follows on the same line.
 */
function entryOf(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line, printableValue) as Entry;
    return typeof entry.time === 'number' ? entry : undefined;
  } catch {
    const next = line.lastIndexOf(START);
    return next > 0 ? entryOf(line.slice(next)) : undefined;
  }
}

/** The fields of a line besides its message; a tenant's own log need not name the tenant where it alone is shown. */
const restOf = (entry: Entry, withTenant: boolean): [string, unknown][] =>
  Object.entries(entry).filter(
    ([name]) => !always.has(name) && (name !== 'tenant' || withTenant || entry.name === 'platform'),
  );

export interface LogEntry {
  at: string | null;
  level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | null;
  message: string;
  [name: string]: unknown;
}
const levelNames = { 60: 'fatal', 50: 'error', 40: 'warn', 30: 'info', 0: 'debug' } as const;

/** Converts a log line for programs; a line that is not pino's has only its text. */
export function objectOf(line: string, withTenant = false): LogEntry {
  const entry = entryOf(line);
  if (!entry) return { at: null, level: null, message: line };
  const [least] = levels.find(([from]) => Number(entry.level) >= from) ?? [0];
  return {
    ...Object.fromEntries(restOf(entry, withTenant)),
    at: new Date(entry.time).toISOString(),
    level: levelNames[least as keyof typeof levelNames],
    message: String(entry.msg ?? ''),
  };
}

function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { message } = value as { message?: unknown };
  return typeof message === 'string' ? message : JSON.stringify(value);
}

/** Formats a tenant's log line for a person: the time, the level in colour, the message. */
export function readable(line: string, withTenant = false): string {
  const entry = entryOf(line);
  if (!entry) return styleText('dim', line, { stream: process.stdout });
  const [, word, style] = levels.find(([least]) => Number(entry.level) >= least) ?? [0, '', 'reset' as Style];
  const rest = restOf(entry, withTenant).map(([name, value]) => `${name}=${shownValue(value)}`);
  const said = [entry.msg ?? '', ...rest].filter(Boolean);
  const level = styleText(style, word.padEnd(WIDEST), { stream: process.stdout });
  return `${clock.format(entry.time).replace(',', '')}  ${level}  ${said.join('  ')}`;
}

/** The lines written since a moment; a line without a time belongs to the one before it. */
export function since(lines: string[], from: number): string[] {
  let isLate = false;
  return lines.filter((line) => {
    const entry = entryOf(line);
    if (entry) isLate = entry.time >= from;
    return isLate;
  });
}

const spans: Record<string, number> = { с: 1, s: 1, м: 60, m: 60, ч: 3600, h: 3600, д: 86_400, d: 86_400 };

const today = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: ZONE });
/** Moscow has had no other offset since 2014. */
const inZone = (text: string): number => new Date(`${text}+03:00`).getTime();

/** Parses `10m`, `2ч`, `14:30` of today, or a day with or without a time; undefined for anything else. */
export function momentOf(text: string, now: Date): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})\s*([sсmмhчdд])$/i.exec(text) ?? [];
  if (count) return now.getTime() - Number(count) * (spans[unit.toLowerCase()] ?? 0) * 1000;
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  const [, date, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  const at = hours
    ? inZone(`${today.format(now)}T${hours.padStart(2, '0')}:${minutes}`)
    : date
      ? inZone(`${date}T${time}`)
      : Date.parse(/^\d{4}-\d{2}-\d{2}T/.test(text) ? text : '');
  return Number.isNaN(at) ? undefined : at;
}

/** The lines that follow those seen; undefined when the two no longer overlap. */
export function newLines(seen: string[], last: string[]): string[] | undefined {
  if (seen.length === 0) return last;
  for (let end = last.length; end > 0; end -= 1) {
    const both = Math.min(end, seen.length);
    const isThere = last.slice(end - both, end).every((line, i) => line === seen[seen.length - both + i]);
    if (isThere) return last.slice(end);
  }
  return last.length === 0 ? [] : undefined;
}
