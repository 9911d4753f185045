import * as yup from 'yup';
import { manyNumbers, moment, searched, searchText } from './list-filters.ts';

/** GET /admin/stats → {stats} */
export interface OverviewStats {
  totalUsers: number;
  totalTenants: number;
  activeTenants: number;
  activeSubscriptions: number;
  /** Roubles a month, of the paid periods that run: what was paid for them, not what plans cost now. */
  mrr: number;
  /** The last five. */
  recentActivity: { id: number; description: string; timestamp: string }[];
}

/** GET /admin/stats/growth?months=12 → {months}, the oldest first, the present one last */
export interface GrowthMonth {
  /** YYYY-MM, by Moscow's calendar. */
  month: string;
  /** At its end; of the present one now. */
  users: number;
  tenants: number;
  /** Roubles, of the paid periods that ran at its end. */
  mrr: number;
  new_users: number;
  new_tenants: number;
}
const MOST_MONTHS = 60;
const wrongMonths = `Месяцев — целое число от 1 до ${MOST_MONTHS}`;
export const growthSchema = yup.object({
  months: yup
    .number()
    .typeError(wrongMonths)
    .integer(wrongMonths)
    .min(1, wrongMonths)
    .max(MOST_MONTHS, wrongMonths)
    .default(12),
});

/** GET /admin/activity → {activity}, the newest first, Content-Range */
export interface ActivityRecord {
  id: number;
  at: string;
  actor_id: number | null;
  /** null: the platform itself, or somebody who is gone. */
  actor_email: string | null;
  /** A stable word, as `user.blocked`. */
  action: string;
  /** Russian, for a person. */
  description: string;
  /** As `user:ID` or `tenant:ID`. */
  target: string | null;
  ip: string | null;
  /** Whether it may be taken back now, as far as the journal knows: nothing newer has changed the same. */
  can_undo: boolean;
  /** When it was taken back, and by whom; null: it was not, or whoever did is gone. */
  undone_at: string | null;
  undone_by: string | null;
}
export const activitySorts = ['id', 'at'] as const;

export const activityFilterSchema = yup.object({
  id: manyNumbers(),
  /** The address of who did it, `platform` for the platform itself, or a number. */
  actor: searchText(),
  /** The word, or its first part as `user`. */
  action: searchText(),
  /** As `user:7`, or the kind as `user`. */
  target: searchText(),
  ...searched,
  from: moment('Начало', 0),
  /** Including it; a day alone counts whole. */
  to: moment('Конец', 1),
});
export type ActivityFilter = yup.InferType<typeof activityFilterSchema>;
