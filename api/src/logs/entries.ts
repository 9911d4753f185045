import type { LogEntry } from '@ostatok/api/contract/logs.endpoints.ts';
import { type LogFilter, type LogLevel, logLevels } from '@ostatok/api/contract/logs.ts';
import type { FoundEntry } from './log-search.ts';

/** The fields of a line that a search knows. */
interface Fields {
  msg?: unknown;
  reqId?: unknown;
  userId?: unknown;
  username?: unknown;
}

/** Parses a line of JSON. A line that was cut off has no fields. */
function fieldsOf({ line, isPlain }: FoundEntry): Fields {
  if (isPlain) return {};
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

export const idOfEntry = ({ tenant, at, place }: FoundEntry): string => `${tenant ?? 'platform'}.${at}.${place}`;

/** Reads the id that an entry has in answers: whose log it is in. */
export const tenantOfId = (id: string): string | undefined => {
  const [name] = id.split('.');
  return name === 'platform' ? undefined : name;
};

const levelOf = (level: number): LogLevel =>
  (Object.entries(logLevels) as [LogLevel, number][]).findLast(([, least]) => level >= least)?.[0] ?? 'debug';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The account that a line of the platform's is of. */
export function accountOf(entry: FoundEntry): number | undefined {
  if (entry.tenant !== undefined) return undefined;
  const { userId } = fieldsOf(entry);
  return typeof userId === 'number' ? userId : undefined;
}

export interface Names {
  subdomains: Map<string, string>;
  emails: Map<number, string>;
}

export function entryView(entry: FoundEntry, { subdomains, emails }: Names): LogEntry {
  const { at, level, tenant, line } = entry;
  const { msg, reqId, userId, username } = fieldsOf(entry);
  const account = accountOf(entry);
  const name = account === undefined ? textOf(username) : emails.get(account);
  return {
    id: idOfEntry(entry),
    at: new Date(at).toISOString(),
    level: levelOf(level),
    message: textOf(msg) ?? line,
    tenant: tenant ?? null,
    subdomain: (tenant && subdomains.get(tenant)) ?? null,
    request: textOf(reqId),
    user: name ?? (typeof userId === 'number' ? `№ ${userId}` : null),
    line,
  };
}

/** Who is looked for: in a venue's log by id or login, in the platform's by the id of an account. */
export interface WantedPerson {
  text: string;
  account: number | undefined;
}

function isBy({ text, account }: WantedPerson, entry: FoundEntry): boolean {
  if (entry.isPlain || !entry.line.includes('"userId":')) return false;
  const { userId, username } = fieldsOf(entry);
  if (entry.tenant === undefined) return account !== undefined && userId === account;
  return String(userId) === text || textOf(username)?.toLowerCase() === text.toLowerCase();
}

export interface Wanted extends Pick<LogFilter, 'id' | 'request' | 'level'> {
  text: string | undefined;
  person: WantedPerson | undefined;
  /** Of the platform's log only what is about this tenant is wanted. */
  about: string | undefined;
}

/** Tells whether an entry is looked for; the quickest questions come first. */
export function matcherOf({ id, request, level, text, person, about }: Wanted): (entry: FoundEntry) => boolean {
  const least = level ? logLevels[level] : 0;
  const lower = text?.toLowerCase();
  const ids = id && new Set(id);
  return (entry) =>
    entry.level >= least &&
    (!request || entry.line.includes(`"reqId":"${request}"`)) &&
    (about === undefined || entry.tenant !== undefined || entry.line.includes(`"tenant":"${about}"`)) &&
    (!lower || entry.line.toLowerCase().includes(lower)) &&
    (!ids || ids.has(idOfEntry(entry))) &&
    (!person || isBy(person, entry));
}
