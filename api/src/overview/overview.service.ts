import type { GrowthMonth, OverviewStats } from '@ostatok/api/contract/overview.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import { countPlatform, listGrowth, sumRevenue } from './overview.queries.ts';

const RECENT = 5;

export function createOverview({
  db,
  activity,
  now = () => new Date(),
}: {
  db: Knex;
  activity: Activity;
  now?: () => Date;
}) {
  return {
    async stats(): Promise<OverviewStats> {
      const [counts, mrr, recent] = await Promise.all([
        countPlatform(db, now()),
        sumRevenue(db, now()),
        activity.recent(RECENT),
      ]);
      return {
        totalUsers: counts.users,
        totalTenants: counts.tenants,
        activeTenants: counts.active_tenants,
        activeSubscriptions: counts.subscriptions,
        mrr: mrr / 100,
        recentActivity: recent.map(({ id, description, at }) => ({ id, description, timestamp: at.toISOString() })),
      };
    },

    async growth(months: number): Promise<GrowthMonth[]> {
      return (await listGrowth(db, now(), months)).map((row) => ({ ...row, mrr: row.mrr / 100 }));
    },

    countCustomers: async (): Promise<number> => (await countPlatform(db, now())).customers,
  };
}
export type Overview = ReturnType<typeof createOverview>;
