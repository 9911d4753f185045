import { Args, Flags } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { planFields, planFlags } from '../../arguments/plan-flags.ts';
import { BaseCommand } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { planCard } from '../../labels/plan-card.ts';
import { resolvePlan } from '../../operations/resolve.ts';

export default class PlansEdit extends BaseCommand {
  static override summary = 'Изменить тариф';
  static override description = 'Меняется только названное. Оплаченные периоды остаются, какими их купили.';
  static override args = { plan: Args.string({ required: true, description: 'код или номер' }) };
  static override flags = {
    ...planFlags,
    name: Flags.string({ description: 'новый код', helpValue: 'КОД' }),
  };

  async run(): Promise<{ success: true; plan: AdminPlan }> {
    const { args, flags } = await this.parse(PlansEdit);
    const fields = { ...planFields(flags), ...(flags.name === undefined ? {} : { name: flags.name }) };
    if (Object.keys(fields).length === 0)
      throw new UserError('Назовите, что изменить: ostatok plans edit --help', 'nothing_to_change');
    const api = await this.api();
    const { id } = await resolvePlan(api, args.plan);
    const { plan } = await api.call('PUT /api/admin/plans/:id', { params: { id }, body: fields });
    this.showCard(planCard(plan));
    this.say('Тариф обновлен');
    return { success: true, plan };
  }
}
