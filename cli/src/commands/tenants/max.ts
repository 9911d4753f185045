import { Args, Flags } from '@oclif/core';
import { maxBotText } from '@ostatok/api/contract/labels.ts';
import type { VenueMax } from '@ostatok/api/contract/max.endpoints.ts';
import { readBotToken } from '../../arguments/bot-token.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { moment } from '../../output/format.ts';
import type { Api } from '../../platform/api-client.ts';

export default class TenantsMax extends BaseCommand {
  static override summary = 'Показать, подключить или отключить бота MAX';
  static override description =
    'Своего бота заводят на business.max.ru: токен проверяет MAX, прежде чем что-то изменится. Общий бот подключается без токена, если он есть у сервиса (MAX_BOT_TOKEN).';
  static override examples = [
    '<%= config.bin %> tenants max bar',
    '<%= config.bin %> tenants max bar --own',
    '<%= config.bin %> tenants max bar --token-file token.txt',
    '<%= config.bin %> tenants max bar --shared',
    '<%= config.bin %> tenants max bar --off',
  ];
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
    'token-file': Flags.string({
      description: 'подключить своего бота: файл с токеном, - для стандартного ввода',
      helpValue: 'ФАЙЛ',
      exclusive: ['shared', 'off'],
    }),
    own: Flags.boolean({ description: 'подключить своего бота: спросит токен', exclusive: ['shared', 'off'] }),
    shared: Flags.boolean({ description: 'подключить общего бота', exclusive: ['off'] }),
    off: Flags.boolean({ description: 'отключить MAX' }),
  };

  async run(): Promise<{ success: true; tenant_id: string; max: VenueMax }> {
    const { args, flags } = await this.parse(TenantsMax);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    const { max } = await this.change(api, tenant_id, flags);
    this.show(subdomain, max);
    return { success: true, tenant_id, max };
  }

  private async change(
    api: Api,
    id: string,
    flags: { 'token-file'?: string | undefined; own: boolean; shared: boolean; off: boolean },
  ): Promise<{ max: VenueMax }> {
    const params = { id };
    if (flags.off) return api.call('DELETE /api/admin/tenants/:id/max', { params });
    if (flags.shared) return api.call('PUT /api/admin/tenants/:id/max', { params, body: { shared: true } });
    if (!flags.own && flags['token-file'] === undefined) return api.call('GET /api/admin/tenants/:id/max', { params });
    const botToken = await readBotToken(flags['token-file'], this.interactive, 'max');
    return api.call('PUT /api/admin/tenants/:id/max', { params, body: { botToken } });
  }

  private show(subdomain: string, { bot, sharedAvailable }: VenueMax): void {
    if (!bot) {
      this.say('MAX не подключён');
      this.say(`Подключить: ostatok tenants max ${subdomain} ${sharedAvailable ? '--shared' : '--own'}`);
      return;
    }
    this.showCard([
      ['Бот MAX', bot.username],
      ['Ссылка', bot.link],
      ['Состояние', `${maxBotText(bot)}${bot.state === 'ok' || !bot.since ? '' : ` с ${moment(bot.since)}`}`],
    ]);
  }
}
