import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';

interface ToPerson {
  name: string;
}
interface WithLink extends ToPerson {
  link: string;
}

/** What each letter tells. It waits in the queue as JSON: moments are ISO strings, money is kopecks. */
export interface LetterData {
  verify_email: WithLink;
  welcome: WithLink;
  reset_password: WithLink;
  receipt: ToPerson & {
    paymentId: string;
    /** The payment at its provider. */
    providerPaymentId: string;
    description: string;
    plan: string;
    billingPeriod: BillingPeriod;
    amount: number;
    paidAt: string;
    /** Null where what was bought no longer fits: the money goes back. */
    period: { startsAt: string; endsAt: string } | null;
  };
  expiry_warning: ToPerson & {
    plan: string;
    endsAt: string;
    days: number;
    /** On the last day; a letter queued by an older release has none. */
    hours?: number | null;
    reason: 'canceled' | 'granted' | 'no_method';
    /** The plan that returns after a granted one. */
    nextPlan: string | null;
  };
  coming_charge: ToPerson & {
    plan: string;
    billingPeriod: BillingPeriod;
    amount: number;
    chargeAt: string;
    /** As the provider names it. */
    card: string;
  };
  price_rise: ToPerson & {
    plan: string;
    billingPeriod: BillingPeriod;
    oldPrice: number;
    newPrice: number;
    /** The first charge of the new price. */
    since: string;
  };
  suspended: ToPerson & {
    plan: string;
    endedAt: string;
  };
  payment_failed: ToPerson & {
    plan: string;
    amount: number;
    /** Null: the owner has to pay by hand. */
    nextAttemptAt: string | null;
    /** The venues go on until then. */
    worksUntil: string;
  };
  account_deleted: ToPerson & {
    deletedAt: string;
  };
  security_notice: WithLink & {
    /** What happened to the account. */
    what: string;
    at: string;
    /** From where: an address and a device. */
    address: string;
    device: string;
  };
  support_access: ToPerson & {
    venue: string;
    /** Who came, and why. */
    administrator: string;
    reason: string;
    at: string;
  };
  bot_replaced: ToPerson & {
    venue: string;
    /** Who replaced it. */
    who: string;
    /** The bot that works now, without @. */
    bot: string;
    /** Another bot, not a new token of the same one. */
    another: boolean;
    at: string;
  };
  security_alarm: WithLink & {
    /** What is alarming, in words. */
    alarm: string;
    at: string;
  };
}
export type LetterName = keyof LetterData;

/** What letters say of who sends them. */
export interface Letterhead {
  /** Where the pages are. */
  publicUrl: string;
  supportEmail: string;
  /** Whose receipts these are, where the installation names its seller. */
  seller: { name: string | null; inn: string | null };
}
