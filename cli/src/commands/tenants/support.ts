import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { moment } from '../../output/format.ts';

export default class TenantsSupport extends BaseCommand {
  static override summary = 'Войти в заведение, чтобы помочь';
  static override description =
    'Даёт ссылку на один вход, открыть её надо за две минуты. Вход длится до часа, виден в журнале заведения, владелец получает письмо.';
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
    reason: Flags.string({ required: true, description: 'зачем: увидит владелец', helpValue: 'ТЕКСТ' }),
  };

  async run(): Promise<{ success: true; url: string; expires_at: string }> {
    const { args, flags } = await this.parse(TenantsSupport);
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    const { url, expires_at } = await api.call('POST /api/admin/tenants/:id/support-session', {
      params: { id: tenant_id },
      body: { reason: flags.reason },
    });
    this.log(url);
    this.say(`Откройте ссылку в браузере до ${moment(expires_at)}. Она на один раз.`);
    return { success: true, url, expires_at };
  }
}
