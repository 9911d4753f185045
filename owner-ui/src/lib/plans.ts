import type { PublicPlan } from '@ostatok/api/contract/public.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';

export interface Price {
  /** «990 ₽/мес» or «По запросу». */
  text: string;
  /** Without the discount, where there is one. */
  before: string | null;
  discount: string | null;
  onRequest: boolean;
}

const ON_REQUEST: Price = { text: 'По запросу', before: null, discount: null, onRequest: true };

/** No price, or zero, is agreed upon. */
export function priceOf(plan: Pick<PublicPlan, 'price_monthly' | 'discount_percent'>): Price {
  const monthly = Number(plan.price_monthly ?? 0);
  if (!monthly) return ON_REQUEST;
  const percent = plan.discount_percent || 0;
  const perMonth = (roubles: number) => `${formatMoney(Math.round(roubles))}/мес`;
  return {
    text: perMonth(monthly * (1 - percent / 100)),
    before: percent ? perMonth(monthly) : null,
    discount: percent ? `-${percent}% скидка` : null,
    onRequest: false,
  };
}

export type Period = 'monthly' | 'yearly';

/** Whole roubles. */
export function totalOf(plan: Pick<PublicPlan, 'price_monthly' | 'price_yearly'>, period: Period): number {
  return Math.trunc(Number((period === 'yearly' ? plan.price_yearly : plan.price_monthly) ?? 0));
}

export function yearlySaving(plan: Pick<PublicPlan, 'price_monthly' | 'price_yearly'>): number {
  const monthly = Number(plan.price_monthly ?? 0);
  const yearly = Number(plan.price_yearly ?? 0);
  if (!monthly || !yearly) return 0;
  return Math.max(0, Math.round((1 - yearly / (monthly * 12)) * 100));
}

type Features = { text: string; order: number }[] | string[] | Record<string, boolean | string>;

/** The spec knows three shapes of a plan's features; all become lines, in order. */
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

/** Shown when the plans cannot be loaded. */
export const fallbackPlans: PublicPlan[] = [
  builtIn(1, {
    name: 'starter',
    display_name: 'Стартовый',
    description: 'Для одного бара',
    price_monthly: '990',
  }),
  builtIn(2, {
    name: 'professional',
    display_name: 'Профессиональный',
    description: 'Для ресторана и нескольких точек',
    price_monthly: '1990',
    is_featured: true,
  }),
  builtIn(3, { name: 'corporate', display_name: 'Корпоративный', description: 'Для сетей' }),
];
