import { Flags } from '@oclif/core';
import { roleLabels, userStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { adminUserSorts } from '@ostatok/api/contract/users.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../lists/workbook.ts';
import { day, orNone } from '../../output/format.ts';

const columns: Column<AdminUser>[] = [
  ['EMAIL', ({ email }) => email, 'name'],
  ['РОЛЬ', ({ role }) => roleLabels[role]],
  ['ПОДПИСКА', ({ subscription_plan }) => orNone(subscription_plan)],
  ['ДО', ({ subscription_end }) => day(subscription_end), 'spare'],
  ['СОСТОЯНИЕ', ({ status }) => userStatusLabels[status], 'whole'],
  ['СОЗДАН', ({ created_at }) => day(created_at), 'spare'],
  ['НОМЕР', ({ id }) => String(id), 'whole'],
];

export default class UsersList extends BaseCommand {
  static override summary = 'Пользователи платформы';
  static override examples = [
    '<%= config.bin %> users list --search anna',
    '<%= config.bin %> users list --status blocked --all --json',
  ];
  static override flags = {
    ...listFlags,
    sort: sortFlag(adminUserSorts),
    ...workbookFlag,
    role: Flags.option({ options: ['admin', 'customer'] as const, description: 'роль' })(),
    status: Flags.option({ options: ['active', 'blocked'] as const, description: 'состояние' })(),
  };

  async run(): Promise<{ success: true; users: AdminUser[]; total: number } | SavedFile> {
    const { flags } = await this.parse(UsersList);
    const { role, status } = flags;
    const path = '/api/admin/users';
    const api = await this.api();
    if (flags.file) return this.saveList(api, path, flags.file, flags, { role, status });
    const found = await listAll(api, `GET ${path}`, flags, { filter: { role, status } });
    this.showList(found, flags, columns, 'Никого не нашлось.');
    return { success: true, users: found.rows, total: found.total };
  }
}
