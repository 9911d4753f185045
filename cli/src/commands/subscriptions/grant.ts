import { Args } from '@oclif/core';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { subscriptionCard } from '../../labels/subscription-card.ts';
import { resolvePlan, resolveUser } from '../../operations/resolve.ts';
import { keyFlag, outcomeText, sendOnce } from '../../operations/send-once.ts';

export default class SubscriptionsGrant extends BaseCommand {
  static override summary = 'Начислить тариф на несколько дней';
  static override description = 'Потом прежний тариф вернётся сам, с оставшимся оплаченным временем.';
  static override examples = ['<%= config.bin %> subscriptions grant anna@bar.example professional 14'];
  static override args = {
    user: Args.string({ required: true, description: 'email или номер' }),
    plan: Args.string({ required: true, description: 'код или номер тарифа' }),
    days: Args.integer({ required: true, min: 1, description: 'сколько дней' }),
  };

  static override flags = keyFlag;

  async run(): Promise<{ success: true; user: SubscriptionUser; done_before: string | null }> {
    const { args, flags } = await this.parse(SubscriptionsGrant);
    const api = await this.api();
    const [{ id }, plan] = await Promise.all([resolveUser(api, args.user), resolvePlan(api, args.plan)]);
    const answer = await sendOnce(flags.key, (headers) =>
      api.call('POST /api/admin/subscriptions/:userId/grant-temporary', {
        params: { userId: id },
        body: { planId: plan.id, days: args.days },
        headers,
      }),
    );
    const { user, done_before } = answer;
    this.showCard(subscriptionCard(user));
    this.say(outcomeText(answer, flags.key, `Временная подписка начислена на ${args.days} дней`));
    return { success: true, user, done_before };
  }
}
