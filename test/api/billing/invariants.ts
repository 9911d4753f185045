import { deepEqual, equal, ok } from 'node:assert/strict';
import { type State, stateOf, states, table } from '@ostatok/api/src/billing/machine.ts';
import type { World } from './world.ts';

const sum = (rows: { amount: number }[]): number => rows.reduce((total, { amount }) => total + amount, 0);

/** All stored records of the world's owner, in the order of events. */
async function read({ db, owner }: World) {
  const of = { user_id: owner.id };
  const [sub, ledger, payments, periods, events, refunds] = await Promise.all([
    db('subscriptions').join('plans', 'plans.id', 'plan_id').where(of).select('subscriptions.*', 'plans.name').first(),
    db('billing_ledger').where(of).orderBy('id'),
    db('payments').where(of).orderBy('created_at'),
    db('subscription_periods')
      .where(of)
      .orderBy(['starts_at', { column: 'closed_at', nulls: 'last' }]),
    db('billing_events').where(of).orderBy('id'),
    db('refunds').join('payments', 'payments.id', 'payment_id').where('payments.user_id', owner.id).select('refunds.*'),
  ]);
  return { sub, ledger, payments, periods, events, refunds };
}
type Kept = Awaited<ReturnType<typeof read>>;

/** Checks that the state is in the table and was reached by its transitions. */
function checkStates({ sub, events }: Kept): State {
  const state = stateOf({ ...sub, isFree: sub.name === 'free' });
  ok(states.includes(state));
  let at: string = 'free';
  for (const { event, from_state, to_state } of events) {
    equal(from_state, at, `${event} begins where the last one ended`);
    const to = table[from_state as State][event as keyof (typeof table)['free']];
    ok(to === 'previous' || to === to_state, `${from_state} × ${event} → ${to_state} is in the table`);
    at = to_state;
  }
  equal(state, at, 'the state is where the last event led');
  return state;
}

/** Checks that every kopeck is explained, and none is owed twice. */
function checkLedger({ ledger, payments, periods, refunds }: Kept): void {
  let balance = 0;
  for (const { amount } of ledger) balance += amount;
  ok(balance >= 0, `the balance is ${balance}`);
  const alive = refunds.filter(({ status }) => status !== 'canceled');
  const came = sum(payments.filter(({ status, outcome }) => status === 'succeeded' && outcome !== 'disputed'));
  const entries = ledger.filter(
    ({ kind, refund_id }) => kind === 'payment' || (kind === 'refund' && alive.some(({ id }) => id === refund_id)),
  );
  equal(came - sum(alive), sum(entries), 'payments less refunds are what the ledger says');
  for (const period of periods) {
    const paid = ledger.filter(({ kind, period_id }) => kind === 'period' && period_id === period.id);
    equal(sum(paid) + period.price, 0, 'a period was paid once, for its price');
  }
}

/** Checks that what was paid is active, and what is active was paid once. */
function checkPeriods(kept: Kept, state: State, now: Date): void {
  const { sub, payments, periods, events } = kept;
  const bought = events.map(({ data }) => data.paymentId).filter(Boolean);
  equal(new Set(bought).size, bought.length, 'no payment buys twice');
  for (const { id, status, outcome } of payments) {
    equal(outcome !== null, status === 'succeeded', `a payment that is ${status} is ${outcome}`);
    equal(outcome === 'applied', bought.includes(id), 'what is applied has bought, and only that');
  }
  const renewed = payments.filter(({ kind, outcome }) => kind === 'renewal' && outcome === 'applied');
  equal(
    new Set(renewed.map(({ basis_period_id }) => basis_period_id)).size,
    renewed.length,
    'a period is renewed once',
  );
  const asked = payments.filter(({ kind, status }) => kind === 'renewal' && status === 'pending');
  equal(new Set(asked.map(({ basis_period_id }) => basis_period_id)).size, asked.length, 'one charge hangs at a time');
  periods.forEach(({ starts_at, ends_at, closed_at }, n) => {
    ok(starts_at <= ends_at, 'a period ends after it begins');
    const next = periods[n + 1];
    const over = closed_at && closed_at < ends_at ? closed_at : ends_at;
    ok(!next || over <= next.starts_at, 'periods do not overlap');
  });
  const open = periods.filter(({ closed_at }) => closed_at === null);
  ok(open.length <= 1);
  deepEqual(
    open.map(({ id }) => id),
    sub.period_id ? [sub.period_id] : [],
    'the period that runs is the one of the subscription',
  );
  for (const { ends_at } of open.filter((period) => period.ends_at > now)) {
    ok(['active', 'canceled', 'granted'].includes(state), `paid until ${ends_at.toISOString()}, yet ${state}`);
    equal(sub.current_period_end?.getTime(), ends_at.getTime());
  }
}

/** These invariants hold after every event. */
export async function checkInvariants(world: World): Promise<void> {
  const kept = await read(world);
  const state = checkStates(kept);
  checkLedger(kept);
  checkPeriods(kept, state, world.clock.now());
  deepEqual(world.mistakes, []);
  const limits = await world.billing.limitsOf(world.owner.id);
  const paidUntil = kept.periods.find(({ closed_at, ends_at }) => closed_at === null && ends_at > world.clock.now());
  if (paidUntil) ok(limits.mayCreate, 'what is paid for may be used');
  if (state === 'expired' || state === 'past_due') ok(!limits.mayCreate);
  const shown = await world.billing.subscriptionOf(world.owner.id);
  equal(Math.round(shown.balance * 100), sum(kept.ledger), 'the balance shown is the ledger');
}

/** Holds once all messages have arrived: the provider's records equal ours. */
export async function checkBooks(world: World): Promise<void> {
  const { payments, refunds } = await read(world);
  for (const theirs of world.bank.payments()) {
    const ours = payments.find(({ id }) => id === theirs.orderId);
    // given up after a day without a response: no customer was sent to its page, and if it is paid after all, it still
    // counts
    if (theirs.status === 'pending' && ours?.cancellation_reason === 'answer_lost') continue;
    equal(ours?.status, theirs.status, `a payment is ${theirs.status} there and ${ours?.status} here`);
  }
  for (const { status, idempotence_key, next_attempt_at } of refunds) {
    const theirs = world.bank.refundOf(idempotence_key);
    if (status === 'succeeded') equal(theirs?.status, 'succeeded');
    if (status === 'canceled') ok(theirs === undefined || theirs.status === 'canceled');
    if (status === 'pending') equal(next_attempt_at, null, 'a refund is open only where somebody has to look');
  }
  const owed = sum(refunds.filter(({ status }) => status === 'succeeded'));
  const unknown = refunds.filter(({ status }) => status === 'pending');
  const asked = sum(
    unknown.filter(({ idempotence_key }) => world.bank.refundOf(idempotence_key)?.status === 'succeeded'),
  );
  const came = sum(payments.filter(({ status }) => status === 'succeeded'));
  equal(world.bank.money(), came - owed - asked, "the provider's money is ours");
}
