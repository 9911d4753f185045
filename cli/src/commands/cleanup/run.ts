import { Args } from '@oclif/core';
import { type CleanupPlan, type CleanupResult, cleanupActions } from '@ostatok/api/contract/cleanup.ts';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { planTable } from '../../cleanup-plan.ts';

type Answer = CleanupResult & { operation: Operation };

export default class CleanupRun extends BaseCommand {
  static override summary = 'Убрать лишнее в карантин на 7 дней';
  static override description =
    'Сначала показывает, что и почему будет убрано, потом спрашивает. Карантин: ostatok cleanup quarantine, вернуть: ostatok cleanup restore.';
  static override examples = ['<%= config.bin %> cleanup run test_tenants --yes --json'];
  static override args = {
    action: Args.option({ options: cleanupActions })({ required: true, description: 'что убрать' }),
  };
  static override flags = yesFlag;

  async run(): Promise<{ success: boolean } & Partial<CleanupResult> & { plan: CleanupPlan; operation?: Operation }> {
    const { args, flags } = await this.parse(CleanupRun);
    const { action } = args;
    const api = await this.api();
    const { plan } = await api.post<{ plan: CleanupPlan }>('/api/admin/tenants/cleanup/plan', { action });
    if (plan.total === 0) {
      this.say('Убирать нечего.');
      return { success: true, plan };
    }
    if (!this.jsonEnabled()) process.stderr.write(`${planTable(plan, process.stderr.columns)}\n`);
    await this.confirm(`Выполнить для всех (${plan.total})?`, flags.yes);
    const body = { action, planId: plan.id };
    const { operation } = await api.post<Answer>('/api/admin/tenants/cleanup', body, { prefer: 'respond-async' });
    const ended = await this.follow(api, operation);
    const result = (ended.result ?? {}) as Partial<CleanupResult>;
    return { success: ended.status === 'done' && ended.failed === 0, ...result, plan, operation: ended };
  }
}
