import * as yup from 'yup';

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
