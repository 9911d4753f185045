import type { AdminPayment, AdminRefund } from '@ostatok/api/contract/subscriptions.ts';

const problems = { disputed: 'спорный', refund_lost: 'возврат потерялся', refund_failed: 'возврат не прошёл' };
const statuses: Record<AdminPayment['status'], string> = {
  pending: 'ждёт',
  succeeded: 'прошёл',
  canceled: 'не прошёл',
};

export const paymentState = ({ problem, status }: AdminPayment): string =>
  problem ? problems[problem] : statuses[status];

export const refundState = ({ lost, status }: AdminRefund): string => (lost ? 'потерялся' : statuses[status]);
