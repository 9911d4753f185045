import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import type { MaxChange } from '../platform/max-changes.ts';

interface ToPerson {
  name: string;
}
interface WithLink extends ToPerson {
  link: string;
}

/** The data of each letter. It waits in the queue as JSON: times are ISO strings, money is in kopecks. */
export interface LetterData {
  verify_email: WithLink;
  welcome: WithLink;
  reset_password: WithLink;
  receipt: ToPerson & {
    paymentId: string;
    /** The payment's id at its provider. */
    providerPaymentId: string;
    description: string;
    plan: string;
    billingPeriod: BillingPeriod;
    amount: number;
    paidAt: string;
    /** Null when the purchase no longer fits and the money is returned. */
    period: { startsAt: string; endsAt: string } | null;
  };
  expiry_warning: ToPerson & {
    plan: string;
    endsAt: string;
    days: number;
    /** Present on the last day; letters queued by an older release lack it. */
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
    /** The card as the provider names it. */
    card: string;
  };
  price_rise: ToPerson & {
    plan: string;
    billingPeriod: BillingPeriod;
    oldPrice: number;
    newPrice: number;
    /** The first charge at the new price. */
    since: string;
  };
  suspended: ToPerson & {
    plan: string;
    endedAt: string;
  };
  payment_failed: ToPerson & {
    plan: string;
    amount: number;
    /** Null when the owner has to pay by hand. */
    nextAttemptAt: string | null;
    /** The tenants keep running until then. */
    worksUntil: string;
  };
  account_deleted: ToPerson & {
    deletedAt: string;
  };
  security_notice: WithLink & {
    /** A description of what happened to the account. */
    what: string;
    at: string;
    /** The address and the device that did it. */
    address: string;
    device: string;
  };
  support_access: ToPerson & {
    venue: string;
    /** The administrator's name and reason. */
    administrator: string;
    reason: string;
    at: string;
  };
  bot_replaced: ToPerson & {
    venue: string;
    /** The person who replaced the bot. */
    who: string;
    /** The new bot's username without @. */
    bot: string;
    /** True for another bot, false for a new token of the same one. */
    another: boolean;
    at: string;
  };
  max_changed: ToPerson & {
    venue: string;
    /** The person who changed it. */
    who: string;
    /** The username of the bot in MAX, without @. */
    bot: string;
    change: MaxChange;
    at: string;
  };
  security_alarm: WithLink & {
    /** A description of what is alarming. */
    alarm: string;
    at: string;
  };
  alert: WithLink & {
    /** The trouble, or that it is over. */
    what: string;
    since: string;
    /** What is affected, each with its reason; none when it is over. */
    details: string[];
    /** The command that mends it; null when it is over. */
    command: string | null;
  };
}
export type LetterName = keyof LetterData;

/** The sender's data in letters. */
export interface Letterhead {
  /** The address of the owners' pages. */
  publicUrl: string;
  supportEmail: string;
  /** The seller named in receipts, where the installation has one. */
  seller: { name: string | null; inn: string | null };
}
