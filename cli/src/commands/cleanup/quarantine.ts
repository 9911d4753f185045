import type { QuarantineItem } from '@ostatok/api/contract/cleanup.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { day } from '../../format.ts';
import { fetchList, listFlags } from '../../listing.ts';

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
  static override flags = listFlags;

  async run(): Promise<{ success: true; quarantine: QuarantineItem[]; total: number }> {
    const { flags } = await this.parse(CleanupQuarantine);
    const found = await fetchList<QuarantineItem>(
      await this.api(),
      '/api/admin/tenants/quarantine',
      'quarantine',
      flags,
    );
    this.showList(found, flags, columns, 'Карантин пуст.');
    return { success: true, quarantine: found.rows, total: found.total };
  }
}
