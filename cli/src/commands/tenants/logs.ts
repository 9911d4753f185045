import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsLogs extends BaseCommand {
  static override summary = 'Последние строки журнала заведения';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
    lines: Flags.integer({
      char: 'n',
      description: 'сколько строк',
      default: 200,
      min: 1,
      max: 5000,
      helpValue: 'ЧИСЛО',
    }),
  };

  async run(): Promise<{ success: true; lines: string[] }> {
    const { args, flags } = await this.parse(TenantsLogs);
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    const { lines } = await api.get<{ lines: string[] }>(`/api/admin/tenants/${tenant_id}/logs?lines=${flags.lines}`);
    if (lines.length === 0) this.say('Журнал пуст.');
    for (const line of lines) this.log(line);
    return { success: true, lines };
  }
}
