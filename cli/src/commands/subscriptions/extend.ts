import { Args } from '@oclif/core';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { subscriptionCard } from '../../labels/subscription-card.ts';
import { resolveUser } from '../../operations/resolve.ts';
import { keyFlag, outcomeText, sendOnce } from '../../operations/send-once.ts';

export default class SubscriptionsExtend extends BaseCommand {
  static override summary = 'Продлить подписку на несколько дней';
  static override examples = ['<%= config.bin %> subscriptions extend anna@bar.example 14'];
  static override args = {
    user: Args.string({ required: true, description: 'email или номер' }),
    days: Args.integer({ required: true, min: 1, description: 'сколько дней' }),
  };

  static override flags = keyFlag;

  async run(): Promise<{ success: true; user: SubscriptionUser; done_before: string | null }> {
    const { args, flags } = await this.parse(SubscriptionsExtend);
    const api = await this.api();
    const { id } = await resolveUser(api, args.user);
    const answer = await sendOnce(flags.key, (headers) =>
      api.call('POST /api/admin/subscriptions/:userId/extend', {
        params: { userId: id },
        body: { days: args.days },
        headers,
      }),
    );
    const { user, done_before } = answer;
    this.showCard(subscriptionCard(user));
    this.say(outcomeText(answer, flags.key, `Подписка продлена на ${args.days} дней`));
    return { success: true, user, done_before };
  }
}
