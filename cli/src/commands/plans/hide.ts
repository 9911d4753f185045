import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { setPlanVisible } from '../../operations/plans.ts';

export default class PlansHide extends BaseCommand {
  static override summary = 'Скрыть тариф с главной';
  static override args = { plan: Args.string({ required: true, description: 'код или номер' }) };

  async run(): Promise<{ success: true; plan: AdminPlan }> {
    const { args } = await this.parse(PlansHide);
    const plan = await setPlanVisible(await this.api(), args.plan, false);
    this.say('Видимость тарифа изменена');
    return { success: true, plan };
  }
}
