import type { BillingPlan } from '@ostatok/api/contract/billing.endpoints.ts';
import type { FreePlan, PublicPlan } from '@ostatok/api/contract/public.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { listOfferedPlans } from './plans.queries.ts';
import { toBillingPlan, toPublicPlan } from './shapes.ts';

export function createPlans({ db }: { db: Knex }) {
  return {
    /** The price list of the landing page. */
    async listPublic(): Promise<PublicPlan[]> {
      return (await listOfferedPlans(db)).filter((plan) => plan.is_public).map(toPublicPlan);
    },
    /** The free plan, shown beside the price list; null where it is not offered. */
    async freePlan(): Promise<FreePlan | null> {
      const free = (await listOfferedPlans(db)).find(({ name }) => name === 'free');
      if (!free) return null;
      const { id, name, display_name, max_instances, max_users_per_instance } = free;
      return { id, name, display_name, max_instances, max_users_per_instance };
    },
    /** The plans a signed-in owner may choose from, the free one included. */
    async listOffered(): Promise<BillingPlan[]> {
      return (await listOfferedPlans(db)).map(toBillingPlan);
    },
  };
}
export type Plans = ReturnType<typeof createPlans>;
