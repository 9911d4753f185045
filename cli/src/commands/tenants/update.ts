import { Args, Flags } from '@oclif/core';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsUpdate extends BaseCommand {
  static override summary = 'Обновить заведение, а с --all — все';
  static override description =
    'Переводит работающее заведение на нынешний выпуск, не прерывая работы: новый запускается рядом и проверяется. Спящие возьмут выпуск, когда проснутся. Обновление всех занимает 5-10 минут, начинается с одного; где выпуск не заработал, заведение остаётся на прежнем, а после третьего такого обновление останавливается.';
  static override args = { tenant: Args.string({ description: 'поддомен или номер' }) };
  static override flags = { ...yesFlag, all: Flags.boolean({ description: 'все активные заведения' }) };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { args, flags } = await this.parse(TenantsUpdate);
    if (Boolean(flags.all) === Boolean(args.tenant))
      throw new UserError('Назовите заведение или добавьте --all', 'which_tenant');
    const api = await this.api();
    if (flags.all) await this.confirm('Обновить все заведения? Это займёт 5-10 минут.', flags.yes);
    const inBackground = { headers: { prefer: 'respond-async' } };
    const { operation } = flags.all
      ? await api.call('POST /api/admin/update-all-tenants', inBackground)
      : await api.call('POST /api/admin/tenants/:id/update', {
          params: { id: (await resolveTenant(api, args.tenant ?? '')).tenant_id },
          ...inBackground,
        });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
