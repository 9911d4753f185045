import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Host } from '../../hosting/host.ts';
import type { TenantRuntime } from '../../supervisor/tenant-runtime.service.ts';
import { notLiving } from '../audit.queries.ts';
import type { ObserveState } from '../observed-state.ts';
import { orphanedProcesses } from '../orphans.ts';
import { openKeys } from '../quarantine.queries.ts';
import type { CleanupWork } from '../work.ts';

/** Processes of tenants that are deleted or have no row, and files that the host keeps for tenants without a row. */
export function orphanedProcessesWork(deps: {
  db: Knex;
  observeState: ObserveState;
  host: Pick<Host, 'diskUse' | 'setAside' | 'putBack' | 'dropAside'>;
  runtime: Pick<TenantRuntime, 'stop'>;
}): CleanupWork {
  const { db, host, runtime } = deps;
  return {
    counts: 'removed',
    async find(keys) {
      const observed = await deps.observeState();
      const open = new Set(await openKeys(db, 'orphaned_containers'));
      const wanted = (key: string): boolean => (keys?.includes(key) ?? true) && !open.has(key);
      const findings = (await orphanedProcesses(db, observed)).filter(({ key }) => wanted(key));
      return Promise.all(
        findings.map(async ({ key, evidence }) => ({
          key,
          label: key,
          what: 'Остановить и отложить файлы, удалить через 7 дней',
          why: evidence.map(({ says }) => says).join('. '),
          bytes: await host.diskUse(key),
          evidence: JSON.stringify([observed.hosted.get(key)?.startedAt ?? null, observed.kept.has(key)]),
        })),
      );
    },
    quarantine: {
      snapshot: async () => ({}),
      async setAside(id, aside) {
        // a repetition after a crash may come late, when the tenant exists again
        if ((await notLiving(db, [id])).length === 0) return;
        await runtime.stop(id);
        await host.setAside(id, aside);
      },
      restore: (id, aside) => host.putBack(id, aside),
      purge: (_id, aside) => host.dropAside(aside),
    },
  };
}
