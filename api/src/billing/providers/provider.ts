/** Providers forget an idempotence key after a day: a call repeated later than this may be carried out twice. */
export const KEY_VALID_MS = 23 * 3_600_000;

/** A payment provider. Amounts are in kopecks. */
export interface PaymentProvider {
  readonly name: 'mock' | 'yookassa';
  /** Creates a payment, or with `methodId` charges the saved method. The same key returns the same payment. */
  create(order: PaymentOrder): Promise<ProviderPayment>;
  /** The payment as the provider knows it now; undefined when it knows none. */
  find(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /**
   * Closes a page on which nobody has paid, and returns the payment's state then. Absent when the provider cannot do it
   * and the page ends by itself.
   */
  withdraw?(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /** Refunds money. The same key returns the same refund. */
  refund(order: RefundOrder): Promise<ProviderRefund>;
  /** The refund as the provider knows it now; undefined when it knows none. */
  findRefund(providerRefundId: string): Promise<ProviderRefund | undefined>;
}

export interface PaymentOrder {
  /** Our id of the payment, returned in the provider's metadata. */
  id: string;
  idempotenceKey: string;
  amount: number;
  currency: string;
  description: string;
  payerEmail: string;
  /** The URL that the payer returns to. */
  returnUrl: string;
  /** A saved method to charge without the payer. */
  methodId?: string;
}

export interface ProviderPayment {
  id: string;
  status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  /** Our payment's id, from the provider's metadata. */
  orderId: string | null;
  /** A test payment, without real money. */
  test: boolean;
  confirmationUrl: string | null;
  /** The method, when it may be charged again. */
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

/** The outcome is unknown: ask again with the same key. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider refuses the order: it was not carried out and will not be. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
