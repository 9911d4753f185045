import { Flags } from '@oclif/core';
import { messengerState, tenantProcessText, tenantStateText } from '@ostatok/api/contract/labels.ts';
import { adminTenantSorts, botStates, tenantResources } from '@ostatok/api/contract/provision.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listFlags, sortFlag } from '../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../lists/workbook.ts';
import { type ListedTenant, listTenants } from '../../operations/list-tenants.ts';
import { bytes, day, moment } from '../../output/format.ts';

const administratorColumns: Column<ListedTenant>[] = [
  ['ПРОЦЕСС', tenantProcessText, 'spare'],
  ['БОТ', ({ bot, max = null }) => (bot ? messengerState({ bot, max }).label : '—'), 'spare'],
  ['БЫЛО В ДЕЛЕ', ({ last_active_at }) => moment(last_active_at ?? null), 'spare'],
];

const deletedColumns: Column<ListedTenant>[] = [
  ['ПОДДОМЕН', ({ subdomain }) => subdomain, 'name'],
  ['ВЛАДЕЛЕЦ', ({ user_email }) => user_email ?? '', 'name'],
  ['УДАЛЕНО', ({ deleted_at }) => moment(deleted_at ?? null), 'spare'],
  ['ВЕРНУТЬ ДО', ({ restorable_until }) => (restorable_until ? day(restorable_until) : 'данных нет'), 'whole'],
  ['НОМЕР', ({ tenant_id }) => tenant_id, 'whole'],
];

const failedColumns: Column<ListedTenant>[] = [
  ['ПОДДОМЕН', ({ subdomain }) => subdomain, 'name'],
  ['КОГДА', ({ making_failed }) => moment(making_failed?.at ?? null), 'whole'],
  ['ПОЧЕМУ НЕ СОЗДАНО', ({ making_failed }) => making_failed?.reason ?? '—'],
  ['ВЛАДЕЛЕЦ', ({ user_email }) => user_email ?? '', 'spare'],
  ['НОМЕР', ({ tenant_id }) => tenant_id, 'spare'],
];

const percent = (share: number | null | undefined): string => (typeof share === 'number' ? `${share} %` : '—');

/** What each takes of the machine; they are shown when the list is sorted by one of them. */
const resourceColumns: Column<ListedTenant>[] = [
  ['ПОДДОМЕН', ({ subdomain }) => subdomain, 'name'],
  ['ПРОЦЕСС', tenantProcessText, 'spare'],
  ['ПРОЦЕССОР', ({ cpu_percent }) => percent(cpu_percent), 'whole'],
  ['ПАМЯТЬ', ({ memory_bytes }) => bytes(memory_bytes ?? null), 'whole'],
  ['БАЗА', ({ database_bytes }) => bytes(database_bytes ?? null), 'whole'],
  ['ФАЙЛЫ', ({ disk_bytes }) => bytes(disk_bytes ?? null), 'whole'],
  ['ВЛАДЕЛЕЦ', ({ user_email }) => user_email ?? '', 'spare'],
  ['НОМЕР', ({ tenant_id }) => tenant_id, 'spare'],
];

const isOfResources = (sort: string | undefined): boolean =>
  tenantResources.some((name) => name === sort?.replace(/^-/, ''));

const columns = (isAdministrator: boolean): Column<ListedTenant>[] => [
  ['ПОДДОМЕН', ({ subdomain }) => subdomain, 'name'],
  ['СОСТОЯНИЕ', tenantStateText, 'whole'],
  ...(isAdministrator ? administratorColumns : []),
  isAdministrator
    ? ['ВЛАДЕЛЕЦ', ({ user_email }) => user_email ?? '']
    : ['НАЗВАНИЕ', ({ display_name }) => display_name],
  ['СОЗДАНО', ({ created_at }) => day(created_at), 'spare'],
  ['НОМЕР', ({ tenant_id }) => tenant_id, 'whole'],
];

export default class TenantsList extends BaseCommand {
  static override summary = 'Список заведений';
  static override description =
    'Администратор видит все заведения платформы, владелец — свои. С сортировкой по cpu_percent, memory_bytes, database_bytes или disk_bytes видно, кто занимает процессор, память и диск.';
  static override examples = [
    '<%= config.bin %> tenants list --search bar',
    '<%= config.bin %> tenants list --bot revoked',
    '<%= config.bin %> tenants list --sort -database_bytes',
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
      options: ['creating', 'active', 'suspended', 'deleted', 'down', 'failed'] as const,
      description: 'состояние; удалённые видны только так, down — не запускаются, failed — не удалось создать',
    })(),
    owner: Flags.string({ description: 'чьи они', helpValue: 'EMAIL' }),
    bot: Flags.option({
      options: botStates,
      description: 'бот на связи, с отозванным токеном или занят другой программой',
    })(),
    process: Flags.option({ options: ['running', 'asleep'] as const, description: 'работает или спит' })(),
  };

  async run(): Promise<{ success: true; tenants: ListedTenant[]; total: number } | SavedFile> {
    const { flags } = await this.parse(TenantsList);
    const api = await this.api();
    const { search, status, owner, bot, process } = flags;
    const filter = { status, owner, bot, awake: process && process === 'running' };
    if (flags.file) return this.saveList(api, '/api/admin/tenants', flags.file, flags, filter);
    const found = await listTenants(api, flags, filter);
    const empty =
      search || status || owner || bot || process
        ? 'Таких заведений нет.'
        : 'Заведений нет. Создать: ostatok tenants create';
    const shown =
      status === 'failed'
        ? failedColumns
        : status === 'deleted'
          ? deletedColumns
          : isOfResources(flags.sort)
            ? resourceColumns
            : columns(found.rows[0]?.user_email !== undefined);
    this.showList(found, flags, shown, empty);
    return { success: true, tenants: found.rows, total: found.total };
  }
}
