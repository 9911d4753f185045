import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { Action } from '../list/types.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { RefundDialog } from './RefundDialog.tsx';

export const refundAction: Action<AdminPayment> = {
  key: 'refund',
  label: 'Вернуть деньги',
  icon: 'refund',
  // A refund that the bank never confirmed may be made again.
  isShown: ({ refundable, refunds }) => refundable > 0 || refunds.some(({ lost }) => lost),
  run: ([payment]) => payment && openDialog((close) => <RefundDialog payment={payment} onClose={close} />),
};
