import * as yup from 'yup';
import type { UserRole } from './auth.ts';
import type { SubscriptionStatus } from './billing.ts';

/** GET /admin/stats */
export interface OverviewStats {
  totalUsers: number;
  totalTenants: number;
  activeTenants: number;
  activeSubscriptions: number;
  /** Roubles a month. */
  mrr: number;
  recentActivity: { id: number; description: string; timestamp: string }[];
}

/** GET /admin/users */
export interface AdminUser {
  id: number;
  email: string;
  name: string;
  role: UserRole;
  status: 'active' | 'blocked';
  created_at: string;
  subscription_status: SubscriptionStatus | null;
  subscription_plan: string | null;
  subscription_end: string | null;
}
export const adminUserSorts = ['id', 'email', 'name', 'role', 'status', 'created_at'] as const;

export const adminUserFilterSchema = yup.object({
  /** ra-data-simple-rest's getMany. */
  id: yup.array().of(yup.number().integer().required()).typeError('Ожидается список номеров').max(1000),
  search: yup.string().typeError('Поиск — текст').trim().max(200, 'Слишком длинный запрос'),
  /** ra-data-simple-rest's name for a search box. */
  q: yup.string().typeError('Поиск — текст').trim().max(200, 'Слишком длинный запрос'),
  role: yup.string().oneOf(['admin', 'customer'], 'Роль — admin или customer'),
  status: yup.string().oneOf(['active', 'blocked'], 'Состояние — active или blocked'),
});
export type AdminUserFilter = yup.InferType<typeof adminUserFilterSchema>;

/** PUT /admin/users/:id/status; `suspended` is another word for blocked. */
export const userStatusSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — active или blocked')
    .transform((value) => (value === 'suspended' ? 'blocked' : value))
    .required('Состояние — active или blocked')
    .oneOf(['active', 'blocked'] as const, 'Состояние — active или blocked'),
});

/** GET /admin/plans; prices are roubles. */
export interface AdminPlan {
  id: number;
  name: string;
  display_name: string;
  description: string;
  max_instances: number;
  max_users_per_instance: number;
  max_storage_mb: number;
  price_monthly: number | null;
  price_yearly: number | null;
  discount_percent: number;
  currency: string;
  features: { text: string; order: number }[];
  is_active: boolean;
  is_public: boolean;
  is_featured: boolean;
  is_archived: boolean;
  sort_order: number;
  active_subscriptions: number;
}

/** GET /admin/images */
export interface HostImage {
  id: string;
  repository: string;
  tag: string;
  /** Bytes. */
  size: number;
  created_at: string;
}

/** GET /admin/tenants/audit */
export interface TenantAudit {
  stats: {
    total: number;
    by_status: { active: number; creating: number; suspended: number };
    containers_exist: number;
    with_container_id: number;
    visible_to_users: number;
    has_issues: number;
    orphaned_db: number;
    orphaned_containers: number;
    test_tenants: number;
    deleted_tenants: number;
    orphaned_nginx: number;
  };
  tenants: AuditedTenant[];
}
export interface AuditedTenant {
  tenant_id: string;
  subdomain: string;
  status: string;
  docker_status: 'running' | 'exited' | 'not_found';
  owner_email: string;
  user_status: string;
  visible_to_user: boolean;
  has_issues: boolean;
  created_at: string;
}

/** GET /admin/email/stats?days=30; letters are remembered for 90 days. */
export const emailStatsSchema = yup.object({
  days: yup
    .number()
    .typeError('Число дней — целое от 1 до 90')
    .integer('Число дней — целое от 1 до 90')
    .min(1, 'Число дней — целое от 1 до 90')
    .max(90, 'Число дней — целое от 1 до 90')
    .default(30),
});
export interface EmailStats {
  totals: { template_type: string; status: string; count: number }[];
  period: { days: number; from: string; to: string };
}

/** GET /test/suites, POST /test/run/:suite */
export interface TestSuite {
  name: string;
  title: string;
  tests: { name: string; description: string; purpose: string }[];
}
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'warning';
  /** Milliseconds. */
  duration: number;
  description: string;
  purpose: string;
  message: string;
  warning?: string;
  error?: string;
  details?: Record<string, unknown>;
}
export interface TestRun {
  suite: string;
  results: TestResult[];
  summary: { passed: number; failed: number; warnings: number; totalDuration: number };
}
