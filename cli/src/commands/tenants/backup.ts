import { Args } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsBackup extends BaseCommand {
  static override summary = 'Сделать резервную копию заведения';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { args } = await this.parse(TenantsBackup);
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    const { operation } = await api.call('POST /api/admin/backups', {
      body: { tenantId: tenant_id },
      headers: { prefer: 'respond-async' },
    });
    const ended = await this.follow(api, operation);
    if (ended.status === 'done' && ended.failed === 0) this.say(`Копии: ostatok backups list --tenant ${args.tenant}`);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
