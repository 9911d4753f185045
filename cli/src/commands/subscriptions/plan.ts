import { Args } from '@oclif/core';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { subscriptionCard } from '../../labels/subscription-card.ts';
import { resolvePlan, resolveUser } from '../../operations/resolve.ts';
import { keyFlag, outcomeText, sendOnce } from '../../operations/send-once.ts';

export default class SubscriptionsPlan extends BaseCommand {
  static override summary = 'Сменить тариф пользователя';
  static override description = 'Конец оплаченного периода остаётся прежним.';
  static override args = {
    user: Args.string({ required: true, description: 'email или номер' }),
    plan: Args.string({ required: true, description: 'код или номер тарифа' }),
  };

  static override flags = keyFlag;

  async run(): Promise<{ success: true; user: SubscriptionUser; done_before: string | null }> {
    const { args, flags } = await this.parse(SubscriptionsPlan);
    const api = await this.api();
    const [{ id }, plan] = await Promise.all([resolveUser(api, args.user), resolvePlan(api, args.plan)]);
    const answer = await sendOnce(flags.key, (headers) =>
      api.call('POST /api/admin/users/:userId/change-plan', {
        params: { userId: id },
        body: { planId: plan.id },
        headers,
      }),
    );
    const { user, done_before } = answer;
    this.showCard(subscriptionCard(user));
    this.say(outcomeText(answer, flags.key, 'Тариф успешно изменен'));
    return { success: true, user, done_before };
  }
}
