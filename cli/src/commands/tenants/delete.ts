import { Args } from '@oclif/core';
import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsDelete extends BaseCommand {
  static override summary = 'Удалить заведение';
  static override description = `Останавливается сразу, данные хранятся ещё ${VENUE_RETENTION_DAYS} дней.`;
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; tenant_id: string }> {
    const { args, flags } = await this.parse(TenantsDelete);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    await this.confirm(`Удалить заведение ${subdomain}?`, flags.yes);
    await api.delete(`/api/admin/tenants/${tenant_id}`);
    this.say(`Заведение ${subdomain} удалено. Его данные хранятся ещё ${VENUE_RETENTION_DAYS} дней.`);
    return { success: true, tenant_id };
  }
}
