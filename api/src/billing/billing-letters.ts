import type { Mail } from '../mail/mail.service.ts';
import type { BillingLetters } from './letters.ts';

/** Queues the letters that billing sends to owners. Each is queued once, however often billing repeats the call. */
export function createBillingLetters(mail: Pick<Mail, 'enqueue'>): BillingLetters {
  return {
    async receipt(trx, to, { period, ...letter }) {
      await mail.enqueue(trx, {
        to: to.email,
        template: 'receipt',
        once: `receipt:${letter.paymentId}`,
        data: {
          name: to.name,
          paymentId: letter.paymentId,
          providerPaymentId: letter.providerPaymentId,
          description: letter.description,
          plan: letter.planName,
          billingPeriod: letter.billingPeriod,
          amount: letter.amount,
          paidAt: letter.paidAt.toISOString(),
          period: period && { startsAt: period.startsAt.toISOString(), endsAt: period.endsAt.toISOString() },
        },
      });
    },
    async expiryWarning(trx, to, { planName, endsAt, warningDay, days, hours, reason, nextPlanName }) {
      await mail.enqueue(trx, {
        to: to.email,
        template: 'expiry_warning',
        once: `expiry_warning:${to.userId}:${endsAt.toISOString()}:${warningDay}`,
        data: {
          name: to.name,
          plan: planName,
          endsAt: endsAt.toISOString(),
          days,
          hours,
          reason,
          nextPlan: nextPlanName,
        },
      });
    },
    async comingCharge(trx, to, { planName, billingPeriod, amount, chargeAt, card }) {
      await mail.enqueue(trx, {
        to: to.email,
        template: 'coming_charge',
        once: `coming_charge:${to.userId}:${chargeAt.toISOString()}:${amount}`,
        data: { name: to.name, plan: planName, billingPeriod, amount, chargeAt: chargeAt.toISOString(), card },
      });
    },
    async priceRise(trx, to, { planName, billingPeriod, oldPrice, newPrice, since }) {
      await mail.enqueue(trx, {
        to: to.email,
        template: 'price_rise',
        once: `price_rise:${to.userId}:${since.toISOString()}:${newPrice}`,
        data: { name: to.name, plan: planName, billingPeriod, oldPrice, newPrice, since: since.toISOString() },
      });
    },
    async paymentFailed(trx, to, { planName, amount, nextAttemptAt, suspendedAt }) {
      const next = nextAttemptAt?.toISOString() ?? null;
      const worksUntil = suspendedAt.toISOString();
      await mail.enqueue(trx, {
        to: to.email,
        template: 'payment_failed',
        once: `payment_failed:${to.userId}:${worksUntil}:${next}`,
        data: { name: to.name, plan: planName, amount, nextAttemptAt: next, worksUntil },
      });
    },
    async suspended(trx, to, { planName, endedAt }) {
      await mail.enqueue(trx, {
        to: to.email,
        template: 'suspended',
        once: `suspended:${to.userId}:${endedAt.toISOString()}`,
        data: { name: to.name, plan: planName, endedAt: endedAt.toISOString() },
      });
    },
  };
}
