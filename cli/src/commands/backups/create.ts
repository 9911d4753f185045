import { Flags } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class BackupsCreate extends BaseCommand {
  static override summary = 'Сделать резервную копию платформы, заведения или всего';
  static override description = 'Без параметров — база самой платформы. Копии делаются и сами, раз в день.';
  static override flags = {
    tenant: Flags.string({ description: 'поддомен или номер заведения', helpValue: 'ЗАВЕДЕНИЕ', exclusive: ['all'] }),
    all: Flags.boolean({ description: 'все заведения и платформа' }),
  };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { flags } = await this.parse(BackupsCreate);
    const api = await this.api();
    const tenantId = flags.tenant && (await resolveTenant(api, flags.tenant)).tenant_id;
    const what = flags.all ? { all: true } : tenantId ? { tenantId } : {};
    const { operation } = await api.call('POST /api/admin/backups', {
      body: what,
      headers: { prefer: 'respond-async' },
    });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
