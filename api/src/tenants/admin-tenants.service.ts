import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { AdminTenant } from '../../contract/provision.ts';
import type { Activity } from '../overview/activity.service.ts';
import type { TenantRow } from '../tables.ts';
import { type Addresses, venueUrl } from './addresses.ts';
import type { TenantRuntime } from './tenant-runtime.service.ts';
import { type AdminTenantRow, findTenant, listForAdmin, setStatus } from './tenants.queries.ts';

/** What an administrator does with any venue. */
export function createAdminTenants(deps: {
  db: Knex;
  runtime: TenantRuntime;
  addresses: Addresses;
  activity: Activity;
  onChange: (tenantId: string) => void;
}) {
  const { db, runtime } = deps;

  const toAdminTenant = (row: AdminTenantRow): AdminTenant => ({
    id: row.id,
    tenant_id: row.id,
    subdomain: row.subdomain,
    display_name: row.display_name,
    user_email: row.user_email,
    status: row.status,
    web_url: venueUrl(deps.addresses, row.subdomain),
    created_at: row.created_at.toISOString(),
  });

  async function existing(id: string): Promise<TenantRow> {
    const row = await findTenant(db, id);
    if (!row || row.status === 'deleted') throw new NotFound('Заведение не найдено', 'tenant_not_found');
    return row;
  }

  return {
    async list(query: Parameters<typeof listForAdmin>[1]): Promise<{ rows: AdminTenant[]; total: number }> {
      const { rows, total } = await listForAdmin(db, query);
      return { rows: rows.map(toAdminTenant), total };
    },
    async restart(id: string): Promise<void> {
      const row = await existing(id);
      if (row.status !== 'active')
        throw new Conflict('tenant_not_active', 'Перезапустить можно только активное заведение');
      await runtime.restart(row);
    },
    /** A suspended venue stops; its address says so, its bot's messages wait. Repeating it changes nothing. */
    async setStatus(actorId: number, id: string, status: 'active' | 'suspended'): Promise<void> {
      const row = await existing(id);
      if (row.status === status) return;
      await db.transaction(async (trx) => {
        if (!(await setStatus(trx, id, [status === 'active' ? 'suspended' : 'active'], status))) {
          throw new Conflict('tenant_creating', 'Заведение ещё создаётся');
        }
        await deps.activity.record(trx, {
          actorId,
          action: `tenant.${status}`,
          description: `${status === 'active' ? 'Возобновлено' : 'Приостановлено'} заведение «${row.display_name}» (${row.subdomain})`,
          target: `tenant:${id}`,
        });
      });
      deps.onChange(id);
      if (status === 'suspended') await runtime.stop(id);
    },
    async logs(id: string, lines: number): Promise<string[]> {
      await existing(id);
      return runtime.logs(id, lines);
    },
  };
}
export type AdminTenants = ReturnType<typeof createAdminTenants>;
