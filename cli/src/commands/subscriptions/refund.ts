import { Args, Flags } from '@oclif/core';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { resolveId } from '../../operations/resolve-id.ts';

export default class SubscriptionsRefund extends BaseCommand {
  static override summary = 'Вернуть деньги по платежу';
  static override description = 'Купленное остаётся у владельца. Платежи: ostatok subscriptions payments';
  static override examples = ['<%= config.bin %> subscriptions refund 0f3c… 490,50 --reason "Двойная оплата"'];
  static override args = {
    payment: Args.string({ required: true, description: 'номер платежа или его начало' }),
    amount: Args.string({ required: true, description: 'сколько рублей' }),
  };
  static override flags = {
    ...yesFlag,
    reason: Flags.string({ required: true, description: 'причина возврата', helpValue: 'ТЕКСТ' }),
  };

  async run(): Promise<{ success: true; payment: AdminPayment }> {
    const { args, flags } = await this.parse(SubscriptionsRefund);
    const api = await this.api();
    const amount = args.amount.replace(',', '.');
    const id = await resolveId(api, 'payment', args.payment);
    await this.confirm(`Вернуть ${args.amount} ₽ по платежу ${id}?`, flags.yes);
    const { payment } = await api.post<{ payment: AdminPayment }>(`/api/admin/payments/${id}/refund`, {
      amount,
      reason: flags.reason,
    });
    this.say('Возврат начат. Следить: ostatok subscriptions payments');
    return { success: true, payment };
  }
}
