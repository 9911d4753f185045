import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { chargeOf, kopecksOf, pricedOf, yearlySaving } from '@ostatok/api/contract/pricing.ts';
import type { FreePlan, PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import { formatMoney, plural } from '@ostatok/kit/web/format.ts';

export interface Price {
  /** Either «990 ₽/мес» or «По запросу». */
  text: string;
  /** The price without the discount, if there is one. */
  before: string | null;
  discount: string | null;
  onRequest: boolean;
}

const ON_REQUEST: Price = { text: 'По запросу', before: null, discount: null, onRequest: true };
const FREE: Price = { text: 'Бесплатно', before: null, discount: null, onRequest: false };
const units: Record<BillingPeriod, string> = { monthly: '/мес', yearly: '/год' };
const KOPECKS = 100;

type Prices = Pick<PublicPlan, 'price_monthly' | 'discount_percent'> &
  Partial<Pick<PublicPlan, 'price_yearly' | 'name'>>;

const kopecksFor = (plan: Prices) => pricedOf({ ...plan, price_yearly: plan.price_yearly ?? null });

export const isFree = (plan: { name?: string }): boolean => plan.name === 'free';

/** The price of a period in whole roubles, as it is charged; null when the plan is not sold for it. */
export function totalOf(plan: Prices, period: BillingPeriod): number | null {
  const kopecks = chargeOf(kopecksFor(plan), period);
  return kopecks === null ? null : kopecks / KOPECKS;
}

/** A price that is missing or zero is on request, except for the free plan. */
export function priceOf(plan: Prices, period: BillingPeriod = 'monthly'): Price {
  if (isFree(plan)) return FREE;
  const full = kopecksOf((period === 'yearly' ? plan.price_yearly : plan.price_monthly) || null);
  if (!full) return ON_REQUEST;
  const percent = plan.discount_percent || 0;
  return {
    text: `${formatMoney(totalOf(plan, period))}${units[period]}`,
    before: percent ? `${formatMoney(full / KOPECKS)}${units[period]}` : null,
    discount: percent ? `-${percent}% скидка` : null,
    onRequest: false,
  };
}

/** The saving of a year against twelve months, in per cent; zero when there is none. */
export const savingOf = (plan: Prices): number => yearlySaving(kopecksFor(plan));

type Features = { text: string; order: number }[] | string[] | Record<string, boolean | string>;

/** The specification allows three shapes of a plan's features; all become lines, in order. */
export function featureLines(features: Features | null | undefined): string[] {
  if (!features) return [];
  if (!Array.isArray(features)) {
    return Object.entries(features).flatMap(([name, value]) =>
      value === true ? [name] : value ? [String(value)] : [],
    );
  }
  const ordered = features.map((line, index) => (typeof line === 'string' ? { text: line, order: index } : line));
  return ordered.toSorted((a, b) => a.order - b.order).map((line) => line.text);
}

const builtIn = (
  id: number,
  plan: Pick<PublicPlan, 'name' | 'display_name' | 'description'> & Partial<PublicPlan>,
) => ({
  id,
  price_monthly: null,
  price_yearly: null,
  discount_percent: 0,
  features: [],
  is_featured: false,
  ...plan,
});

/** Shown when the plans cannot be loaded; the ids are those of a new installation. */
export const fallbackPlans: PublicPlan[] = [
  builtIn(2, {
    name: 'starter',
    display_name: 'Стартовый',
    description: 'Для одного бара',
    price_monthly: '990',
  }),
  builtIn(3, {
    name: 'professional',
    display_name: 'Профессиональный',
    description: 'Для ресторана и нескольких точек',
    price_monthly: '1990',
    is_featured: true,
  }),
  builtIn(4, { name: 'corporate', display_name: 'Корпоративный', description: 'Для сетей' }),
];

/** Formats «1 заведение, до 3 пользователей». */
export function limitsInWords(limits: Pick<FreePlan, 'max_instances' | 'max_users_per_instance'>): string {
  const { max_instances: venues, max_users_per_instance: users } = limits;
  const venue = `${venues} ${plural(venues, ['заведение', 'заведения', 'заведений'])}`;
  const user = `до ${users} ${plural(users, ['пользователя', 'пользователей', 'пользователей'])}`;
  return `${venue}, ${user}${venues > 1 ? ' в каждом' : ''}`;
}
