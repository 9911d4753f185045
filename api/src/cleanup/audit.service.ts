import type {
  AuditedTenant,
  AuditFinding,
  AuditStats,
  Evidence,
  TenantAudit,
} from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import {
  type AuditQuery,
  type AuditRow,
  countAudited,
  type IssueCode,
  listAudited,
  type Outside,
} from './audit.queries.ts';
import type { ObservedState, ObserveState } from './observed-state.ts';
import { orphanedDatabases, orphanedProcesses, orphanedSites } from './orphans.ts';

export const TEST_PREFIX = 'test-';
/** Provisioning takes seconds: a tenant that is being created for longer is stuck. */
export const STUCK_MS = 10 * 60_000;

const issueTexts: Record<IssueCode, string> = {
  stuck: 'Создаётся дольше 10 минут',
  down: 'Не запускается',
  crashed: 'Должно работать, но процесс завершился',
  no_database: 'Нет базы данных',
  owner_gone: 'Владелец удалил аккаунт',
  running: 'Процесс работает, хотя не должен',
  no_site: 'Нет файла сайта',
};
const statusTexts: Record<AuditRow['status'], string> = {
  active: 'Активно',
  creating: 'Создаётся',
  suspended: 'Приостановлено',
  deleted: 'Удалено',
};
const processTexts: Record<AuditRow['docker_status'], string> = {
  running: 'Процесс работает',
  exited: 'Процесс завершился',
  not_found: 'Процесса нет',
};

function databaseSays(row: AuditRow): string {
  if (row.purged_at) return 'Данные стёрты';
  return row.has_database ? 'База данных есть' : 'Базы данных нет';
}

function hostSays({ status, host_state, docker_status, endpoint, start_failure }: AuditRow): string {
  if (start_failure) return `Не запускается: ${start_failure}`;
  if (host_state === 'stopped')
    return status === 'active' ? 'Контейнер остановлен: заведение спит' : 'Контейнер остановлен';
  if (docker_status !== 'not_found') return processTexts[docker_status];
  if (endpoint) return 'Адрес процесса записан, но здесь он не запущен';
  return status === 'active' ? 'Процесса нет: заведение спит' : processTexts.not_found;
}

function ingressSays({ status, has_site }: AuditRow, hasSites: boolean): string {
  if (hasSites) return has_site ? 'Файл сайта есть' : 'Файла сайта нет';
  return status === 'deleted' ? 'Адрес свободен' : 'Файл не нужен: запросы передаёт сама платформа';
}

function evidenceOf(row: AuditRow, hasSites: boolean): Evidence[] {
  return [
    { source: 'database', says: `Состояние: ${statusTexts[row.status].toLowerCase()}` },
    { source: 'database', says: databaseSays(row) },
    { source: 'host', says: hostSays(row) },
    { source: 'ingress', says: ingressSays(row, hasSites) },
  ];
}

const toAudited = (row: AuditRow, hasSites: boolean): AuditedTenant => ({
  id: row.id,
  tenant_id: row.id,
  subdomain: row.subdomain,
  status: row.status,
  docker_status: row.docker_status,
  owner_email: row.owner_email,
  user_status: row.user_status,
  visible_to_user: row.visible,
  has_issues: row.issues.length > 0,
  created_at: row.created_at.toISOString(),
  evidence: evidenceOf(row, hasSites),
  issues: row.issues.map((code) =>
    code === 'down' && row.start_failure ? `${issueTexts.down}: ${row.start_failure}` : issueTexts[code],
  ),
});

const outsideOf = ({ hosted, stopped, databases, sites }: ObservedState): Outside => ({
  hosted: [
    // one that is starting has a process, one that waits for its restart had one
    ...[...hosted.values()].map(
      ({ id, state }) => ({ id, state: state === 'crashed' ? 'exited' : 'running' }) as const,
    ),
    ...[...stopped].filter((id) => !hosted.has(id)).map((id) => ({ id, state: 'stopped' }) as const),
  ],
  databases: [...databases.keys()],
  sites,
});

/** Counts only the findings that a cleanup would act on. */
const oursAmong = (findings: AuditFinding[], action: AuditFinding['action']): number =>
  findings.filter((finding) => finding.action === action && finding.ours).length;

/** Compares the platform's rows with what really exists. Changes nothing. */
export function createAudit({
  db,
  observeState,
  now = () => new Date(),
}: {
  db: Knex;
  observeState: ObserveState;
  now?: () => Date;
}) {
  return {
    async audit(query: AuditQuery): Promise<{ audit: TenantAudit; total: number }> {
      const observed = await observeState();
      const outside = outsideOf(observed);
      const stuckBefore = new Date(now().getTime() - STUCK_MS);
      const [counted, listed, ...found] = await Promise.all([
        countAudited(db, outside, stuckBefore, TEST_PREFIX),
        listAudited(db, outside, stuckBefore, query),
        orphanedDatabases(db, observed),
        orphanedProcesses(db, observed),
        orphanedSites(db, observed),
      ]);
      const { active, creating, suspended, ...rest } = counted;
      const findings = found.flat();
      const stats: AuditStats = {
        ...rest,
        by_status: { active, creating, suspended },
        orphaned_db: oursAmong(findings, 'orphaned_db'),
        orphaned_containers: oursAmong(findings, 'orphaned_containers'),
        orphaned_nginx: oursAmong(findings, 'orphaned_nginx'),
      };
      const tenants = listed.rows.map((row) => toAudited(row, observed.sites !== undefined));
      return { audit: { stats, tenants, findings }, total: listed.total };
    },
  };
}
export type Audit = ReturnType<typeof createAudit>;
