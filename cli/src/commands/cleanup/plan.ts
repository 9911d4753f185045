import { Args } from '@oclif/core';
import { type CleanupPlan, cleanupActions } from '@ostatok/api/contract/cleanup.ts';
import { BaseCommand } from '../../base-command.ts';
import { planTable } from '../../labels/cleanup-plan.ts';

export default class CleanupPlanCommand extends BaseCommand {
  static override summary = 'Показать, что будет убрано и почему';
  static override description = 'Ничего не меняет. Выполнить: ostatok cleanup run';
  static override args = {
    action: Args.option({ options: cleanupActions })({ required: true, description: 'что убрать' }),
  };

  async run(): Promise<{ success: true; plan: CleanupPlan }> {
    const { args } = await this.parse(CleanupPlanCommand);
    const api = await this.api();
    const { plan } = await api.post<{ plan: CleanupPlan }>('/api/admin/tenants/cleanup/plan', { action: args.action });
    if (plan.total === 0) this.say('Убирать нечего.');
    else this.log(planTable(plan, process.stdout.columns));
    return { success: true, plan };
  }
}
