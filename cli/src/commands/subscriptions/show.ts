import { Args } from '@oclif/core';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { subscriptionCard } from '../../labels/subscription-card.ts';
import { resolveUser } from '../../operations/resolve.ts';

export default class SubscriptionsShow extends BaseCommand {
  static override summary = 'Подписка одного пользователя';
  static override args = { user: Args.string({ required: true, description: 'email или номер' }) };

  async run(): Promise<{ success: true; user: SubscriptionUser }> {
    const { args } = await this.parse(SubscriptionsShow);
    const api = await this.api();
    const { id } = await resolveUser(api, args.user);
    const { user } = await api.call('GET /api/admin/subscriptions/:userId', { params: { userId: id } });
    this.showCard(subscriptionCard(user));
    return { success: true, user };
  }
}
