import type { Readable } from 'node:stream';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound, TooMany } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Activity } from '../activity/activity.service.ts';
import { venueAct } from '../activity/tenant-activity.ts';
import { withArchive } from '../archives/write-archive.ts';
import type { TenantRow } from '../platform/tables.ts';
import { findTenant } from '../platform/tenant-rows.queries.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import type { VenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import { openWorkbook, VenueAway } from './tenant-workbook.ts';

/** The most files of one person at once: each wakes a tenant. */
const AT_ONCE = 3;

export interface ExportedFile {
  name: string;
  bytes: Readable;
}

/** Gets the file and returns when it was passed on. */
type Use = (file: ExportedFile) => Promise<void>;

interface TenantExportDeps {
  db: Knex;
  databases: Pick<VenueDatabases, 'urlOf'>;
  runtime: Pick<
    TenantRuntime,
    'addressEvenIfSuspended' | 'acquireInstance' | 'releaseInstance' | 'begin' | 'end' | 'markUnreachable'
  >;
  security: Pick<SecurityLog, 'record'>;
  activity: Pick<Activity, 'record'>;
  log: Logger;
  now?: (() => Date) | undefined;
}

/**
 * Exports a tenant's data. It also works while the tenant is suspended, so that nobody has to pay to leave: the tenant
 * then runs only for the export and lets nobody else in.
 */
export function createTenantExport(deps: TenantExportDeps) {
  const { db, databases, runtime, security, activity, log, now = () => new Date() } = deps;
  /** Running exports by the person who has asked for them. */
  const open = new Map<number, number>();

  async function existing(id: string): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  /** Finds the owner's tenant; another owner's gives 404 too, so that an id reveals nothing. */
  async function ownedBy(ownerId: number, id: string): Promise<TenantRow> {
    const row = await existing(id);
    if (row.owner_id !== ownerId) throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  function begin(userId: number, { id, status }: TenantRow): void {
    if (status === 'creating') throw new Conflict('tenant_creating', 'Заведение ещё создаётся. Подождите минуту');
    const count = open.get(userId) ?? 0;
    if (count >= AT_ONCE) throw new TooMany(5, 'Слишком много файлов сразу. Подождите немного');
    open.set(userId, count + 1);
    runtime.begin(id);
  }

  async function end(userId: number, { id }: TenantRow): Promise<void> {
    const count = (open.get(userId) ?? 1) - 1;
    if (count > 0) open.set(userId, count);
    else open.delete(userId);
    runtime.end(id);
    await runtime
      .releaseInstance(id)
      .catch((error) => log.error({ err: error, tenant: id }, 'suspended venue not stopped after its export'));
  }

  /** Calls `work` with the tenant's workbook while the tenant is kept awake. */
  async function whileOpen(
    userId: number,
    row: TenantRow,
    gone: AbortSignal,
    work: (workbook: Readable) => Promise<void>,
  ): Promise<void> {
    begin(userId, row);
    const acquired = runtime.acquireInstance(row.id);
    try {
      await acquired;
      const workbook = await write(row.id, gone);
      await work(workbook).finally(() => workbook.destroy());
    } finally {
      await end(userId, row);
    }
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

  const entryOf = (event: 'export.venue' | 'export.archive', { id, owner_id, subdomain }: TenantRow) => ({
    event,
    userId: owner_id,
    target: `tenant:${id}`,
    details: subdomain,
  });

  const archive = (row: TenantRow, workbook: Readable, use: Use): Promise<void> => {
    const venue = { name: row.display_name, subdomain: row.subdomain };
    const name = `${row.subdomain}-${now().toISOString().slice(0, 10)}.zip`;
    return withArchive(databases.urlOf(row), { venue, workbook, at: now() }, (bytes) => use({ name, bytes }));
  };

  return {
    /** `gone` aborts when nobody waits any more. */
    async workbook(ownerId: number, id: string, gone: AbortSignal, use: Use): Promise<void> {
      const row = await ownedBy(ownerId, id);
      await whileOpen(ownerId, row, gone, async (bytes) => {
        await security.record(db, entryOf('export.venue', row));
        await use({ name: `${row.subdomain}.xlsx`, bytes });
      });
    },

    /** The workbook and the complete data, for an owner who leaves. */
    async archive(ownerId: number, id: string, gone: AbortSignal, use: Use): Promise<void> {
      const row = await ownedBy(ownerId, id);
      await whileOpen(ownerId, row, gone, async (workbook) => {
        await security.record(db, entryOf('export.archive', row));
        await archive(row, workbook, use);
      });
    },

    /** The same of any tenant, for an administrator. */
    async archiveFor(adminId: number, id: string, gone: AbortSignal, use: Use): Promise<void> {
      const row = await existing(id);
      await whileOpen(adminId, row, gone, async (workbook) => {
        await db.transaction(async (trx) => {
          await activity.record(trx, venueAct(row, adminId, 'tenant.archived', 'Скачан архив:'));
          await security.record(trx, { ...entryOf('export.archive', row), actorId: adminId });
        });
        await archive(row, workbook, use);
      });
    },
  };
}
export type TenantExport = ReturnType<typeof createTenantExport>;
