import { Args } from '@oclif/core';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { BaseCommand, type Several } from '../../base-command.ts';
import { resolveAll, resolveUser } from '../../operations/resolve.ts';

type Done = { success: true; user: AdminUser };

export default class UsersUnblock extends BaseCommand {
  static override summary = 'Разблокировать пользователя';
  static override description = 'Он снова сможет войти.';
  static override args = {
    user: Args.string({ required: true, multiple: true, description: 'email или номер, можно несколько' }),
  };

  async run(): Promise<Done | Several<Done>> {
    const { args } = await this.parse(UsersUnblock);
    const api = await this.api();
    const users = await resolveAll(args.user, (one) => resolveUser(api, one));
    return this.each(
      users,
      ({ email }) => email,
      async ({ id, email }) => {
        const call = { params: { id }, body: { status: 'active' } } as const;
        const { user } = await api.call('PUT /api/admin/users/:id/status', call);
        this.say(`Пользователь активирован: ${email}`);
        return { success: true, user };
      },
    );
  }
}
