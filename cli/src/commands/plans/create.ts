import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import type { PlanInput } from '@ostatok/api/contract/plans.ts';
import { planFields, planFlags } from '../../arguments/plan-flags.ts';
import { BaseCommand } from '../../base-command.ts';
import { planCard } from '../../labels/plan-card.ts';

export default class PlansCreate extends BaseCommand {
  static override summary = 'Создать тариф';
  static override examples = ['<%= config.bin %> plans create chain --display-name Сеть --monthly 4990'];
  static override args = { name: Args.string({ required: true, description: 'код латинскими буквами' }) };
  static override flags = planFlags;

  async run(): Promise<{ success: true; plan: AdminPlan }> {
    const { args, flags } = await this.parse(PlansCreate);
    const api = await this.api();
    const body = { name: args.name, ...planFields(flags) } as PlanInput;
    const { plan } = await api.call('POST /api/admin/plans', { body });
    this.showCard(planCard(plan));
    this.say('Тариф создан');
    return { success: true, plan };
  }
}
