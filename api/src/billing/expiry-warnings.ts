import { WARNING_DAYS } from '@ostatok/api/contract/billing.ts';
import { daysUntil, dueOf, timeLeft } from '@ostatok/api/contract/pricing.ts';
import type { ExpiryWarningLetter } from './letters.ts';
import { type LockedSubscription, payerOf, stateOfRow } from './locked-subscription.ts';
import { balanceOf } from './periods.queries.ts';
import { nextPeriodOf, renewalPrice } from './renewal-price.ts';
import type { DueDeps } from './renewals.ts';
import { methodOf } from './saved-method.ts';
import { findPlan, findSubscription, hasNotice, insertNotice } from './subscriptions.queries.ts';

const WARNING = 'expiry_warning';

async function warningOf(
  deps: DueDeps,
  locked: LockedSubscription,
): Promise<Pick<ExpiryWarningLetter, 'planName' | 'reason' | 'nextPlanName'> | undefined> {
  const { trx, userId, sub } = locked;
  const planName = sub.plan.display_name;
  const state = stateOfRow(sub);
  if (sub.owner.deleted_at) return undefined;
  if (state === 'granted') {
    const before = sub.before_grant && (await findPlan(trx, sub.before_grant.plan_id));
    return { planName, reason: 'granted', nextPlanName: before?.display_name ?? null };
  }
  if (state === 'canceled' || !sub.auto_renew) return { planName, reason: 'canceled', nextPlanName: null };
  if (await methodOf(deps, locked)) return undefined;
  const next = await nextPeriodOf(trx, sub);
  const price = next ? await renewalPrice(trx, sub, next) : 0;
  const covered = price !== null && dueOf(price, await balanceOf(trx, userId)) === 0;
  return covered ? undefined : { planName, reason: 'no_method', nextPlanName: null };
}

/** The nearest warning day not yet passed, so that a late run does not send the earlier warnings. */
const nearest = (end: Date, at: Date): number | undefined =>
  WARNING_DAYS.toSorted((a, b) => a - b).find((days) => daysUntil(end, at) <= days);

export async function warn(deps: DueDeps, userId: number): Promise<void> {
  const seen = await findSubscription(deps.db, userId);
  const end = seen && (seen.granted_until ?? seen.current_period_end);
  const warningDay = end ? nearest(end, deps.now()) : undefined;
  if (!end || warningDay === undefined) return;
  const notice = { user_id: userId, kind: WARNING, about: `${end.toISOString()} ${warningDay}` };
  if (await hasNotice(deps.db, notice)) return;
  await deps.locks.tryWithLockedSubscription(
    userId,
    async (locked) => {
      const endsAt = locked.sub.granted_until ?? locked.sub.current_period_end;
      if (endsAt?.getTime() !== end.getTime()) return;
      const letter = await warningOf(deps, locked);
      if (!letter || !(await insertNotice(locked.trx, { ...notice, at: locked.now }))) return;
      const left = timeLeft(endsAt, locked.now);
      await deps.letters.expiryWarning(locked.trx, payerOf(locked), { ...letter, ...left, endsAt, warningDay });
    },
    { skipLocked: true },
  );
}
