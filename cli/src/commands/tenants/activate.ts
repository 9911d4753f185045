import { Args } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsActivate extends BaseCommand {
  static override summary = 'Возобновить заведение';
  static override description = 'Только то, что приостановил администратор; за неоплаченным стоит подписка владельца.';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };

  async run(): Promise<{ success: true; tenant_id: string }> {
    const { args } = await this.parse(TenantsActivate);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    await api.put(`/api/admin/tenants/${tenant_id}/status`, { status: 'active' });
    this.say(`Тенант активирован: ${subdomain}`);
    return { success: true, tenant_id };
  }
}
