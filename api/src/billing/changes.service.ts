import type { ChangedPlan, CreatedPayment, UpgradeCalculation } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { kopecksOf, roublesOf } from '@ostatok/api/contract/pricing.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import { day, roubles } from '../platform/russian.ts';
import { type LockedSubscription, move, pricingStateOf, stateOfRow } from './locked-subscription.ts';
import { findOpenPayment, findOpenRenewal, type PaymentRow } from './payments.queries.ts';
import type { Payments } from './payments.service.ts';
import { isFreePlan, type Quote, quote } from './quote.ts';
import { buy, goFree } from './steps.ts';
import type { SubscriptionLocks } from './subscription-locks.service.ts';
import { findPlan, type PlanRow } from './subscriptions.queries.ts';

interface Choice {
  planId: number;
  billingPeriod: BillingPeriod;
  /** In roubles, as the owner saw the amount. */
  expectedAmount?: number;
}

interface ChangesDeps {
  locks: SubscriptionLocks;
  payments: Payments;
  returnUrl: string;
}

const descriptionOf = (plan: PlanRow, period: BillingPeriod): string =>
  `Тариф «${plan.display_name}» на ${period === 'yearly' ? 'год' : 'месяц'}`.slice(0, 128);

type Decision =
  | { done: 'current' | 'free' | 'downgrade' | 'resumed' | 'undone'; plan: PlanRow; quoted: Quote }
  | { pay: PaymentRow; known: boolean };

const doneMessages = {
  current: 'Этот тариф уже действует',
  free: 'План успешно обновлен',
  resumed: 'Отмена подписки отменена. Автопродление включено.',
  undone: 'Запланированное изменение отменено. Автопродление текущего плана включено.',
};

const upgradeTypes = {
  current: 'already_subscribed',
  free: 'free',
  resumed: 'cancel_cancellation',
  undone: 'cancel_downgrade',
  downgrade: 'downgrade',
} as const;

async function planOf(locked: LockedSubscription, id: number): Promise<PlanRow> {
  const plan = await findPlan(locked.trx, id);
  if (!plan) throw new NotFound('Тариф не найден', 'plan_not_found');
  return plan;
}

async function quoteOf(
  locked: LockedSubscription,
  { planId, billingPeriod }: Choice,
): Promise<{ plan: PlanRow; quoted: Quote }> {
  const plan = await planOf(locked, planId);
  return { plan, quoted: quote(await pricingStateOf(locked), plan, billingPeriod, locked.now) };
}

function refuseOtherPrice({ expectedAmount }: Choice, { amountToPay, price }: Quote): void {
  if (expectedAmount === undefined) return;
  const expected = kopecksOf(expectedAmount);
  if (expected === amountToPay || expected === price) return;
  throw new Conflict(
    'price_changed',
    `Цена изменилась: теперь к оплате ${roubles(amountToPay)}. Проверьте и подтвердите ещё раз`,
  );
}

/** The next period cannot change while it is being charged. */
async function refuseDuringCharge(locked: LockedSubscription): Promise<void> {
  if (await findOpenRenewal(locked.trx, locked.userId, locked.sub.period_id))
    throw new Conflict('charge_pending', 'Сейчас списывается оплата за следующий период. Повторите через минуту');
}

async function order(
  { payments }: ChangesDeps,
  locked: LockedSubscription,
  plan: PlanRow,
  { billingPeriod }: Choice,
  quoted: Quote,
): Promise<Decision> {
  const provider = payments.requireProvider().name;
  const { price, amountToPay: amount } = quoted;
  const basis_period_id = locked.sub.period_id;
  const same = { plan_id: plan.id, billing_period: billingPeriod, basis_period_id, price, amount };
  const mine = { ...same, provider, user_id: locked.userId };
  const open = await findOpenPayment(locked.trx, mine, ['purchase', 'upgrade'], locked.now);
  if (open) return { pay: open, known: true };
  const made = await payments.order(locked, {
    ...same,
    kind: quoted.kind === 'upgrade' ? 'upgrade' : 'purchase',
    currency: plan.currency,
    description: descriptionOf(plan, billingPeriod),
    payment_method_id: null,
  });
  return { pay: made, known: false };
}

async function takeFree(
  locked: LockedSubscription,
  plan: PlanRow,
  { billingPeriod }: Choice,
  quoted: Quote,
): Promise<void> {
  if (isFreePlan(plan)) return goFree(locked);
  const runs = ['active', 'canceled', 'granted'].includes(stateOfRow(locked.sub));
  await buy(locked, { kind: runs ? 'upgrade' : 'purchase', planId: plan.id, billingPeriod, price: quoted.price });
}

async function stay(locked: LockedSubscription): Promise<'current' | 'resumed' | 'undone'> {
  const state = stateOfRow(locked.sub);
  const kept = { auto_renew: true, deferred_plan_id: null, deferred_billing_period: null, deferred_price: null };
  if (state === 'active' && locked.sub.deferred_plan_id !== null) {
    await move(locked, 'change_undone', kept);
    return 'undone';
  }
  const renewable = locked.sub.current_period_end !== null && !locked.sub.auto_renew;
  if (state !== 'canceled' && !(state === 'active' && renewable)) return 'current';
  await move(locked, 'resumed', kept);
  return 'resumed';
}

