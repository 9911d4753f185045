import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { movePlan } from '../../operations/plans.ts';

export default class PlansMove extends BaseCommand {
  static override summary = 'Поставить тариф на другое место';
  static override examples = ['<%= config.bin %> plans move professional 1'];
  static override args = {
    plan: Args.string({ required: true, description: 'код или номер' }),
    place: Args.integer({ required: true, min: 1, description: 'место, считая с 1' }),
  };

  async run(): Promise<{ success: true; plans: AdminPlan[] }> {
    const { args } = await this.parse(PlansMove);
    const plans = await movePlan(await this.api(), args.plan, args.place);
    for (const { sort_order, display_name } of plans) this.log(`${sort_order}. ${display_name}`);
    return { success: true, plans };
  }
}
