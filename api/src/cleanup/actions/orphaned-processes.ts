import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Host } from '../../hosting/host.ts';
import type { TenantRuntime } from '../../tenants/tenant-runtime.service.ts';
import { notLiving } from '../audit.queries.ts';
import { orphanedProcesses } from '../orphans.ts';
import { openKeys } from '../quarantine.queries.ts';
import type { ReadTruths } from '../truths.ts';
import type { CleanupWork } from '../work.ts';

/** Processes of venues that do not live, and what the host keeps for venues that never were. */
export function orphanedProcessesWork(deps: {
  db: Knex;
  truths: ReadTruths;
  host: Pick<Host, 'diskUse' | 'setAside' | 'putBack' | 'dropAside'>;
  runtime: Pick<TenantRuntime, 'stop'>;
}): CleanupWork {
  const { db, host, runtime } = deps;
  return {
    counts: 'removed',
    async find(keys) {
      const truths = await deps.truths();
      const open = new Set(await openKeys(db, 'orphaned_containers'));
      const wanted = (key: string): boolean => (keys?.includes(key) ?? true) && !open.has(key);
      const findings = (await orphanedProcesses(db, truths)).filter(({ key }) => wanted(key));
      return Promise.all(
        findings.map(async ({ key, evidence }) => ({
          key,
          label: key,
          what: 'Остановить и отложить файлы, удалить через 7 дней',
          why: evidence.map(({ says }) => says).join('. '),
          bytes: await host.diskUse(key),
          evidence: JSON.stringify([truths.hosted.get(key)?.startedAt ?? null, truths.kept.has(key)]),
        })),
      );
    },
    shelf: {
      was: async () => ({}),
      async take(id, aside) {
        // taken up late, after a crash: it may have come back
        if ((await notLiving(db, [id])).length === 0) return;
        await runtime.stop(id);
        await host.setAside(id, aside);
      },
      restore: (id, aside) => host.putBack(id, aside),
      purge: (_id, aside) => host.dropAside(aside),
    },
  };
}
