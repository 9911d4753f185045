import type { Knex } from '@ostatok/kit/node/db.ts';
import type { ObserveState } from '../observed-state.ts';
import { orphanedDatabases } from '../orphans.ts';
import {
  databaseBytes,
  dropDatabaseAside,
  findDatabase,
  maySignIn,
  putDatabaseBack,
  setDatabaseAside,
} from '../set-aside-databases.queries.ts';
import type { CleanupWork, Found, QuarantineSteps } from '../work.ts';

/** A type, not an interface, because it is stored as a record of values. */
type Was = {
  connections: boolean;
  login: boolean;
};

/** Databases and roles that this installation has created and that belong to no tenant's row. */
export function orphanedDatabasesWork(deps: { db: Knex; server: Knex; observeState: ObserveState }): CleanupWork {
  const { db, server, observeState } = deps;

  async function refuseOthers(aside: string): Promise<void> {
    const { mark } = await observeState();
    const present = await findDatabase(server, aside);
    if (present && present.mark !== mark) throw new Error(`database ${aside} does not carry our mark`);
  }

  const steps: QuarantineSteps<Was> = {
    async snapshot(name) {
      const [database, login] = await Promise.all([findDatabase(server, name), maySignIn(server, name)]);
      return { connections: database?.connections ?? false, login: login ?? false };
    },
    async setAside(name, aside) {
      // it is already set aside, so a database under the original name is another one
      if (await findDatabase(server, aside)) return;
      await refuseOthers(name);
      await setDatabaseAside(server, name, aside);
    },
    restore: (name, aside, was) => putDatabaseBack(server, name, aside, was),
    async purge(name, aside) {
      await refuseOthers(aside);
      await dropDatabaseAside(server, name, aside);
    },
  };

  return {
    counts: 'deleted',
    async find(keys) {
      const observed = await observeState();
      const ours = (await orphanedDatabases(db, observed)).filter(
        ({ ours, key }) => ours && (keys?.includes(key) ?? true),
      );
      const found: Found[] = [];
      for (const { key } of ours) {
        const oid = (await findDatabase(server, key))?.oid ?? null;
        found.push({
          key,
          label: key,
          what:
            oid === null ? 'Закрыть роль, удалить через 7 дней' : 'Закрыть и переименовать базу, удалить через 7 дней',
          why: 'Создана этой установкой, но заведения с таким номером нет',
          bytes: oid === null ? null : await databaseBytes(server, key),
          evidence: JSON.stringify([oid, observed.roles.has(key)]),
        });
      }
      return found;
    },
    quarantine: steps,
  };
}
