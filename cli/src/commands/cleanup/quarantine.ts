import { Flags } from '@oclif/core';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { cleanupActions, quarantineSorts } from '@ostatok/api/contract/cleanup.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { day } from '../../output/format.ts';

const statuses: Record<QuarantineItem['status'], string> = {
  taking: 'убирается',
  kept: 'хранится',
  restoring: 'возвращается',
  restored: 'возвращено',
  purging: 'удаляется',
  purged: 'удалено',
};

const columns: Column<QuarantineItem>[] = [
  ['ЧТО', ({ label }) => label],
  ['ПОЧЕМУ', ({ why }) => why],
  ['СОСТОЯНИЕ', ({ status }) => statuses[status]],
  ['УБРАНО', ({ quarantined_at }) => day(quarantined_at), 'spare'],
  ['ДО', ({ purge_at }) => day(purge_at)],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class CleanupQuarantine extends BaseCommand {
  static override summary = 'Что убрано и ещё может вернуться';
  static override flags = {
    ...listFlags,
    sort: sortFlag(quarantineSorts),
    status: Flags.option({
      options: ['kept', 'restored', 'purged', 'taking', 'restoring', 'purging', 'all'] as const,
      default: 'kept',
      description: 'в каком состоянии',
    })(),
    action: Flags.option({ options: cleanupActions, description: 'чем убрано', helpValue: 'ЧТО' })(),
  };

  async run(): Promise<{ success: true; quarantine: QuarantineItem[]; total: number }> {
    const { flags } = await this.parse(CleanupQuarantine);
    const { action } = flags;
    const filter = { status: flags.status === 'all' ? undefined : flags.status, action };
    const found = await listAll(await this.api(), 'GET /api/admin/tenants/quarantine', flags, { filter });
    const isWhole = flags.status === 'kept' && !action && !flags.search;
    this.showList(found, flags, columns, isWhole ? 'Карантин пуст.' : 'Такого в карантине нет.');
    return { success: true, quarantine: found.rows, total: found.total };
  }
}
