import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { planCard } from '../../labels/plan-card.ts';
import { resolvePlan } from '../../operations/resolve.ts';

export default class PlansShow extends BaseCommand {
  static override summary = 'Всё об одном тарифе';
  static override args = { plan: Args.string({ required: true, description: 'код или номер' }) };

  async run(): Promise<{ success: true; plan: AdminPlan }> {
    const { args } = await this.parse(PlansShow);
    const plan = await resolvePlan(await this.api(), args.plan);
    this.showCard(planCard(plan));
    return { success: true, plan };
  }
}
