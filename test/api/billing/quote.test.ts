import { chargeOf, creditOf, dueOf, type Priced, periodEnd, yearlySaving } from '@ostatok/api/contract/pricing.ts';
import { type OfferedPlan, type PricingState, quote } from '@ostatok/api/src/billing/quote.ts';
import test from 'ava';

const at = (iso: string): Date => new Date(`${iso.length === 10 ? `${iso}T00:00:00` : iso}Z`);
const planOf = (id: number, name: string, month: number | null, year: number | null, more = {}): OfferedPlan => ({
  id,
  name,
  display_name: name,
  price_monthly: month,
  price_yearly: year,
  discount_percent: 0,
  sort_order: id,
  is_active: true,
  is_archived: false,
  ...more,
});
const free = planOf(1, 'free', 0, 0);
const starter = planOf(2, 'starter', 99_000, 990_000);
const professional = planOf(3, 'professional', 199_000, 1_990_000);
const corporate = planOf(4, 'corporate', null, null);

const pricing = (more: Partial<PricingState> = {}): PricingState => ({
  state: 'free',
  plan: free,
  billingPeriod: 'monthly',
  endsAt: null,
  autoRenew: false,
  paid: undefined,
  paidAsOf: at('2027-01-01'),
  balance: 0,
  ...more,
});
const paying = (
  plan: OfferedPlan,
  from: string,
  to: string,
  now: string,
  price: number,
  more: Partial<PricingState> = {},
) =>
  pricing({
    state: 'active',
    plan,
    endsAt: at(to),
    autoRenew: true,
    paid: { price, startsAt: at(from), endsAt: at(to) },
    paidAsOf: at(now),
    ...more,
  });

const ends: [string, 'monthly' | 'yearly', string][] = [
  ['2027-01-31', 'monthly', '2027-02-28'],
  ['2028-01-31', 'monthly', '2028-02-29'],
  ['2028-02-29', 'yearly', '2029-02-28'],
  ['2027-02-28', 'yearly', '2028-02-28'],
  ['2027-12-31', 'monthly', '2028-01-31'],
  ['2027-04-30', 'monthly', '2027-05-30'],
  ['2027-03-15', 'yearly', '2028-03-15'],
];
for (const [from, period, to] of ends)
  test(`a ${period} period from ${from} ends on ${to}`, (t) => t.deepEqual(periodEnd(at(from), period), at(to)));

test('the day of the month is Moscow’s: who buys at one in the night of 1 March pays until 1 April', (t) => {
  const night = new Date('2027-02-28T22:00:00Z');
  t.deepEqual(periodEnd(night, 'monthly'), new Date('2027-03-31T22:00:00Z'));
  t.deepEqual(periodEnd(night, 'yearly'), new Date('2028-02-29T22:00:00Z'));
});

test('months that began on the 31st come back to it, and leap days to the 29th', (t) => {
  t.deepEqual(periodEnd(at('2027-02-28'), 'monthly', 31), at('2027-03-31'));
  t.deepEqual(periodEnd(at('2027-04-30'), 'monthly', 31), at('2027-05-31'));
  t.deepEqual(periodEnd(at('2031-02-28'), 'yearly', 29), at('2032-02-29'));
});

const charges: [Partial<Priced>, 'monthly' | 'yearly', number | null][] = [
  [{}, 'monthly', 99_000],
  [{ discount_percent: 20 }, 'monthly', 79_200],
  [{ discount_percent: 15 }, 'monthly', 84_100],
  [{ discount_percent: 33 }, 'yearly', 663_300],
  [{ discount_percent: 100 }, 'monthly', 0],
  [{ price_monthly: 99_050 }, 'monthly', 99_000],
  [{ price_yearly: null }, 'yearly', null],
];
for (const [more, period, charge] of charges)
  test(`a ${period} period of ${JSON.stringify(more)} costs ${charge}`, (t) =>
    t.is(chargeOf({ ...starter, ...more }, period), charge));

test('the year saves what the spec says', (t) => {
  t.is(yearlySaving(starter), 17);
  t.is(yearlySaving({ ...starter, price_yearly: 12 * 99_000 }), 0);
});

