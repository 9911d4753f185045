import { Args, Flags } from '@oclif/core';
import { VENUE_RETENTION_DAYS } from '@ostatok/api/contract/my-data.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { unsignedFlag } from '../../labels/backup-labels.ts';
import { findDeleted, resolveTenant } from '../../operations/resolve.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { moment } from '../../output/format.ts';
import type { Api } from '../../platform/api-client.ts';

interface Returned {
  success: true;
  tenant_id: string;
  status: AdminTenant['status'];
}

export default class TenantsRestore extends BaseCommand {
  static override summary = 'Вернуть удалённое заведение, а работающее — к резервной копии';
  static override description =
    `Удалённое возвращается таким, каким было, в течение ${VENUE_RETENTION_DAYS} дней; удалённые: ostatok tenants list --status deleted. У работающего ` +
    'копия разворачивается рядом, проверяется, и только потом заменяет нынешние данные; они хранятся ещё 7 дней. ' +
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

  async run(): Promise<{ success: boolean; operation: Operation } | Returned> {
    const { args, flags } = await this.parse(TenantsRestore);
    const api = await this.api();
    const living = await resolveTenant(api, args.tenant).catch((error) => {
      if (error instanceof UserError && error.code === 'tenant_not_found') return undefined;
      throw error;
    });
    if (!living || living.status === 'deleted') {
      if (flags.backup || flags.unsigned)
        throw new UserError('Заведение удалено: сначала верните его, без --backup и --unsigned', 'tenant_deleted');
      return this.bringBack(api, args.tenant, flags.yes);
    }
    const { tenant_id, subdomain } = living;
    const query = { tenant_id, status: 'done', limit: 1000 };
    const { backups } = await api.call('GET /api/admin/backups', { query });
    const id = flags.backup && (await resolveId(api, 'backup', flags.backup));
    const backup = id ? backups.find((one) => one.id === id) : backups[0];
    if (!backup)
      throw new UserError(`Такой копии нет. Копии: ostatok backups list --tenant ${args.tenant}`, 'no_backup');
    const question = `Вернуть ${subdomain} к копии от ${moment(backup.created_at)}?`;
    await this.confirm(`${question} Всё, что записано после неё, пропадёт из заведения.`, flags.yes);
    const { operation } = await api.call('POST /api/admin/backups/:id/restore', {
      params: { id: backup.id },
      body: { unsigned: flags.unsigned },
      headers: { prefer: 'respond-async' },
    });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }

  private async bringBack(api: Api, which: string, yes: boolean): Promise<Returned> {
    const all = await findDeleted(api, which);
    const kept = all.filter(({ restorable_until }) => restorable_until);
    const [one, another] = kept;
    const list = 'ostatok tenants list --status deleted';
    if (all.length === 0) throw new UserError(`Заведения ${which} нет. Удалённые: ${list}`, 'tenant_not_found');
    if (!one) throw new UserError(`Данных заведения ${which} больше нет. Удалённые: ${list}`, 'tenant_purged');
    if (another) {
      const lines = kept.map((each) => `\n  ${each.tenant_id}  ${each.user_email}, удалено ${moment(each.deleted_at)}`);
      throw new UserError(`Удалённых заведений ${which} несколько, назовите номер:${lines.join('')}`, 'ambiguous');
    }
    const { tenant_id, subdomain, user_email, deleted_at } = one;
    await this.confirm(`Вернуть ${subdomain} (${user_email}), удалённое ${moment(deleted_at)}?`, yes);
    const { status } = await api.call('POST /api/admin/tenants/:id/restore', { params: { id: tenant_id } });
    const stopped = status === 'suspended' ? ', но приостановлено: ' : ': ';
    this.say(`Заведение возвращено${stopped}ostatok tenants show ${subdomain}`);
    return { success: true, tenant_id, status };
  }
}
