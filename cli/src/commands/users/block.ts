import { Args } from '@oclif/core';
import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveUser } from '../../operations/resolve.ts';

export default class UsersBlock extends BaseCommand {
  static override summary = 'Заблокировать пользователя';
  static override description = 'Он выйдет на всех устройствах и не сможет войти. Его заведения продолжат работать.';
  static override args = { user: Args.string({ required: true, description: 'email или номер' }) };

  async run(): Promise<{ success: true; user: AdminUser }> {
    const { args } = await this.parse(UsersBlock);
    const api = await this.api();
    const { id, email } = await resolveUser(api, args.user);
    const { user } = await api.put<{ user: AdminUser }>(`/api/admin/users/${id}/status`, { status: 'blocked' });
    this.say(`Пользователь заблокирован: ${email}`);
    return { success: true, user };
  }
}
