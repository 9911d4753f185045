import { Flags } from '@oclif/core';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import { activitySorts } from '@ostatok/api/contract/overview.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { type SavedFile, workbookFlag } from '../../lists/workbook.ts';
import { moment, orNone } from '../../output/format.ts';

const columns: Column<ActivityRecord>[] = [
  ['№', ({ id }) => String(id), 'whole'],
  ['КОГДА', ({ at }) => moment(at), 'whole'],
  ['КТО', ({ actor_email }) => actor_email ?? 'платформа', 'name'],
  ['ЧТО', ({ description, undone_at }) => (undone_at ? `отменено: ${description}` : description), 'story'],
  ['ОТКУДА', ({ ip }) => orNone(ip), 'spare'],
];

export default class ActivityList extends BaseCommand {
  static override summary = 'Журнал: кто что сделал, новое сверху';
  static override description = 'Сделанное отменяют по номеру записи: ostatok activity undo.';
  static override examples = ['<%= config.bin %> activity --target tenant --from 2026-11-01'];
  static override flags = {
    ...listFlags,
    sort: sortFlag(activitySorts),
    ...workbookFlag,
    actor: Flags.string({ description: 'кто: email или platform', helpValue: 'КТО' }),
    action: Flags.string({ description: 'что: слово или его начало, как user', helpValue: 'СЛОВО' }),
    target: Flags.string({ description: 'над чем: user:7 или user', helpValue: 'ЧТО' }),
    from: Flags.string({ description: 'с какого дня', helpValue: 'ГГГГ-ММ-ДД' }),
    to: Flags.string({ description: 'по какой день', helpValue: 'ГГГГ-ММ-ДД' }),
  };

  async run(): Promise<{ success: true; activity: ActivityRecord[]; total: number } | SavedFile> {
    const { flags } = await this.parse(ActivityList);
    const { actor, action, target, from, to } = flags;
    const filter = { actor, action, target, from, to };
    const api = await this.api();
    if (flags.file) return this.saveList(api, '/api/admin/activity', flags.file, flags, filter);
    const found = await listAll(api, 'GET /api/admin/activity', flags, { filter });
    this.showList(found, flags, columns, 'Таких записей нет.');
    return { success: true, activity: found.rows, total: found.total };
  }
}
