import { adminTables } from '../admin-pages/admin-pages.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 9);
const at = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Tenants as the audit lists them: the process of every third has ended. */
const audited = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const id = `t${String(index + 1).padStart(10, '0')}`;
    const broken = index % 3 === 1;
    return {
      id,
      tenant_id: id,
      subdomain: index === 2 ? 'test-bar-s-ochen-dlinnym-imenem-na-shestdesyat-znakov-vsego-60' : `bar-${index + 1}`,
      status: (['active', 'active', 'suspended', 'creating'] as const)[index % 4],
      docker_status: broken ? 'exited' : 'running',
      owner_email: `user-${index + 1}@test.example`,
      user_status: 'active',
      visible_to_user: true,
      has_issues: broken,
      created_at: at(index),
      evidence: [
        { source: 'database', says: 'Состояние: активно' },
        { source: 'database', says: 'База данных есть' },
        { source: 'host', says: broken ? 'Процесс завершился' : 'Процесс работает' },
        { source: 'ingress', says: 'Файл сайта есть' },
      ],
      issues: broken ? ['Должно работать, но процесс завершился'] : [],
    };
  });

const finding = (key: string, ours: boolean) => ({
  action: 'orphaned_db',
  key,
  label: key,
  bytes: 8_400_000,
  ours,
  evidence: [{ source: 'database', says: 'Заведения с таким номером нет' }],
});

/** All numbers differ, so that none can be mistaken for another. */
export const auditStats = {
  total: 41,
  by_status: { active: 32, creating: 3, suspended: 4 },
  containers_exist: 29,
  with_container_id: 28,
  visible_to_users: 37,
  has_issues: 7,
  down: 0,
  orphaned_db: 2,
  orphaned_containers: 0,
  test_tenants: 5,
  deleted_tenants: 6,
  orphaned_nginx: 0,
};

export const operationOf = (n: number, more: object = {}) => ({
  id: uuid(n),
  kind: 'cleanup',
  title: 'Очистка: базы данных без заведений',
  status: 'running',
  total: 2,
  done: 0,
  failed: 0,
  skipped: 0,
  message: null,
  result: null,
  started_by: 'admin@test.example',
  created_at: at(0),
  started_at: at(0),
  finished_at: null,
  ...more,
});

export const itemOf = (key: string, status: string, more: object = {}) => ({
  key,
  label: `Заведение ${key}`,
  status,
  message: null,
  result: null,
  ms: status === 'done' || status === 'failed' ? 1200 : null,
  ...more,
});

const quarantined = (n: number) => ({
  id: uuid(500 + n),
  action: 'test_tenants',
  key: `t${String(n).padStart(10, '0')}`,
  label: `test-${n}`,
  why: 'Имя начинается с test-',
  quarantined_at: at(1),
  purge_at: new Date(Date.now() + 6.5 * DAY_MS).toISOString(),
  status: 'kept',
});

const backup = (n: number, more: object = {}) => ({
  id: uuid(700 + n),
  tenant_id: `t${String(n).padStart(10, '0')}`,
  subdomain: `bar-${n}`,
  status: 'done',
  bytes: 12_400_000,
  sha256: 'a'.repeat(64),
  verified_at: null,
  error: null,
  protection: 'encrypted',
  elsewhere: false,
  created_at: at(n),
  finished_at: at(n),
  ...more,
});

/** The lists of the pages for cleanup, operations and backups. */
export function cleanupTables({ venues = 3 } = {}) {
  const { all } = adminTables({ tenants: venues });
  const operations = {
    path: 'operations',
    rows: 'operations',
    row: 'operation',
    data: [] as ReturnType<typeof operationOf>[],
  };
  const quarantine = { path: 'tenants/quarantine', rows: 'quarantine', row: 'item', data: [1, 2, 3].map(quarantined) };
  const backups = {
    path: 'backups',
    rows: 'backups',
    row: 'backup',
    data: [
      backup(1, { verified_at: at(0) }),
      backup(2, { protection: 'unsigned' }),
      backup(3, { tenant_id: null, subdomain: null, protection: 'signed' }),
      backup(4, { status: 'failed', bytes: 0, sha256: null, protection: null, error: 'На диске не осталось места' }),
      backup(5, { elsewhere: true }),
    ],
  };
  const others = all.filter(({ path }) => path !== 'operations' && path !== 'backups');
  const tenants = audited(venues);
  const findings = [finding('t00000000aa', true), finding('t00000000bb', true), finding('someone_elses', false)];
  return {
    operations,
    quarantine,
    backups,
    tenants,
    findings,
    all: [...others, operations, quarantine, backups],
    /** Answers as `GET /admin/tenants/audit` does, by the list's own query. */
    audit({ query }: { query: Record<string, string> }): [number, object] {
      const { search = '', has_issues } = JSON.parse(query.filter ?? '{}');
      const [from, to] = JSON.parse(query.range ?? '[0,999]');
      const [field, order] = JSON.parse(query.sort ?? '["created_at","DESC"]');
      const found = tenants
        .filter(({ subdomain, owner_email }) => `${subdomain} ${owner_email}`.includes(search))
        .filter((tenant) => has_issues === undefined || String(tenant.has_issues) === String(has_issues))
        .toSorted((a, b) => {
          const [one, other] = [String(a[field as 'id']), String(b[field as 'id'])];
          return one.localeCompare(other) * (order === 'DESC' ? -1 : 1);
        });
      const audit = { stats: auditStats, tenants: found.slice(from, to + 1), findings };
      return [200, { success: true, audit, pagination: { total: found.length, page: 1, pages: 1 } }];
    },
  };
}
