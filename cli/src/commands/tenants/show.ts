import { Args } from '@oclif/core';
import type { AdminTenantDetails } from '@ostatok/api/contract/tenants.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { tenantCard } from '../../labels/tenant-card.ts';
import { resolveTenantEvenUnmade } from '../../operations/resolve.ts';

export default class TenantsShow extends BaseCommand {
  static override summary = 'Всё об одном заведении';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };

  async run(): Promise<{ success: true; tenant: AdminTenantDetails }> {
    const { args } = await this.parse(TenantsShow);
    const api = await this.api();
    const { tenant_id } = await resolveTenantEvenUnmade(api, args.tenant);
    const { tenant } = await api.call('GET /api/admin/tenants/:id', { params: { id: tenant_id } });
    this.showCard(tenantCard(tenant));
    return { success: true, tenant };
  }
}
