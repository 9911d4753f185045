import type { Knex } from '@ostatok/kit/node/db.ts';
import type { TenantRow } from '../../platform/tables.ts';
import type { Provisioning } from '../../provisioning/provisioning.service.ts';
import type { TenantRuntime } from '../../supervisor/tenant-runtime.service.ts';
import { STUCK_MS } from '../audit.service.ts';
import type { AuditedIngress, ObservedState, ObserveState } from '../observed-state.ts';
import { countLiving, findUnfinishedProvision, listLiving } from '../venues.queries.ts';
import type { CleanupWork } from '../work.ts';

const AT_ONCE = 20;

type Mismatch = 'crashed' | 'running' | 'stale' | 'stuck' | 'siteless';
const texts: Record<Mismatch, { what: string; why: string }> = {
  crashed: { what: 'Запустить', why: 'Должно работать, но процесс завершился' },
  running: { what: 'Остановить', why: 'Приостановлено, но процесс работает' },
  stale: { what: 'Забыть адрес процесса', why: 'По записанному адресу никто не отвечает' },
  stuck: { what: 'Закончить создание или отменить его', why: 'Создаётся дольше 10 минут' },
  siteless: { what: 'Создать файл сайта', why: 'Нет файла сайта' },
};

interface MismatchDeps {
  db: Knex;
  observeState: ObserveState;
  runtime: Pick<TenantRuntime, 'restart' | 'suspend' | 'isGone' | 'forgetEndpoint'>;
  provisioning: Pick<Provisioning, 'run'>;
  ingress: Pick<AuditedIngress, 'sync'>;
  /** Deletes a tenant as of that time, whatever its state. */
  remove: (id: string, at: Date) => Promise<void>;
  now: () => Date;
}

/** Tenants whose row contradicts the host or the ingress. */
export function mismatchesWork({
  db,
  observeState,
  runtime,
  provisioning,
  ingress,
  remove,
  now,
}: MismatchDeps): CleanupWork {
  async function mismatchOf(row: TenantRow, { hosted, sites }: ObservedState): Promise<Mismatch | undefined> {
    const state = hosted.get(row.id)?.state;
    if (row.status === 'creating') return now().getTime() - row.created_at.getTime() > STUCK_MS ? 'stuck' : undefined;
    if (row.status === 'suspended' && state === 'running') return 'running';
    if (row.status === 'active' && state === 'crashed') return 'crashed';
    if (!state && row.endpoint && (await runtime.isGone(row))) return 'stale';
    if (ingress.sync && sites && !sites.includes(row.subdomain)) return 'siteless';
    return undefined;
  }

  async function findAll(keys?: string[]): Promise<{ row: TenantRow; mismatch: Mismatch }[]> {
    const [observed, rows] = await Promise.all([observeState(), listLiving(db, keys)]);
    const found: { row: TenantRow; mismatch: Mismatch }[] = [];
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE);
      const mismatches = await Promise.all(some.map((row) => mismatchOf(row, observed)));
      for (const [at, row] of some.entries()) {
        const mismatch = mismatches[at];
        if (mismatch) found.push({ row, mismatch });
      }
    }
    return found;
  }

  async function fix(row: TenantRow, mismatch: Mismatch): Promise<string | undefined> {
    switch (mismatch) {
      case 'crashed':
        await runtime.restart(row);
        return undefined;
      case 'running':
        await runtime.suspend(row.id);
        return undefined;
      case 'stale':
        await runtime.forgetEndpoint(row);
        return undefined;
      case 'siteless':
        await ingress.sync?.();
        return undefined;
      case 'stuck': {
        const provision = await findUnfinishedProvision(db, row.id);
        // without a running provision nothing can finish it, and no other code deletes it
        await (provision ? provisioning.run(provision.id) : remove(row.id, now()));
        return undefined;
      }
    }
  }

  return {
    counts: 'fixed',
    checked: () => countLiving(db),
    async find(keys) {
      const found = await findAll(keys);
      return found.map(({ row, mismatch }) => ({
        key: row.id,
        label: row.subdomain,
        ...texts[mismatch],
        bytes: null,
        evidence: mismatch,
      }));
    },
    async apply(key) {
      const [found] = await findAll([key]);
      return found ? fix(found.row, found.mismatch) : 'Уже исправлено';
    },
  };
}
