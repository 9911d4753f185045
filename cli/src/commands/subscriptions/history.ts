import { Args } from '@oclif/core';
import { subscriptionStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { SubscriptionHistoryEntry } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveUser } from '../../operations/resolve.ts';
import { day, roubles } from '../../output/format.ts';
import { table } from '../../output/table.ts';

const kinds: Record<SubscriptionHistoryEntry['kind'], string> = {
  free: 'бесплатный',
  purchase: 'покупка',
  upgrade: 'переход',
  renewal: 'продление',
  grant: 'начислен',
  administrator: 'изменён нами',
};

export default class SubscriptionsHistory extends BaseCommand {
  static override summary = 'История подписки, новое сверху';
  static override args = { user: Args.string({ required: true, description: 'email или номер' }) };

  async run(): Promise<{ success: true; history: SubscriptionHistoryEntry[] }> {
    const { args } = await this.parse(SubscriptionsHistory);
    const api = await this.api();
    const { id } = await resolveUser(api, args.user);
    const { history } = await api.call('GET /api/admin/subscriptions/:userId/history', {
      params: { userId: id },
    });
    if (history.length === 0) this.say('Истории пока нет.');
    else {
      const rows = history.map((entry) => [
        entry.plan_display_name,
        kinds[entry.kind],
        day(entry.current_period_start),
        entry.current_period_end ? day(entry.current_period_end) : 'без срока',
        subscriptionStatusLabels[entry.status],
        roubles(entry.price),
      ]);
      this.log(table(['ТАРИФ', 'КАК', 'С', 'ПО', 'СОСТОЯНИЕ', 'УПЛАЧЕНО'], rows, process.stdout.columns));
    }
    return { success: true, history };
  }
}
