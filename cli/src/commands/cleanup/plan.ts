import { Args } from '@oclif/core';
import type { CleanupPlan } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { cleanupActions } from '@ostatok/api/contract/cleanup.ts';
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
    const { plan } = await api.call('POST /api/admin/tenants/cleanup/plan', { body: { action: args.action } });
    if (plan.total === 0) this.say('Убирать нечего.');
    else this.log(planTable(plan, process.stdout.columns));
    return { success: true, plan };
  }
}
