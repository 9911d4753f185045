import type { TenantLoad } from '@ostatok/api/contract/tenants.endpoints.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { bytes } from '../../output/format.ts';

const columns: Column<TenantLoad>[] = [
  ['ПОДДОМЕН', ({ subdomain }) => subdomain, 'name'],
  ['ПРОЦЕССОР', ({ cpu_percent }) => `${cpu_percent} %`, 'whole'],
  ['ПАМЯТЬ', ({ memory_bytes }) => bytes(memory_bytes), 'whole'],
  ['ВЛАДЕЛЕЦ', ({ user_email }) => user_email, 'spare'],
  ['НОМЕР', ({ tenant_id }) => tenant_id, 'whole'],
];

export default class TenantsTop extends BaseCommand {
  static override summary = 'Какие заведения сейчас занимают процессор и память';
  static override description =
    'Смотрит секунду; 100 % — одно ядро. Занявшее процессор можно перезапустить (tenants restart) или приостановить (tenants suspend).';

  async run(): Promise<{ success: true; tenants: TenantLoad[] }> {
    await this.parse(TenantsTop);
    const { tenants } = await (await this.api()).call('GET /api/admin/tenants/load');
    const found = { rows: tenants, total: tenants.length };
    this.showList(found, { limit: 1000, page: 1, all: true }, columns, 'Сейчас не работает ни одно заведение.');
    return { success: true, tenants };
  }
}
