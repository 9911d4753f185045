import * as yup from 'yup';
import { manyNumbers, moment, searched, searchText } from './list-filters.ts';

/** GET /admin/stats → {stats} */
export interface OverviewStats {
  totalUsers: number;
  totalTenants: number;
  activeTenants: number;
  activeSubscriptions: number;
  /** In roubles a month for the running paid periods: what was paid for them, not what plans cost now. */
  mrr: number;
  /** The last five. */
  recentActivity: { id: number; description: string; timestamp: string }[];
}

/** GET /admin/stats/growth?months=12 → {months}, the oldest first, the present one last */
export interface GrowthMonth {
  /** YYYY-MM by Moscow's calendar. */
  month: string;
  /** Figures at the month's end; for the present month as of now. */
  users: number;
  tenants: number;
  /** In roubles, for the paid periods that ran at the month's end. */
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
  /** Null for the platform itself or a deleted account. */
  actor_email: string | null;
  /** A stable code such as `user.blocked`. */
  action: string;
  /** A Russian text for a person. */
  description: string;
  /** The target, such as `user:ID` or `tenant:ID`. */
  target: string | null;
  ip: string | null;
  /** Whether it can be undone now as far as the log knows: nothing newer has changed the same matter. */
  can_undo: boolean;
  /** When it was undone, and by whom; null when it was not, or when that account is deleted. */
  undone_at: string | null;
  undone_by: string | null;
}
export const activitySorts = ['id', 'at'] as const;

export const activityFilterSchema = yup.object({
  id: manyNumbers(),
  /** The actor's e-mail, `platform` for the platform itself, or a user id. */
  actor: searchText(),
  /** The code, or its first part such as `user`. */
  action: searchText(),
  /** A target such as `user:7`, or its kind such as `user`. */
  target: searchText(),
  ...searched,
  from: moment('Начало', 0),
  /** Inclusive; a date without time counts whole. */
  to: moment('Конец', 1),
});
export type ActivityFilter = yup.InferType<typeof activityFilterSchema>;
