import { Args, Flags } from '@oclif/core';
import { type Hosting, hostings } from '@ostatok/api/contract/hosting.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class HostingMigrate extends BaseCommand {
  static override summary = 'Перенести заведение, а с --all — все, на другой хостинг';
  static override description =
    'Работающее заведение запускается рядом на новом месте, проверяется и переходит туда, не прерывая работы; спящее проверяется и спит дальше. Где не заработало, остаётся на прежнем месте, а после третьего такого переезд останавливается. Назад — той же командой с прежним местом в --to. Платформа должна знать оба места: HOSTING — куда, HOSTING_BEFORE — откуда.';
  static override args = { tenant: Args.string({ description: 'поддомен или номер' }) };
  static override flags = {
    ...yesFlag,
    all: Flags.boolean({ description: 'все заведения' }),
    to: Flags.option({
      options: hostings,
      description: 'куда; без него — туда, где запускаются новые (HOSTING)',
    })(),
  };

  async run(): Promise<{ success: boolean; operation: Operation }> {
    const { args, flags } = await this.parse(HostingMigrate);
    if (Boolean(flags.all) === Boolean(args.tenant))
      throw new UserError('Назовите заведение или добавьте --all', 'which_tenant');
    const api = await this.api();
    if (flags.all) await this.confirm('Перенести все заведения? Они продолжат работать.', flags.yes);
    const order = { body: { hosting: flags.to as Hosting | undefined }, headers: { prefer: 'respond-async' } };
    const { operation } = flags.all
      ? await api.call('POST /api/admin/move-all-tenants', order)
      : await api.call('POST /api/admin/tenants/:id/move', {
          params: { id: (await resolveTenant(api, args.tenant ?? '')).tenant_id },
          ...order,
        });
    const ended = await this.follow(api, operation);
    return { success: ended.status === 'done' && ended.failed === 0, operation: ended };
  }
}
