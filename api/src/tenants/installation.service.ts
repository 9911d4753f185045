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
 * Tells ours from theirs on a PostgreSQL server that several installations share: every database and role of a venue
 * carries the mark of the installation that made it, as a comment.
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
    /** Databases and roles that bear a venue's name, whoever made them. */
    databases: (): Promise<Marked[]> => listVenueDatabases(server),
    roles: (): Promise<Marked[]> => listVenueRoles(server),
    /** Right after a venue's database and role were made. */
    async markVenue(name: string): Promise<void> {
      await markAs(server, 'database', name, await mark());
      await markAs(server, 'role', name, await mark());
    },
    /** Venues that were made before there were marks, and those whose making a crash cut short. */
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
