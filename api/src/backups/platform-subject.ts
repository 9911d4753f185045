import { platformMigrations } from '../../../migrations/platform/list.ts';
import type { Subject } from './subjects.ts';

export function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.href;
}

/** The platform's own database. */
export const platformSubject = (databaseUrl: string, since = new Date(0)): Subject => ({
  tenantId: null,
  subdomain: null,
  label: 'База платформы',
  database: decodeURIComponent(new URL(databaseUrl).pathname.slice(1)),
  owner: null,
  urlOf: (database) => withDatabase(databaseUrl, database),
  migrations: platformMigrations,
  since,
  ensure: async () => true,
});