/** From, to, now, price, days, credit. */
const credits: [string, string, string, number, number, number][] = [
  ['2027-01-10', '2027-02-10', '2027-01-10', 99_000, 31, 99_000],
  ['2027-01-10', '2027-02-10', '2027-01-11', 99_000, 30, 95_806],
  ['2027-01-10', '2027-02-10', '2027-01-10T00:00:01', 99_000, 31, 99_000],
  ['2027-01-10', '2027-02-10', '2027-02-09T23:59:59', 99_000, 1, 3193],
  ['2027-01-10', '2027-02-10', '2027-02-10', 99_000, 0, 0],
  ['2027-01-10', '2027-02-10', '2027-05-10', 99_000, 0, 0],
  ['2028-01-31', '2028-02-29', '2028-02-15', 99_000, 14, 47_793],
  ['2027-03-01', '2028-03-01', '2027-09-01', 990_000, 182, 492_295],
  ['2028-03-01', '2029-03-01', '2028-09-01', 990_000, 181, 490_931],
];
for (const [from, to, now, price, days, credit] of credits)
  test(`on ${now}, of ${price} for ${from}–${to} is left ${credit}`, (t) =>
    t.deepEqual(creditOf({ price, startsAt: at(from), endsAt: at(to) }, at(now)), { daysRemaining: days, credit }));

test('less than a bank takes is taken as the least, and nothing stays nothing', (t) => {
  t.deepEqual(
    [dueOf(100_000, 99_999), dueOf(100_000, 100_000), dueOf(100_000, 0), dueOf(100, 500)],
    [100, 0, 100_000, 0],
  );
});

