import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { setPlanVisible } from '../../operations/plans.ts';

export default class PlansPublish extends BaseCommand {
  static override summary = 'Показать тариф на главной';
  static override args = { plan: Args.string({ required: true, description: 'код или номер' }) };

  async run(): Promise<{ success: true; plan: AdminPlan }> {
    const { args } = await this.parse(PlansPublish);
    const plan = await setPlanVisible(await this.api(), args.plan, true);
    this.say('Видимость тарифа изменена');
    return { success: true, plan };
  }
}
