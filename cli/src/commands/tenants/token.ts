import { Args } from '@oclif/core';
import type { ReplacedBot } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { readBotToken, tokenFileFlag } from '../../arguments/bot-token.ts';
import { BaseCommand } from '../../base-command.ts';
import { resolveTenant } from '../../operations/resolve.ts';

export default class TenantsToken extends BaseCommand {
  static override summary = 'Заменить токен бота';
  static override description =
    'Новый токен того же бота или токен другого: Telegram проверяет его, прежде чем что-то изменится. Владельцу приходит письмо.';
  static override examples = [
    '<%= config.bin %> tenants token bar',
    '<%= config.bin %> tenants token bar --token-file token.txt',
  ];
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = tokenFileFlag;

  async run(): Promise<{ success: true; tenant_id: string; bot: ReplacedBot }> {
    const { args, flags } = await this.parse(TenantsToken);
    const api = await this.api();
    const { tenant_id, subdomain } = await resolveTenant(api, args.tenant);
    const botToken = await readBotToken(flags['token-file'], this.interactive);
    const { bot } = await api.call('PUT /api/admin/tenants/:id/bot-token', {
      params: { id: tenant_id },
      body: { botToken },
    });
    this.say(`Токен заменён: ${subdomain}, бот @${bot.username}`);
    if (bot.another) this.say('Бот другой: каждый открывает его и нажимает «Запустить». История и остатки на месте.');
    return { success: true, tenant_id, bot };
  }
}
