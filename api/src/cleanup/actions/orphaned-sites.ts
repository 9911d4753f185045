import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import { unknownSites } from '../audit.queries.ts';
import type { AuditedIngress, ObserveState } from '../observed-state.ts';
import { orphanedSites } from '../orphans.ts';
import type { CleanupWork } from '../work.ts';

/** Site files of addresses that no existing tenant has. */
export function orphanedSitesWork(deps: {
  db: Knex;
  observeState: ObserveState;
  ingress: AuditedIngress;
}): CleanupWork {
  const { ingress } = deps;
  const isLiving = async (site: string): Promise<boolean> => (await unknownSites(deps.db, [site])).length === 0;
  return {
    counts: 'removed',
    async find(keys) {
      const findings = await orphanedSites(deps.db, await deps.observeState());
      return findings
        .filter(({ key }) => keys?.includes(key) ?? true)
        .map(({ key, label }) => ({
          key,
          label,
          what: 'Отложить файл сайта, удалить через 7 дней',
          why: 'Действующего заведения с таким адресом нет',
          bytes: null,
          evidence: 'site',
        }));
    },
    quarantine: {
      snapshot: async () => ({}),
      // a repetition after a crash may come late, when the address and its file belong to a new tenant
      setAside: async (site, aside) => ((await isLiving(site)) ? undefined : ingress.setAside?.(site, aside)),
      async restore(site, aside) {
        if (await isLiving(site)) throw new Conflict('subdomain_taken', 'Этот адрес уже занят другим заведением');
        await ingress.putBack?.(site, aside);
      },
      purge: async (_site, aside) => ingress.dropAside?.(aside),
    },
  };
}