async function putOff(
  locked: LockedSubscription,
  plan: PlanRow,
  { billingPeriod }: Choice,
  { price }: Quote,
): Promise<void> {
  const { sub } = locked;
  if (sub.deferred_plan_id === plan.id && sub.deferred_billing_period === billingPeriod) return;
  const deferred = { deferred_plan_id: plan.id, deferred_billing_period: billingPeriod, deferred_price: price };
  await move(locked, 'change_scheduled', { ...deferred, auto_renew: true }, { planId: plan.id, billingPeriod, price });
}

/** Applies at once what costs nothing, and inserts a payment for what does. */
function choose(deps: ChangesDeps, userId: number, choice: Choice): Promise<Decision> {
  return deps.locks.withLockedSubscription(userId, async (locked) => {
    const { plan, quoted } = await quoteOf(locked, choice);
    await refuseDuringCharge(locked);
    refuseOtherPrice(choice, quoted);
    if (quoted.kind === 'current') return { done: await stay(locked), plan, quoted };
    if (quoted.kind === 'purchase' || quoted.kind === 'upgrade') return order(deps, locked, plan, choice, quoted);
    if (quoted.kind === 'free') await takeFree(locked, plan, choice, quoted);
    else await putOff(locked, plan, choice, quoted);
    return { done: quoted.kind, plan, quoted };
  });
}

/** An earlier payment may have been paid meanwhile; then the choice is decided anew. */
async function decide(deps: ChangesDeps, userId: number, choice: Choice): Promise<Decision> {
  const decision = await choose(deps, userId, choice);
  if (!('pay' in decision) || !decision.known) return decision;
  return (await deps.payments.isStillOpen(decision.pay)) ? decision : choose(deps, userId, choice);
}

async function changePlan(deps: ChangesDeps, userId: number, choice: Choice): Promise<ChangedPlan> {
  const decision = await decide(deps, userId, choice);
  if ('pay' in decision) {
    const redirect_url = await deps.payments.pageOf(decision.pay);
    return { upgrade_type: 'upgrade', message: 'Перейдите к оплате', redirect_url };
  }
  const { done, plan, quoted } = decision;
  const message =
    done === 'downgrade'
      ? `Тариф «${plan.display_name}» начнёт действовать ${day(quoted.effectiveAt)} До этого дня всё остаётся как есть`
      : doneMessages[done];
  return { upgrade_type: upgradeTypes[done], message };
}

/** For the page that pays for one plan; refuses choices that are not paid for there. */
async function createPayment(deps: ChangesDeps, userId: number, choice: Choice): Promise<CreatedPayment> {
  const { kind, effectiveAt } = await deps.locks.withLockedSubscription(
    userId,
    async (locked) => (await quoteOf(locked, choice)).quoted,
  );
  if (kind === 'current') throw new Conflict('already_subscribed', 'Этот тариф уже действует');
  if (kind === 'downgrade')
    throw new Conflict(
      'downgrade',
      `Нынешний тариф оплачен до ${day(effectiveAt)} Перейти на этот с этого дня можно на странице подписки`,
    );
  const decision = await decide(deps, userId, choice);
  if (!('pay' in decision)) return { paymentId: null, paymentUrl: deps.returnUrl };
  return { paymentId: decision.pay.id, paymentUrl: await deps.payments.pageOf(decision.pay) };
}

const calculate = ({ locks }: ChangesDeps, userId: number, choice: Choice): Promise<UpgradeCalculation> =>
  locks.withLockedSubscription(userId, async (locked) => {
    const { quoted } = await quoteOf(locked, choice);
    return {
      daysRemaining: quoted.daysRemaining,
      credit: roublesOf(quoted.credit + quoted.balance),
      newPlanPrice: roublesOf(quoted.price),
      amountToPay: roublesOf(quoted.amountToPay),
      kind: quoted.kind,
      effectiveAt: quoted.effectiveAt.toISOString(),
    };
  });

/** Access continues to the end of the paid period. Idempotent. */
const cancel = ({ locks }: ChangesDeps, userId: number): Promise<void> =>
  locks.withLockedSubscription(userId, async (locked) => {
    const state = stateOfRow(locked.sub);
    if (state === 'canceled') return;
    if (state === 'past_due')
      throw new Conflict('past_due', 'Оплата просрочена. Чтобы больше не платить, перейдите на бесплатный тариф');
    if (state !== 'active' || locked.sub.current_period_end === null || !locked.sub.auto_renew)
      throw new Conflict('nothing_to_cancel', 'Автопродление не включено, отменять нечего');
    await move(locked, 'canceled', { auto_renew: false, deferred_plan_id: null, deferred_billing_period: null });
  });

const cancelScheduled = ({ locks }: ChangesDeps, userId: number): Promise<void> =>
  locks.withLockedSubscription(userId, async (locked) => {
    if (stateOfRow(locked.sub) !== 'active' || locked.sub.deferred_plan_id === null)
      throw new Conflict('nothing_scheduled', 'Запланированных изменений нет');
    await refuseDuringCharge(locked);
    await stay(locked);
  });

/** The owners' own changes to their subscription. */
export function createChanges(deps: ChangesDeps) {
  return {
    changePlan: (userId: number, choice: Choice) => changePlan(deps, userId, choice),

    createPayment: (userId: number, choice: Choice) => createPayment(deps, userId, choice),

    calculate: (userId: number, choice: Choice) => calculate(deps, userId, choice),

    cancel: (userId: number) => cancel(deps, userId),

    cancelScheduled: (userId: number) => cancelScheduled(deps, userId),
  };
}
