import type { LogEntry } from '@ostatok/api/contract/logs.endpoints.ts';
import { isAnyTenant, type LogFilter } from '@ostatok/api/contract/logs.ts';
import { createConcurrencyLimit } from '@ostatok/kit/node/concurrency-limit.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Host } from '../hosting/host.ts';
import { logParts } from '../hosting/log-file.ts';
import { accountOf, entryView, matcherOf, tenantOfId, type WantedPerson } from './entries.ts';
import { type FoundEntry, type SearchLimits, searchLogs } from './log-search.ts';
import type { LogSource } from './log-source.ts';
import { emailsOf, subdomainsOf, tenantIdOf, userIdOf } from './logs.queries.ts';
import { noLogFile } from './platform-log.service.ts';

/** The most searches at once: each reads up to some dozens of megabytes. */
const SEARCHES_AT_ONCE = 2;
/** Entries are reached by number to this one, as in other long lists; further ones by the cursor. */
const DEPTH = 10_000;

export interface LogsDeps {
  db: Knex;
  host: Pick<Host, 'kept' | 'logFiles'>;
  /** The file of the platform's own log; undefined where it goes to standard output. */
  logFile?: string | undefined;
  searchLimits?: SearchLimits | undefined;
}

interface Found {
  entries: LogEntry[];
  total: number;
  next: string | null;
  beyond: { isMore: boolean; depth: number; next: null; previous: null };
}

/** Where it is looked, and of which tenant the platform's lines are wanted. */
interface Place {
  sources: LogSource[];
  about?: string;
}

function cursorOf(text: string | undefined): { at: number; known: number } | undefined {
  const [at, known] = text ? text.split('-').map(Number) : [];
  return at === undefined || known === undefined ? undefined : { at, known };
}

/** Searches the logs of tenants and of the platform. They are files, so it asks the database for names alone. */
export function createLogs({ db, host, logFile, searchLimits }: LogsDeps) {
  const turn = createConcurrencyLimit(SEARCHES_AT_ONCE);
  const ofTenant = (tenant: string): LogSource => ({ tenant, files: host.logFiles?.(tenant) ?? [] });
  const ofPlatform = (): LogSource[] => (logFile === undefined ? [] : [{ files: logParts(logFile) }]);

  async function placeOf({ tenant, id }: LogFilter): Promise<Place> {
    if (id) {
      const tenants = [...new Set(id.map(tenantOfId))];
      return { sources: tenants.flatMap((one) => (one === undefined ? ofPlatform() : [ofTenant(one)])) };
    }
    if (isAnyTenant(tenant)) return { sources: [...ofPlatform(), ...(await host.kept()).map(ofTenant)] };
    if (tenant) {
      const about = await tenantIdOf(db, tenant);
      if (about === undefined) throw new NotFound('Заведение не найдено');
      return { sources: [ofTenant(about), ...ofPlatform()], about };
    }
    if (logFile !== undefined) return { sources: ofPlatform() };
    throw noLogFile();
  }

  /** An id means the account where the platform's log alone is searched; a venue numbers its own people. */
  async function personOf({ user, tenant }: LogFilter): Promise<WantedPerson | undefined> {
    if (!user) return undefined;
    if (user.includes('@')) return { text: user, account: await userIdOf(db, user) };
    return { text: user, account: tenant || !/^\d{1,9}$/.test(user) ? undefined : Number(user) };
  }

  async function named(found: FoundEntry[]): Promise<LogEntry[]> {
    const tenants = [...new Set(found.flatMap(({ tenant }) => tenant ?? []))];
    const accounts = [...new Set(found.flatMap((entry) => accountOf(entry) ?? []))];
    const names = { subdomains: await subdomainsOf(db, tenants), emails: await emailsOf(db, accounts) };
    return found.map((entry) => entryView(entry, names));
  }

  return {
    /** Throws NotFound. */
    async search(filter: LogFilter, { order, offset, limit }: ListPage): Promise<Found> {
      const { sources, about } = await placeOf(filter);
      const wanted = { ...filter, text: filter.search ?? filter.q, about, person: await personOf(filter) };
      const found = await turn(() =>
        searchLogs(
          sources,
          {
            order,
            offset: Math.min(offset, DEPTH),
            limit: Math.min(limit, DEPTH - Math.min(offset, DEPTH)),
            from: filter.from?.getTime() ?? 0,
            until: filter.to?.getTime() ?? Number.POSITIVE_INFINITY,
            after: cursorOf(filter.after),
            matches: matcherOf(wanted),
          },
          searchLimits,
        ),
      );
      const { total, next, isComplete } = found;
      const shown = Math.min(total, DEPTH);
      return {
        entries: await named(found.entries),
        total: shown,
        next: next ? `${next.at}-${next.known}` : null,
        beyond: { isMore: !isComplete || total > DEPTH, depth: shown, next: null, previous: null },
      };
    },
  };
}
export type Logs = ReturnType<typeof createLogs>;
