import { Args, Flags } from '@oclif/core';
import type { Backup } from '@ostatok/api/contract/backups.ts';
import type { Operation } from '@ostatok/api/contract/operations.ts';
import { unsignedFlag } from '../../backup-words.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { moment } from '../../format.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { Refusal } from '../../refusal.ts';

export default class TenantsRestore extends BaseCommand {
  static override summary = 'Вернуть заведение к резервной копии';
  static override description =
    'Копия разворачивается рядом, проверяется, и только потом заменяет нынешние данные; они хранятся ещё 7 дней. ' +
    'Сотрудники и их пароли становятся прежними, и всем приходится войти заново.';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
    ...yesFlag,
    ...unsignedFlag,
    backup: Flags.string({
      description: 'номер копии или его начало; без него — последняя удачная',
      helpValue: 'НОМЕР',
    }),
  };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { args, flags } = await this.parse(TenantsRestore);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    const query = new URLSearchParams({ tenant_id, status: 'done', limit: '1000' });
    const { backups } = await api.get<{ backups: Backup[] }>(`/api/admin/backups?${query}`);
    const id = flags.backup && (await resolveId(api, 'backup', flags.backup));
    const backup = id ? backups.find((one) => one.id === id) : backups[0];
    if (!backup) throw new Refusal(`Такой копии нет. Копии: ostatok backups list --tenant ${args.tenant}`, 'no_backup');
    const question = `Вернуть ${subdomain} к копии от ${moment(backup.created_at)}?`;
    await this.confirm(`${question} Всё, что записано после неё, пропадёт из заведения.`, flags.yes);
    const { operation } = await api.post<{ operation: Operation }>(
      `/api/admin/backups/${backup.id}/restore`,
      { unsigned: flags.unsigned },
      { prefer: 'respond-async' },
    );
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
