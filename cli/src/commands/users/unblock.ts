import { Args } from '@oclif/core';
import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveUser } from '../../operations/resolve.ts';

export default class UsersUnblock extends BaseCommand {
  static override summary = 'Разблокировать пользователя';
  static override description = 'Он снова сможет войти.';
  static override args = { user: Args.string({ required: true, description: 'email или номер' }) };

  async run(): Promise<{ success: true; user: AdminUser }> {
    const { args } = await this.parse(UsersUnblock);
    const api = await this.api();
    const { id, email } = await resolveUser(api, args.user);
    const { user } = await api.put<{ user: AdminUser }>(`/api/admin/users/${id}/status`, { status: 'active' });
    this.say(`Пользователь активирован: ${email}`);
    return { success: true, user };
  }
}
