import { Args } from '@oclif/core';
import { roleLabels, subscriptionStatusLabels, userStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminUser } from '@ostatok/api/contract/users.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveUser } from '../../operations/resolve.ts';
import { day, moment, orNone } from '../../output/format.ts';

export default class UsersShow extends BaseCommand {
  static override summary = 'Всё об одном пользователе';
  static override args = { user: Args.string({ required: true, description: 'email или номер' }) };

  async run(): Promise<{ success: true; user: AdminUser }> {
    const { args } = await this.parse(UsersShow);
    const api = await this.api();
    const { id } = await resolveUser(api, args.user);
    const { user } = await api.call('GET /api/admin/users/:id', { params: { id } });
    const { subscription_status, subscription_plan, subscription_end } = user;
    this.showCard([
      ['Email', user.email],
      ['Имя', orNone(user.name)],
      ['Роль', roleLabels[user.role]],
      ['Состояние', userStatusLabels[user.status]],
      ['Тариф', orNone(subscription_plan)],
      ['Подписка', subscription_status ? subscriptionStatusLabels[subscription_status] : '—'],
      ['Действует до', day(subscription_end)],
      ['Создан', moment(user.created_at)],
      ['Номер', String(user.id)],
    ]);
    return { success: true, user };
  }
}
