import { Args } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsRestart extends BaseCommand {
  static override summary = 'Перезапустить заведение';
  static override description = 'Только активное.';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };

  async run(): Promise<{ success: true; tenant_id: string }> {
    const { args } = await this.parse(TenantsRestart);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    await api.post(`/api/admin/tenants/${tenant_id}/restart`);
    this.say(`Тенант перезапущен: ${subdomain}`);
    return { success: true, tenant_id };
  }
}
