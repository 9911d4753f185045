/** Providers forget an idempotence key after a day: a call repeated later than this may happen twice. */
export const KEY_VALID_MS = 23 * 3_600_000;

/** Where money comes from. Amounts are kopecks. */
export interface PaymentProvider {
  readonly name: 'mock' | 'yookassa';
  /** Makes a payment, or with `methodId` charges the saved method. The same key gives the same payment again. */
  create(order: PaymentOrder): Promise<ProviderPayment>;
  /** As the provider knows it now; undefined where it knows none. */
  find(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /**
   * Ends a page that nobody has paid on, and answers what the payment is then. Absent where the provider cannot: then it
   * ends by itself.
   */
  withdraw?(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /** Gives money back. The same key gives the same refund again. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** A refund as the provider knows it now; undefined where it knows none. */
  findRefund(providerRefundId: string): Promise<ProviderRefund | undefined>;
}

export interface PaymentOrder {
  /** Ours; comes back in the provider's metadata. */
  id: string;
  idempotenceKey: string;
  amount: number;
  currency: string;
  description: string;
  payerEmail: string;
  /** Where the payer comes back to. */
  returnUrl: string;
  /** A saved method to charge without the payer. */
  methodId?: string;
}

export interface ProviderPayment {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  /** Which payment of ours it says it is for. */
  orderId: string | null;
  /** No real money. */
  test: boolean;
  confirmationUrl: string | null;
  /** The method, where it may be charged again. */
  savedMethod: { id: string; title: string } | null;
  cancellationReason: string | null;
}

export interface RefundOrder {
  idempotenceKey: string;
  providerPaymentId: string;
  amount: number;
  currency: string;
  description: string;
  payerEmail: string;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: number;
}

/** Whether it happened is not known: ask again under the same key. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** It did not happen and will not: the order itself is refused. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
