import type { PlanSubscriptions } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { grouped } from '../../output/format.ts';
import { table } from '../../output/table.ts';

export default class SubscriptionsStats extends BaseCommand {
  static override summary = 'Сколько подписок на каждом тарифе';

  async run(): Promise<{ success: true; stats: PlanSubscriptions[] }> {
    await this.parse(SubscriptionsStats);
    const api = await this.api();
    const { stats } = await api.call('GET /api/admin/subscriptions/stats');
    const rows = stats.map(({ display_name, is_archived, active_count, user_count }) => [
      `${display_name}${is_archived ? ' (в архиве)' : ''}`,
      grouped(active_count),
      grouped(user_count),
    ]);
    this.log(table(['ТАРИФ', 'ДЕЙСТВУЕТ', 'ПОЛЬЗОВАТЕЛЕЙ'], rows, process.stdout.columns));
    return { success: true, stats };
  }
}
