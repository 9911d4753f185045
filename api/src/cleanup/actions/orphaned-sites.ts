import type { Knex } from '@ostatok/kit/node/db.ts';
import { orphanedSites } from '../orphans.ts';
import type { AuditedIngress, ReadTruths } from '../truths.ts';
import type { CleanupWork } from '../work.ts';

/** Site files of addresses that no living venue has. */
export function orphanedSitesWork(deps: { db: Knex; truths: ReadTruths; ingress: AuditedIngress }): CleanupWork {
  const { ingress } = deps;
  return {
    counts: 'removed',
    async find(keys) {
      const findings = await orphanedSites(deps.db, await deps.truths());
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
    shelf: {
      was: async () => ({}),
      take: async (site, aside) => ingress.setAside?.(site, aside),
      restore: async (site, aside) => ingress.putBack?.(site, aside),
      purge: async (_site, aside) => ingress.dropAside?.(aside),
    },
  };
}
