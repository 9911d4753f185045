import type { AdminPayment, AdminRefund } from '@ostatok/api/contract/subscriptions.endpoints.ts';

const problems = { disputed: 'спорный', refund_lost: 'возврат потерялся', refund_failed: 'возврат не прошёл' };
const statuses: Record<AdminPayment['status'], string> = {
  pending: 'ждёт',
  succeeded: 'прошёл',
  canceled: 'не прошёл',
};

const withdrawals = { abandoned: 'плательщик отказался', superseded: 'больше не нужен' };

export function paymentState({
  problem,
  status,
  withdrawn,
}: Pick<AdminPayment, 'problem' | 'status' | 'withdrawn'>): string {
  if (problem) return problems[problem];
  return status === 'pending' && withdrawn ? withdrawals[withdrawn] : statuses[status];
}

export const refundState = ({ lost, status }: AdminRefund): string => (lost ? 'потерялся' : statuses[status]);
