import { Flags } from '@oclif/core';
import type { SecurityRecord } from '@ostatok/api/contract/security.endpoints.ts';
import { securityLabel, securitySorts } from '@ostatok/api/contract/security.ts';
import { plural } from '@ostatok/kit/node/russian.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { listAll, listFlags, sortFlag } from '../../lists/listing.ts';
import { moment, orNone } from '../../output/format.ts';

const said = ({ event, count, ip, details }: SecurityRecord): string =>
  [securityLabel(event), count > 1 && `${count} ${plural(count, ['раз', 'раза', 'раз'])}`, ip && `с ${ip}`, details]
    .filter(Boolean)
    .join(', ');

const columns: Column<SecurityRecord>[] = [
  ['КОГДА', ({ at }) => moment(at), 'whole'],
  ['ЧЬЯ ЗАПИСЬ', ({ user_email, subject }) => user_email ?? orNone(subject), 'name'],
  ['ЧТО', said],
];

export default class SecurityLog extends BaseCommand {
  static override summary = 'Журнал безопасности: входы и неудачи, новое сверху';
  static override examples = ['<%= config.bin %> security log --outcome failure --from 2026-11-01'];
  static override flags = {
    ...listFlags,
    sort: sortFlag(securitySorts),
    event: Flags.string({ description: 'что: слово или его начало, как login', helpValue: 'СЛОВО' }),
    outcome: Flags.string({ description: 'чем кончилось', options: ['success', 'failure'] }),
    user: Flags.string({ description: 'чья учётная запись: email или номер', helpValue: 'КТО' }),
    ip: Flags.string({ description: 'с какого адреса', helpValue: 'АДРЕС' }),
    target: Flags.string({ description: 'над чем: tenant:ID', helpValue: 'ЧТО' }),
    from: Flags.string({ description: 'с какого дня', helpValue: 'ГГГГ-ММ-ДД' }),
    to: Flags.string({ description: 'по какой день', helpValue: 'ГГГГ-ММ-ДД' }),
  };

  async run(): Promise<{ success: true; events: SecurityRecord[]; total: number }> {
    const { flags } = await this.parse(SecurityLog);
    const { event, outcome, user, ip, target, from, to } = flags;
    const filter = { event, outcome, user, ip, target, from, to };
    const found = await listAll(await this.api(), 'GET /api/admin/security/events', flags, { filter });
    this.showList(found, flags, columns, 'Таких записей нет.');
    return { success: true, events: found.rows, total: found.total };
  }
}
