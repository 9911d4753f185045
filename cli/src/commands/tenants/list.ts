import { Flags } from '@oclif/core';
import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import { adminTenantSorts } from '@ostatok/api/contract/provision.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { day } from '../../format.ts';
import { listFlags, sortFlag } from '../../listing.ts';
import { type ListedTenant, listTenants } from '../../operations/list-tenants.ts';
import { type SavedFile, workbookFlag } from '../../workbook.ts';

const columns = (isAdministrator: boolean): Column<ListedTenant>[] => [
  ['ПОДДОМЕН', ({ subdomain }) => subdomain, 'name'],
  ['СОСТОЯНИЕ', ({ status, start_failed }) => (start_failed ? 'Не запускается' : tenantStatusLabels[status]), 'whole'],
  isAdministrator
    ? ['ВЛАДЕЛЕЦ', ({ user_email }) => user_email ?? '']
    : ['НАЗВАНИЕ', ({ display_name }) => display_name],
  ['СОЗДАНО', ({ created_at }) => day(created_at), 'spare'],
  ['НОМЕР', ({ tenant_id }) => tenant_id, 'whole'],
];

export default class TenantsList extends BaseCommand {
  static override summary = 'Список заведений';
  static override description = 'Администратор видит все заведения платформы, владелец — свои.';
  static override examples = [
    '<%= config.bin %> tenants list --search bar',
    '<%= config.bin %> tenants list --status suspended --sort -created_at --all --json',
  ];
  static override flags = {
    ...listFlags,
    sort: sortFlag(adminTenantSorts),
    ...workbookFlag,
    search: Flags.string({
      char: 's',
      description: 'часть поддомена или email владельца, у владельца — ещё и названия',
      helpValue: 'ТЕКСТ',
    }),
    status: Flags.option({
      options: ['creating', 'active', 'suspended', 'deleted', 'down'] as const,
      description: 'состояние; удалённые видны только так, down — не запускаются',
    })(),
  };

  async run(): Promise<{ success: true; tenants: ListedTenant[]; total: number } | SavedFile> {
    const { flags } = await this.parse(TenantsList);
    const api = await this.api();
    const { search, status } = flags;
    if (flags.file) return this.saveList(api, '/api/admin/tenants', flags.file, flags, { status });
    const found = await listTenants(api, flags, status);
    const empty = search || status ? 'Таких заведений нет.' : 'Заведений нет. Создать: ostatok tenants create';
    this.showList(found, flags, columns(found.rows[0]?.user_email !== undefined), empty);
    return { success: true, tenants: found.rows, total: found.total };
  }
}
