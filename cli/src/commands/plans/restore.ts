import { Args } from '@oclif/core';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolvePlan } from '../../operations/resolve.ts';

export default class PlansRestore extends BaseCommand {
  static override summary = 'Вернуть тариф из архива';
  static override args = { plan: Args.string({ required: true, description: 'код или номер' }) };

  async run(): Promise<{ success: true; plan: AdminPlan }> {
    const { args } = await this.parse(PlansRestore);
    const api = await this.api();
    const { id } = await resolvePlan(api, args.plan);
    const { plan } = await api.call('PUT /api/admin/plans/:id/restore', { params: { id } });
    this.say(`Тариф восстановлен: ${plan.display_name}`);
    return { success: true, plan };
  }
}
