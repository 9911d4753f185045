import { Flags } from '@oclif/core';
import type { AuditedTenant, AuditFinding, AuditStats, TenantAudit } from '@ostatok/api/contract/cleanup.ts';
import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import { BaseCommand } from '../../base-command.ts';
import { bytes } from '../../format.ts';
import { table } from '../../table.ts';

const dockerStatuses = { running: 'работает', exited: 'упало', not_found: 'нет' };

const statsOf = (stats: AuditStats): [string, string][] => [
  ['Заведений', `${stats.total}, из них активных ${stats.by_status.active}, создаются ${stats.by_status.creating}`],
  ['Работают сейчас', String(stats.containers_exist)],
  ['Видны владельцам', String(stats.visible_to_users)],
  ['С расхождениями', String(stats.has_issues)],
  ['Баз без заведения', String(stats.orphaned_db)],
  ['Процессов без заведения', String(stats.orphaned_containers)],
  ['Сайтов без заведения', String(stats.orphaned_nginx)],
  ['Тестовых', String(stats.test_tenants)],
  ['Удалённых, ещё хранятся', String(stats.deleted_tenants)],
];

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
  static override flags = { all: Flags.boolean({ description: 'и заведения без расхождений' }) };

  async run(): Promise<{ success: true; stats: AuditStats; tenants: AuditedTenant[]; findings: AuditFinding[] }> {
    const { flags } = await this.parse(CleanupAudit);
    const api = await this.api();
    const query = new URLSearchParams({ limit: '1000', ...(flags.all ? {} : { has_issues: 'true' }) });
    const { audit } = await api.get<{ audit: TenantAudit }>(`/api/admin/tenants/audit?${query}`);
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
