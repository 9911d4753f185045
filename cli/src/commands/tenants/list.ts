import { Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { type ListedTenant, listTenants } from '../../operations/list-tenants.ts';
import { table } from '../../table.ts';
import { tenantStatuses } from '../../words.ts';

export default class TenantsList extends BaseCommand {
  static override summary = 'Список заведений';
  static override description = 'Администратор видит все заведения платформы, владелец — свои.';
  static override examples = ['<%= config.bin %> tenants list --search bar', '<%= config.bin %> tenants list --json'];
  static override flags = {
    search: Flags.string({
      char: 's',
      description: 'часть поддомена, названия или email владельца',
      helpValue: 'ТЕКСТ',
    }),
  };

  async run(): Promise<{ success: true; tenants: ListedTenant[] }> {
    const { flags } = await this.parse(TenantsList);
    const tenants = await listTenants(await this.api(), flags.search);
    if (tenants.length === 0) this.say('Заведений нет. Создать: ostatok tenants create');
    else {
      const rows = tenants.map((tenant) => [
        tenant.subdomain,
        tenantStatuses[tenant.status],
        tenant.user_email ?? tenant.display_name,
        new Date(tenant.created_at).toLocaleDateString('ru-RU'),
        tenant.tenant_id,
      ]);
      const second = tenants[0]?.user_email ? 'ВЛАДЕЛЕЦ' : 'НАЗВАНИЕ';
      this.log(table(['ПОДДОМЕН', 'СОСТОЯНИЕ', second, 'СОЗДАНО', 'НОМЕР'], rows, process.stdout.columns, [4]));
    }
    return { success: true, tenants };
  }
}
