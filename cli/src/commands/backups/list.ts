import { Flags } from '@oclif/core';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import { backupSorts, backupStatuses } from '@ostatok/api/contract/backups.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { backupStateWord, protectionWord } from '../../labels/backup-labels.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { bytes, day, moment } from '../../output/format.ts';

const columns: Column<Backup>[] = [
  ['ЧЬЯ', ({ subdomain, tenant_id }) => subdomain ?? tenant_id ?? 'платформа'],
  ['КОГДА', ({ created_at }) => moment(created_at), 'whole'],
  ['КАК', backupStateWord],
  ['РАЗМЕР', ({ bytes: size }) => bytes(size)],
  ['ЗАЩИТА', protectionWord, 'spare'],
  ['ПРОВЕРЕНА', ({ verified_at }) => day(verified_at), 'spare'],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class BackupsList extends BaseCommand {
  static override summary = 'Резервные копии, новые сверху';
  static override description =
    '«Проверена» — когда копию в последний раз развернули рядом, и всё в ней было на месте. «На другом сервере» — её видит другой процесс платформы.';
  static override flags = {
    ...listFlags,
    sort: sortFlag(backupSorts),
    tenant: Flags.string({ description: 'поддомен или номер заведения; platform — сама платформа', helpValue: 'ЧЬЯ' }),
    status: Flags.option({ options: backupStatuses, description: 'какие копии' })(),
  };

  async run(): Promise<{ success: true; backups: Backup[]; total: number }> {
    const { flags } = await this.parse(BackupsList);
    const api = await this.api();
    const known = flags.tenant === undefined || flags.tenant === 'platform';
    const tenant_id = known ? flags.tenant : (await resolveTenant(api, flags.tenant ?? '')).tenant_id;
    const filter = { tenant_id, status: flags.status };
    const found = await listAll(api, 'GET /api/admin/backups', flags, { filter });
    const isWhole = !flags.tenant && !flags.status && !flags.search;
    this.showList(
      found,
      flags,
      columns,
      isWhole ? 'Копий пока нет. Сделать: ostatok backups create --all' : 'Таких копий нет.',
    );
    return { success: true, backups: found.rows, total: found.total };
  }
}
