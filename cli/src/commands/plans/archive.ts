import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolvePlan } from '../../operations/resolve.ts';

export default class PlansArchive extends BaseCommand {
  static override summary = 'Убрать тариф в архив';
  static override description = 'Тариф пропадает с главной, новых подписок на него нет, действующие продолжаются.';
  static override args = { plan: Args.string({ required: true, description: 'код или номер' }) };
  static override flags = yesFlag;

  async run(): Promise<{ success: true; plan: AdminPlan; activeSubscriptions: number }> {
    const { args, flags } = await this.parse(PlansArchive);
    const api = await this.api();
    const found = await resolvePlan(api, args.plan);
    await this.confirm(`Убрать тариф «${found.display_name}» в архив?`, flags.yes);
    const { plan, activeSubscriptions } = await api.call('PUT /api/admin/plans/:id/archive', {
      params: { id: found.id },
    });
    this.say(`Тариф «${plan.display_name}» в архиве. Действующих подписок продолжается: ${activeSubscriptions}`);
    return { success: true, plan, activeSubscriptions };
  }
}