/** The name, the present state, the chosen plan and period, now, and the expected part of the quote. */
const quotes: [string, PricingState, OfferedPlan, 'monthly' | 'yearly', string, object][] = [
  ['free → starter', pricing(), starter, 'monthly', '2027-01-10', { kind: 'purchase', amountToPay: 99_000 }],
  [
    'free → starter, by balance',
    pricing({ balance: 99_000 }),
    starter,
    'monthly',
    '2027-01-10',
    { kind: 'free', amountToPay: 0 },
  ],
  [
    'free → starter, partly',
    pricing({ balance: 40_001 }),
    starter,
    'monthly',
    '2027-01-10',
    { kind: 'purchase', amountToPay: 58_999 },
  ],
  ['free → free', pricing(), free, 'yearly', '2027-01-10', { kind: 'current', amountToPay: 0 }],
  [
    'starter → professional',
    paying(starter, '2027-01-10', '2027-02-10', '2027-01-20', 99_000),
    professional,
    'monthly',
    '2027-01-20',
    { kind: 'upgrade', credit: 67_064, amountToPay: 131_936, daysRemaining: 21 },
  ],
  [
    'starter → its year',
    paying(starter, '2027-01-10', '2027-02-10', '2027-01-20', 99_000),
    starter,
    'yearly',
    '2027-01-20',
    { kind: 'upgrade', amountToPay: 990_000 - 67_064 },
  ],
  [
    'the year of starter → its month',
    paying(starter, '2027-01-10', '2028-01-10', '2027-06-10', 990_000, { billingPeriod: 'yearly' }),
    starter,
    'monthly',
    '2027-06-10',
    { kind: 'downgrade', amountToPay: 0, effectiveAt: at('2028-01-10') },
  ],
  [
    'the year of starter → the month of professional, more left than it costs',
    paying(starter, '2027-01-10', '2028-01-10', '2027-02-10', 990_000, { billingPeriod: 'yearly' }),
    professional,
    'monthly',
    '2027-02-10',
    { kind: 'free', amountToPay: 0, credit: 905_917 },
  ],
  [
    'bought today at a price that has changed since: what was paid counts',
    paying({ ...starter, price_monthly: 150_000 }, '2027-01-10', '2027-02-10', '2027-01-10', 99_000),
    professional,
    'monthly',
    '2027-01-10',
    { kind: 'upgrade', credit: 99_000, amountToPay: 100_000 },
  ],
  [
    'upgraded twice on one day, with a discount',
    paying(professional, '2027-01-10', '2027-02-10', '2027-01-10T05:00:00', 199_000),
    { ...professional, discount_percent: 10 },
    'yearly',
    '2027-01-10T05:00:00',
    { kind: 'upgrade', price: 1_791_000, credit: 199_000, amountToPay: 1_592_000 },
  ],
  [
    'professional → starter',
    paying(professional, '2027-01-10', '2027-02-10', '2027-01-20', 199_000),
    starter,
    'monthly',
    '2027-01-20',
    { kind: 'downgrade', effectiveAt: at('2027-02-10'), credit: 0 },
  ],
  [
    'canceled: the same again',
    paying(starter, '2027-01-10', '2027-02-10', '2027-01-20', 99_000, { state: 'canceled', autoRenew: false }),
    starter,
    'monthly',
    '2027-01-20',
    { kind: 'current' },
  ],
  [
    'canceled and over: bought anew',
    paying(starter, '2027-01-10', '2027-02-10', '2027-02-11', 99_000, { state: 'canceled', autoRenew: false }),
    starter,
    'monthly',
    '2027-02-11',
    { kind: 'purchase', amountToPay: 99_000 },
  ],
  [
    'expired → free',
    pricing({ state: 'expired', plan: starter, endsAt: at('2027-01-01') }),
    free,
    'monthly',
    '2027-01-10',
    { kind: 'free' },
  ],
  [
    'past due: paid by hand',
    pricing({ state: 'past_due', plan: starter, endsAt: at('2027-01-01') }),
    starter,
    'monthly',
    '2027-01-02',
    { kind: 'purchase', amountToPay: 99_000 },
  ],
  [
    'past due on an archived plan: paid by hand',
    pricing({ state: 'past_due', plan: starter, endsAt: at('2027-01-01') }),
    { ...starter, is_archived: true },
    'monthly',
    '2027-01-02',
    { kind: 'purchase' },
  ],
  [
    'granted without end → lower',
    pricing({ state: 'active', plan: professional }),
    starter,
    'monthly',
    '2027-01-10',
    { kind: 'purchase' },
  ],
  [
    'granted for a time → higher',
    pricing({ state: 'granted', plan: starter, endsAt: at('2027-01-20') }),
    professional,
    'monthly',
    '2027-01-10',
    { kind: 'upgrade', amountToPay: 199_000 },
  ],
  [
    'granted for a time → the same',
    pricing({ state: 'granted', plan: starter, endsAt: at('2027-01-20') }),
    starter,
    'yearly',
    '2027-01-10',
    { kind: 'current' },
  ],
];
for (const [what, from, to, period, now, like] of quotes)
  test(`quote: ${what}`, (t) => t.like(quote(from, to, period, at(now)), like));

const refused: [string, PricingState, OfferedPlan, 'monthly' | 'yearly', string][] = [
  ['a plan on request', pricing(), corporate, 'monthly', 'on_request'],
  ['a plan without a year', pricing(), { ...starter, price_yearly: null }, 'yearly', 'on_request'],
  ['a plan whose year is priced at zero', pricing(), { ...starter, price_yearly: 0 }, 'yearly', 'on_request'],
  ['a plan whose month is priced at zero', pricing(), { ...starter, price_monthly: 0 }, 'monthly', 'on_request'],
  ['an archived plan', pricing(), { ...starter, is_archived: true }, 'monthly', 'plan_not_offered'],
  [
    'an archived plan that the owner had until it expired',
    pricing({ state: 'expired', plan: starter, endsAt: at('2026-12-01') }),
    { ...starter, is_archived: true },
    'monthly',
    'plan_not_offered',
  ],
  ['an inactive plan', pricing(), { ...starter, is_active: false }, 'monthly', 'plan_not_offered'],
  [
    'less than what is granted',
    pricing({ state: 'granted', plan: professional, endsAt: at('2027-02-01') }),
    starter,
    'monthly',
    'granted',
  ],
];
for (const [what, from, to, period, code] of refused)
  test(`not sold: ${what}`, (t) => {
    t.like(
      t.throws(() => quote(from, to, period, at('2027-01-10'))),
      { code, status: 409 },
    );
  });
