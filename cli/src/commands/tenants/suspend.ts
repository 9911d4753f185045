import { Args } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsSuspend extends BaseCommand {
  static override summary = 'Приостановить заведение';
  static override description = 'Заведение останавливается, по его адресу об этом сказано, сообщения бота ждут.';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };

  async run(): Promise<{ success: true; tenant_id: string }> {
    const { args } = await this.parse(TenantsSuspend);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    await api.put(`/api/admin/tenants/${tenant_id}/status`, { status: 'suspended' });
    this.say(`Тенант приостановлен: ${subdomain}`);
    return { success: true, tenant_id };
  }
}
