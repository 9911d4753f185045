import { CHARGE_NOTICE_DAYS, PRICE_NOTICE_DAYS } from '@ostatok/api/contract/billing.ts';
import { chargeOf, daysUntil, dueOf, periodEnd } from '@ostatok/api/contract/pricing.ts';
import type { BillingLetters } from './letters.ts';
import { type LockedSubscription, payerOf, stateOfRow } from './locked-subscription.ts';
import type { MethodRow } from './payments.queries.ts';
import { balanceOf, findPeriod } from './periods.queries.ts';
import { aboutRise, agreedPrice, nextPeriodOf, PRICE_RISE, renewalPrice } from './renewal-price.ts';
import { anchorOf } from './steps.ts';
import { insertNotice } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;
const COMING_CHARGE = 'coming_charge';

const isCharged = ({ sub }: LockedSubscription): boolean =>
  sub.auto_renew && sub.owner.deleted_at === null && sub.owner.status === 'active';

const renewsItself = (locked: LockedSubscription): boolean => stateOfRow(locked.sub) === 'active' && isCharged(locked);

/** The next automatic charge: at the end of the period, or again after one that has failed. */
function chargeDateOf(locked: LockedSubscription): Date | null {
  const { sub } = locked;
  if (renewsItself(locked)) return sub.current_period_end;
  return stateOfRow(sub) === 'past_due' && isCharged(locked) ? sub.next_charge_at : null;
}

/**
 * Announces an automatic charge and its sum once, and again if the sum has changed. The letter about a failed charge
 * announces the next one, so of these only a sum that has become another is left to announce.
 */
export async function announceCharge(
  locked: LockedSubscription,
  method: MethodRow,
  letters: BillingLetters,
): Promise<void> {
  const { trx, userId, sub, now } = locked;
  const chargeAt = chargeDateOf(locked);
  if (!chargeAt || daysUntil(chargeAt, now) > CHARGE_NOTICE_DAYS) return;
  const next = await nextPeriodOf(trx, sub);
  const price = next && (await renewalPrice(trx, sub, next));
  if (!next || price == null) return;
  const amount = dueOf(price, await balanceOf(trx, userId));
  if (amount === 0) return;
  const about = `${chargeAt.toISOString()} ${amount}`;
  if (!(await insertNotice(trx, { user_id: userId, kind: COMING_CHARGE, about, at: now }))) return;
  const { plan, billingPeriod } = next;
  const card = method.title;
  await letters.comingCharge(trx, payerOf(locked), {
    planName: plan.display_name,
    billingPeriod,
    amount,
    chargeAt,
    card,
  });
}

/** Announces each higher price once. It is charged from the first period that begins PRICE_NOTICE_DAYS later. */
export async function announceRise(locked: LockedSubscription, letters: BillingLetters): Promise<void> {
  const { trx, userId, sub, now } = locked;
  const next = renewsItself(locked) ? await nextPeriodOf(trx, sub) : undefined;
  const price = next && chargeOf(next.plan, next.billingPeriod);
  const agreed = next && (await agreedPrice(trx, sub, next));
  if (!next || price == null || agreed === undefined || price <= agreed || !sub.current_period_end) return;
  const notice = { user_id: userId, kind: PRICE_RISE, about: aboutRise(next, price), at: now };
  if (!(await insertNotice(trx, notice))) return;
  const { plan, billingPeriod } = next;
  const period = sub.period_id ? await findPeriod(trx, sub.period_id) : undefined;
  const day = anchorOf(sub.current_period_end, period?.anchor_day);
  let since = sub.current_period_end;
  while (since.getTime() < now.getTime() + PRICE_NOTICE_DAYS * DAY_MS) since = periodEnd(since, billingPeriod, day);
  await letters.priceRise(trx, payerOf(locked), {
    planName: plan.display_name,
    billingPeriod,
    oldPrice: agreed,
    newPrice: price,
    since,
  });
}
