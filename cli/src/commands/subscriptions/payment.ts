import { Args } from '@oclif/core';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { paymentState, refundState } from '../../labels/payment-labels.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { moment, roubles } from '../../output/format.ts';

export default class SubscriptionsPayment extends BaseCommand {
  static override summary = 'Всё об одном платеже';
  static override args = { payment: Args.string({ required: true, description: 'номер платежа или его начало' }) };

  async run(): Promise<{ success: true; payment: AdminPayment }> {
    const { args } = await this.parse(SubscriptionsPayment);
    const api = await this.api();
    const id = await resolveId(api, 'payment', args.payment);
    const { payment } = await api.call('GET /api/admin/payments/:id', { params: { id } });
    this.showCard([
      ['Email', payment.payer_email],
      ['Сумма', roubles(payment.amount)],
      ['Возвращено', roubles(payment.refunded)],
      ['Состояние', paymentState(payment)],
      ['Когда', moment(payment.created_at)],
      ['Номер', payment.id],
      ...payment.refunds.map((refund): [string, string] => [
        'Возврат',
        `${roubles(refund.amount)}, ${refundState(refund)}, ${moment(refund.created_at)}  ${refund.id}`,
      ]),
    ]);
    return { success: true, payment };
  }
}
