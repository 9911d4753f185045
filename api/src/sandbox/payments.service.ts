import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { MockBank } from '../billing/providers/mock.ts';

interface SandboxPaymentsParts {
  bank: MockBank;
  /** How a bank tells the platform that something became of a payment. */
  notify: (paymentId: string) => Promise<unknown>;
}

const NO_PAYMENT = 'Платеж не найден';
const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What the payer does on the built-in bank's page. Payments go by our own id, as in the page's address. */
export function createSandboxPayments({ bank, notify }: SandboxPaymentsParts) {
  /** Told again at each press: the platform may not have heard it the first time. */
  async function settled(paymentId: string, word: (id: string) => ReturnType<MockBank['cancel']>) {
    const status = UUID.test(paymentId) ? await word(paymentId) : undefined;
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
