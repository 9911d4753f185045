import { Flags } from '@oclif/core';
import type { AuditedTenant, AuditFinding, AuditStats, TenantAudit } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { auditSorts, type CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import { BaseCommand } from '../../base-command.ts';
import { filterQuery, listFlags, sortFlag } from '../../lists/listing.ts';
import { bytes, grouped } from '../../output/format.ts';
import { table } from '../../output/table.ts';
import type { Api } from '../../platform/api-client.ts';

const PAGE = 1000;

const dockerStatuses = { running: 'работает', exited: 'упало', not_found: 'нет' };

/** The count and the command that cleans up. */
const toClean = (count: number, action: CleanupAction): string =>
  count > 0 ? `${grouped(count)}. Убрать: ostatok cleanup run ${action}` : '0';

function statsOf(stats: AuditStats): [string, string][] {
  const { active, creating } = stats.by_status;
  const states = `из них активных ${grouped(active)}, создаются ${grouped(creating)}`;
  const fix = stats.has_issues > stats.down ? '. Исправить: ostatok cleanup run fix_mismatches' : '';
  return [
    ['Заведений', `${grouped(stats.total)}, ${states}`],
    ['Работают сейчас', grouped(stats.containers_exist)],
    ['Видны владельцам', grouped(stats.visible_to_users)],
    ['С расхождениями', `${grouped(stats.has_issues)}${fix}`],
    ...(stats.down > 0
      ? [['Не запускаются', `${grouped(stats.down)}: ostatok tenants list --status down`] as [string, string]]
      : []),
    ['Баз без заведения', toClean(stats.orphaned_db, 'orphaned_db')],
    ['Процессов без заведения', toClean(stats.orphaned_containers, 'orphaned_containers')],
    ['Сайтов без заведения', toClean(stats.orphaned_nginx, 'orphaned_nginx')],
    ['Тестовых', toClean(stats.test_tenants, 'test_tenants')],
    ['Удалённых, ещё хранятся', toClean(stats.deleted_tenants, 'deleted_tenants')],
  ];
}

const rowOf = (tenant: AuditedTenant): string[] => [
  tenant.subdomain,
  tenantStatusLabels[tenant.status],
  dockerStatuses[tenant.docker_status],
  tenant.issues.join('; ') || '—',
  tenant.tenant_id,
];

export default class CleanupAudit extends BaseCommand {
  static override summary = 'Сверить базу, сервер и адреса';
  static override description = 'Ничего не меняет. Что с этим делать: ostatok cleanup run';
  static override examples = [
    '<%= config.bin %> cleanup audit',
    '<%= config.bin %> cleanup audit --all --process exited --sort subdomain',
  ];
  static override flags = {
    search: listFlags.search,
    sort: sortFlag(auditSorts),
    status: Flags.option({
      options: ['creating', 'active', 'suspended', 'deleted'] as const,
      description: 'какими их знает база',
    })(),
    process: Flags.option({ options: ['running', 'exited', 'not_found'] as const, description: 'что с процессом' })(),
    all: Flags.boolean({ description: 'и заведения без расхождений' }),
  };

  async run(): Promise<{ success: true; stats: AuditStats; tenants: AuditedTenant[]; findings: AuditFinding[] }> {
    const { flags } = await this.parse(CleanupAudit);
    const api = await this.api();
    const filter = { status: flags.status, docker_status: flags.process, has_issues: flags.all ? undefined : true };
    const audit = await wholeAudit(api, filterQuery(flags, filter));
    this.showCard(statsOf(audit.stats));
    if (audit.tenants.length > 0) {
      const rows = audit.tenants.map(rowOf);
      this.log(
        `\n${table(['ПОДДОМЕН', 'В БАЗЕ', 'ПРОЦЕСС', 'ЧТО НЕ ТАК', 'НОМЕР'], rows, process.stdout.columns, [4])}`,
      );
    }
    if (audit.findings.length > 0) {
      const rows = audit.findings.map(({ label, bytes: size, ours, evidence }) => [
        label,
        bytes(size),
        ours ? 'наше' : 'не наше',
        evidence.map(({ says }) => says).join('; '),
      ]);
      this.log(`\n${table(['БЕЗ ЗАВЕДЕНИЯ', 'РАЗМЕР', 'ЧЬЁ', 'ПОЧЕМУ'], rows, process.stdout.columns)}`);
    }
    return { success: true, ...audit };
  }
}

/** Reads all pages of the audit. */
async function wholeAudit(api: Api, filter: URLSearchParams): Promise<TenantAudit> {
  const tenants: AuditedTenant[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...Object.fromEntries(filter), page, limit: PAGE };
    const { audit, pagination } = await api.call('GET /api/admin/tenants/audit', { query });
    tenants.push(...audit.tenants);
    if (page >= pagination.pages) return { ...audit, tenants };
  }
}
