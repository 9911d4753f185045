import { randomUUID } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import {
  findOrMakeInstallation,
  listVenueDatabases,
  listVenueRoles,
  type Marked,
  markAs,
  pluckUnpurged,
} from './installation.queries.ts';

/**
 * Distinguishes our databases from others' on a PostgreSQL server that several installations share: every database and
 * role of a tenant carries the mark of its installation as a comment.
 */
export function createInstallation({ db, server }: { db: Knex; server: Knex }) {
  let known: Promise<string> | undefined;

  function mark(): Promise<string> {
    known ??= findOrMakeInstallation(db, randomUUID()).then((id) => `ostatok:${id}`);
    known.catch(() => {
      known = undefined;
    });
    return known;
  }

  const unmarked = (all: Marked[], ids: Set<string>): string[] =>
    all.filter((one) => one.mark === null && ids.has(one.name)).map(({ name }) => name);

  return {
    mark,
    /** Lists databases and roles named like a tenant's, whoever made them. */
    databases: (): Promise<Marked[]> => listVenueDatabases(server),
    roles: (): Promise<Marked[]> => listVenueRoles(server),
    /** Call it right after a tenant's database and role were made. */
    async markVenue(name: string): Promise<void> {
      await markAs(server, 'database', name, await mark());
      await markAs(server, 'role', name, await mark());
    },
    /** Marks tenants that are older than marks, and those whose provisioning a crash interrupted. */
    async markAll(): Promise<void> {
      const ids = new Set(await pluckUnpurged(db));
      const ours = await mark();
      for (const name of unmarked(await listVenueDatabases(server), ids)) await markAs(server, 'database', name, ours);
      for (const name of unmarked(await listVenueRoles(server), ids)) await markAs(server, 'role', name, ours);
    },
  };
}
export type Installation = ReturnType<typeof createInstallation>;
export type { Marked };
