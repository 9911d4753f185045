import { Args } from '@oclif/core';
import { type LogAnswer, LogCommand, logFlags } from '../../logs/log-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsLogs extends LogCommand {
  static override summary = 'Последние строки журнала заведения';
  static override description =
    'На терминале — время, важность и что случилось. В файл и в другую программу — строки JSON, какими их записало заведение. С --json — объекты: at, level, message и остальное.';
  static override examples = [
    '<%= config.bin %> tenants logs bar --follow',
    '<%= config.bin %> tenants logs bar --since 2h | grep error',
  ];
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = logFlags;

  async run(): Promise<LogAnswer> {
    const { args, flags } = await this.parse(TenantsLogs);
    return this.showLog(flags, async () => {
      const api = await this.api();
      const { tenant_id } = await resolveTenant(api, args.tenant);
      const params = { id: tenant_id };
      return async (lines) => (await api.call('GET /api/admin/tenants/:id/logs', { params, query: { lines } })).lines;
    });
  }
}
