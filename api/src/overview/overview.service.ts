import type { OverviewStats } from '@ostatok/api/contract/overview.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from './activity.service.ts';
import { countPlatform } from './overview.queries.ts';

const RECENT = 5;

export function createOverview({ db, activity }: { db: Knex; activity: Activity }) {
  return {
    async stats(): Promise<OverviewStats> {
      const [counts, recent] = await Promise.all([countPlatform(db), activity.recent(RECENT)]);
      return {
        totalUsers: counts.users,
        totalTenants: counts.tenants,
        activeTenants: counts.active_tenants,
        activeSubscriptions: counts.subscriptions,
        mrr: counts.mrr / 100,
        recentActivity: recent.map(({ id, description, at }) => ({ id, description, timestamp: at.toISOString() })),
      };
    },
    countCustomers: async (): Promise<number> => (await countPlatform(db)).customers,
  };
}
export type Overview = ReturnType<typeof createOverview>;
