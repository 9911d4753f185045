import { Args, Flags } from '@oclif/core';
import type { CleanupPlan, CleanupResult } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { cleanupActions } from '@ostatok/api/contract/cleanup.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { planTable } from '../../labels/cleanup-plan.ts';

export default class CleanupRun extends BaseCommand {
  static override summary = 'Убрать лишнее в карантин на 7 дней';
  static override description =
    'Сначала показывает, что и почему будет убрано, потом спрашивает. Карантин: ostatok cleanup quarantine, вернуть: ostatok cleanup restore.';
  static override examples = ['<%= config.bin %> cleanup run test_tenants --yes --json'];
  static override args = {
    action: Args.option({ options: cleanupActions })({ required: true, description: 'что убрать' }),
  };
  static override flags = {
    ...yesFlag,
    only: Flags.string({
      description: 'только это: ключ из плана; можно несколько',
      multiple: true,
      helpValue: 'КЛЮЧ',
    }),
  };

  async run(): Promise<{ success: boolean } & Partial<CleanupResult> & { plan: CleanupPlan; operation?: Operation }> {
    const { args, flags } = await this.parse(CleanupRun);
    const { action } = args;
    const api = await this.api();
    const { plan } = await api.call('POST /api/admin/tenants/cleanup/plan', { body: { action } });
    if (plan.total === 0) {
      this.say('Убирать нечего.');
      return { success: true, plan };
    }
    const keys = flags.only && chosen(plan, flags.only);
    const items = plan.items.filter(({ key }) => !keys || keys.includes(key));
    if (!this.jsonEnabled()) process.stderr.write(`${planTable({ ...plan, items }, process.stderr.columns)}\n`);
    await this.confirm(`Выполнить для ${keys ? 'выбранных' : 'всех'} (${keys?.length ?? plan.total})?`, flags.yes);
    const body = { action, planId: plan.id, ...(keys ? { keys } : {}) };
    const { operation, ...answer } = await api.call('POST /api/admin/tenants/cleanup', {
      body,
      headers: { prefer: 'respond-async' },
    });
    if (!operation) return { ...answer, success: true, plan };
    const ended = await this.follow(api, operation);
    const result = (ended.result ?? {}) as Partial<CleanupResult>;
    return { success: ended.status === 'done' && ended.failed === 0, ...result, plan, operation: ended };
  }
}

/** The keys of the items named by key or by name. Throws UserError when the plan has no such item. */
function chosen({ items, action }: CleanupPlan, named: string[]): string[] {
  return named.map((name) => {
    const item = items.find(({ key, label }) => key === name || label === name);
    if (item) return item.key;
    throw new UserError(`В плане нет ${name}. Весь план: ostatok cleanup plan ${action}`, 'not_in_plan');
  });
}
