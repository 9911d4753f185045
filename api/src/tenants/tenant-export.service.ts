import type { Readable } from 'node:stream';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, TooMany } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { openWorkbook, VenueAway } from './tenant-workbook.ts';

/** The most workbooks of one owner at once: each wakes a tenant. */
const AT_ONCE = 3;

interface TenantExportDeps {
  db: Knex;
  runtime: Pick<
    TenantRuntime,
    'addressEvenIfSuspended' | 'acquireInstance' | 'releaseInstance' | 'begin' | 'end' | 'markUnreachable'
  >;
  security: Pick<SecurityLog, 'record'>;
  log: Logger;
}

/**
 * Exports a tenant's data for its owner. It also works while the tenant is suspended, so that nobody has to pay to
 * leave: the tenant then runs only for the export and lets nobody else in.
 */
export function createTenantExport({ db, runtime, security, log }: TenantExportDeps) {
  /** Running exports by owner. */
  const open = new Map<number, number>();

  /** Finds the owner's tenant; another owner's gives 404 too, so that an id reveals nothing. */
  async function ownedBy(ownerId: number, id: string): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row || row.owner_id !== ownerId || row.status === 'deleted') {
      throw new NotFound('Заведение не найдено', 'tenant_not_found');
    }
    if (row.status === 'creating') throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Подождите минуту');
    return row;
  }

  function begin(ownerId: number, id: string): void {
    const count = open.get(ownerId) ?? 0;
    if (count >= AT_ONCE) throw new TooMany(5, 'Слишком много файлов сразу. Подождите немного');
    open.set(ownerId, count + 1);
    runtime.begin(id);
    runtime.acquireInstance(id);
  }

  async function end(ownerId: number, id: string): Promise<void> {
    const count = (open.get(ownerId) ?? 1) - 1;
    if (count > 0) open.set(ownerId, count);
    else open.delete(ownerId);
    runtime.end(id);
    await runtime
      .releaseInstance(id)
      .catch((error) => log.error({ err: error, tenant: id }, 'suspended venue not stopped after its export'));
  }

  async function write(id: string, gone: AbortSignal): Promise<Readable> {
    const address = await runtime.addressEvenIfSuspended(id);
    try {
      return await openWorkbook(address, gone);
    } catch (error) {
      if (!(error instanceof VenueAway)) throw error;
      // another api process may have put it to sleep
      runtime.markUnreachable(id, address.endpoint);
      return openWorkbook(await runtime.addressEvenIfSuspended(id), gone);
    }
  }

  return {
    /** `use` gets the workbook and returns when it was passed on; `gone` aborts when nobody waits any more. */
    async workbook(
      ownerId: number,
      id: string,
      gone: AbortSignal,
      use: (file: { name: string; bytes: Readable }) => Promise<void>,
    ): Promise<void> {
      const { subdomain } = await ownedBy(ownerId, id);
      begin(ownerId, id);
      try {
        const bytes = await write(id, gone);
        await security.record(db, {
          event: 'export.venue',
          userId: ownerId,
          target: `tenant:${id}`,
          details: subdomain,
        });
        await use({ name: `${subdomain}.xlsx`, bytes });
      } finally {
        await end(ownerId, id);
      }
    },
  };
}
export type TenantExport = ReturnType<typeof createTenantExport>;
