import { Args, Flags } from '@oclif/core';
import type { OwnDomain } from '@ostatok/api/contract/own-domains.endpoints.ts';
import { BaseCommand } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { moment } from '../../output/format.ts';

export default class TenantsDomain extends BaseCommand {
  static override summary = 'Показать или задать свой домен заведения';
  static override description =
    'Домен должен вести на этот сервер (запись A или CNAME). Поддомен остаётся. Сертификат платформа получит и будет продлевать сама, если она управляет nginx (INGRESS=nginx).';
  static override examples = [
    '<%= config.bin %> tenants domain bar',
    '<%= config.bin %> tenants domain bar sklad.moybar.ru',
    '<%= config.bin %> tenants domain bar --none',
  ];
  static override args = {
    tenant: Args.string({ required: true, description: 'поддомен или номер' }),
    domain: Args.string({ description: 'домен, как sklad.moybar.ru' }),
  };
  static override flags = { none: Flags.boolean({ description: 'снять домен' }) };

  async run(): Promise<{ success: true; domain: OwnDomain | null }> {
    const { args, flags } = await this.parse(TenantsDomain);
    if (flags.none && args.domain) throw new UserError('Назовите домен или добавьте --none', 'which_domain');
    const api = await this.api();
    const { tenant_id: id } = await resolveTenant(api, args.tenant);
    if (!flags.none && !args.domain) {
      const { domain } = await api.call('GET /api/admin/tenants/:id/domain', { params: { id } });
      this.showDomain(domain);
      return { success: true, domain };
    }
    const body = { domain: args.domain ?? null };
    const { message, domain } = await api.call('PUT /api/admin/tenants/:id/domain', { params: { id }, body });
    this.say(message);
    return { success: true, domain };
  }

  private showDomain(domain: OwnDomain | null): void {
    if (!domain) {
      this.say('Своего домена нет');
      return;
    }
    const { name, certificate_until, problem } = domain;
    this.showCard([
      ['Домен', name],
      ['Сертификат', certificate_until ? `до ${moment(certificate_until)}` : 'ещё нет'],
      ...(problem ? [['Почему', problem] as [string, string]] : []),
    ]);
  }
}
