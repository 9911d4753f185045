import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { day } from '../../platform/russian.ts';
import type { TrustedClock } from '../../trusted-clock/trusted-clock.service.ts';
import { databaseBytes } from '../set-aside-databases.queries.ts';
import { listDeleted } from '../venues.queries.ts';
import type { CleanupWork } from '../work.ts';

const RETENTION_MS = VENUE_RETENTION_DAYS * 86_400_000;
const HELD = 'Часы платформы переводили, или она не работала. Повторите через сутки её работы';

/** Deleted tenants: their data is only listed until its term is over, and is then deleted. */
export function deletedVenuesWork(deps: {
  db: Knex;
  server: Knex;
  trustedClock: Pick<TrustedClock, 'trusted'>;
  purge: (id: string) => Promise<boolean>;
  now: () => Date;
}): CleanupWork {
  const { db, server, now } = deps;
  const endOf = (deletedAt: Date | null): Date => new Date((deletedAt?.getTime() ?? now().getTime()) + RETENTION_MS);
  const keptUntil = (end: Date): string => `Хранится до ${day(end)}`;
  return {
    counts: 'deleted',
    async find(keys) {
      const found = [];
      for (const { id, subdomain, deleted_at } of await listDeleted(db, keys)) {
        const end = endOf(deleted_at);
        found.push({
          key: id,
          label: subdomain,
          what: end <= now() ? 'Стереть данные навсегда' : `${keptUntil(end)}: пока остаётся`,
          why: deleted_at ? `Удалено ${day(deleted_at)}` : 'Удалено',
          bytes: await databaseBytes(server, id),
          evidence: JSON.stringify(deleted_at),
        });
      }
      return found;
    },
    async apply(key) {
      const [venue] = await listDeleted(db, [key]);
      const end = endOf(venue?.deleted_at ?? null);
      const at = await deps.trustedClock.trusted();
      if (end > (at ?? now())) return keptUntil(end);
      if (!at) return HELD;
      return (await deps.purge(key)) ? undefined : 'Данные уже стёрты';
    },
  };
}
