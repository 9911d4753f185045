import type { Subscription } from '@ostatok/api/contract/billing.ts';
import type { Tenant } from '@ostatok/api/contract/provision.ts';
import { plural, quoted } from '@ostatok/kit/web/format.ts';
import { nameOf } from './my-tenants.ts';

export interface ComingFewer {
  /** How many the next plan allows. */
  places: number;
  planName: string;
  candidates: Tenant[];
  stay: Tenant[];
  stop: Tenant[];
}

/** Which venues the plan that comes next leaves running, in the platform's own order: those chosen, then the oldest. */
export function comingFewer(subscription: Subscription | null | undefined, tenants: Tenant[]): ComingFewer | null {
  const places = subscription?.deferred_max_instances;
  if (!subscription || places == null || subscription.status === 'expired') return null;
  const rank = ({ kept_first, created_at }: Tenant): string => `${kept_first ? 0 : 1} ${created_at}`;
  const candidates = tenants
    .filter(({ status, suspended_by }) => status !== 'deleted' && suspended_by !== 'administrator')
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (candidates.length <= places) return null;
  const planName = subscription.deferred_plan_display_name ?? '';
  return { places, planName, candidates, stay: candidates.slice(0, places), stop: candidates.slice(places) };
}

export const venues = (count: number): string => `${count} ${plural(count, ['заведение', 'заведения', 'заведений'])}`;

const named = (tenants: Tenant[]): string => tenants.map((tenant) => quoted(nameOf(tenant))).join(', ');

/** «Продолжит работать «Север». Приостановится «Юг», данные сохраним.» */
export function fewerWords({ stay, stop }: Pick<ComingFewer, 'stay' | 'stop'>): string {
  const works = stay.length === 1 ? 'Продолжит работать' : 'Продолжат работать';
  const stops = stop.length === 1 ? 'Приостановится' : 'Приостановятся';
  return `${works} ${named(stay)}. ${stops} ${named(stop)}, данные сохраним.`;
}
