import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { MockBank } from './providers/mock.ts';

interface SandboxPaymentsParts {
  bank: MockBank;
  /** Tells the platform that a payment's state has changed, as a bank would. */
  notify: (paymentId: string) => Promise<unknown>;
}

const NO_PAYMENT = 'Платеж не найден';

/** Implements the payer's actions on the built-in bank's page. A payment's id is our own, as in the address. */
export function createSandboxPayments({ bank, notify }: SandboxPaymentsParts) {
  /** Notifies again at each press, since the platform may have missed the first notification. */
  async function settled(paymentId: string, word: (id: string) => ReturnType<MockBank['cancel']>) {
    const status = isUuid(paymentId) ? await word(paymentId) : undefined;
    if (!status) throw new NotFound(NO_PAYMENT);
    await notify(paymentId);
    return status;
  }

  return {
    async approve(paymentId: string, { card }: { card: string }): Promise<'succeeded'> {
      const declines = card === 'declined_later';
      const status = await settled(paymentId, (id) => bank.approve(id, { declines }));
      if (status !== 'succeeded') throw new Conflict('payment_canceled', 'Платеж уже отменен');
      return status;
    },

    async cancel(paymentId: string): Promise<'canceled'> {
      const status = await settled(paymentId, bank.cancel);
      if (status !== 'canceled') throw new Conflict('payment_succeeded', 'Платеж уже проведен');
      return status;
    },
  };
}
export type SandboxPayments = ReturnType<typeof createSandboxPayments>;
