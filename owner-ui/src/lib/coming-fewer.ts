import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { plural, quoted } from '@ostatok/kit/web/format.ts';
import { nameOf } from './my-tenants.ts';

export interface ComingFewer {
  /** The number of tenants that the next plan allows. */
  places: number;
  planName: string;
  candidates: Tenant[];
  stay: Tenant[];
  stop: Tenant[];
}

/** The venues that take a place of the plan, in the order in which the platform keeps them running. */
export const keepOrder = (tenants: Tenant[]): Tenant[] =>
  tenants
    .flatMap((tenant) => (tenant.keep_rank === undefined ? [] : [{ tenant, rank: tenant.keep_rank }]))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ tenant }) => tenant);

/** Which venues the plan that comes next leaves running. */
export function comingFewer(subscription: Subscription | null | undefined, tenants: Tenant[]): ComingFewer | null {
  const places = subscription?.deferred_max_instances;
  if (!subscription || places == null || subscription.status === 'expired') return null;
  const candidates = keepOrder(tenants);
  if (candidates.length <= places) return null;
  const planName = subscription.deferred_plan_display_name ?? '';
  return { places, planName, candidates, stay: candidates.slice(0, places), stop: candidates.slice(places) };
}

export const venues = (count: number): string => `${count} ${plural(count, ['заведение', 'заведения', 'заведений'])}`;

const named = (tenants: Tenant[]): string => tenants.map((tenant) => quoted(nameOf(tenant))).join(', ');

/** Formats «Продолжит работать «Север». Приостановится «Юг», данные сохраним.» */
export function fewerWords({ stay, stop }: Pick<ComingFewer, 'stay' | 'stop'>): string {
  const works = stay.length === 1 ? 'Продолжит работать' : 'Продолжат работать';
  const stops = stop.length === 1 ? 'Приостановится' : 'Приостановятся';
  return `${works} ${named(stay)}. ${stops} ${named(stop)}, данные сохраним.`;
}
