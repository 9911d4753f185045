import { Flags } from '@oclif/core';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { adminPaymentSorts, adminPaymentStatuses } from '@ostatok/api/contract/subscriptions.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { paymentState } from '../../labels/payment-labels.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { moment, roubles } from '../../output/format.ts';

const columns: Column<AdminPayment>[] = [
  ['EMAIL', ({ payer_email }) => payer_email, 'name'],
  ['СУММА', ({ amount }) => roubles(amount)],
  ['ВОЗВРАТ', ({ refunded }) => roubles(refunded), 'spare'],
  ['СОСТОЯНИЕ', paymentState],
  ['КОГДА', ({ created_at }) => moment(created_at), 'spare'],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class SubscriptionsPayments extends BaseCommand {
  static override summary = 'Платежи; с --status attention — те, что ждут администратора';
  static override flags = {
    ...listFlags,
    sort: sortFlag(adminPaymentSorts),
    status: Flags.option({ options: adminPaymentStatuses, description: 'какие платежи' })(),
  };

  async run(): Promise<{ success: true; payments: AdminPayment[]; total: number }> {
    const { flags } = await this.parse(SubscriptionsPayments);
    const found = await listAll(await this.api(), 'GET /api/admin/payments', flags, {
      filter: { status: flags.status },
    });
    this.showList(found, flags, columns, 'Таких платежей нет.');
    return { success: true, payments: found.rows, total: found.total };
  }
}
