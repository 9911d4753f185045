import { Args, Flags } from '@oclif/core';
import { type CreateTenant, type CreateTenantAnswer, createTenantSchema } from '@ostatok/api/contract/provision.ts';
import { ValidationError } from 'yup';
import { BaseCommand } from '../../base-command.ts';
import { readBotToken, tokenFileFlag } from '../../bot-token.ts';
import { createTenant } from '../../operations/create-tenant.ts';
import { Refusal } from '../../refusal.ts';
import { printProvision } from '../../views/print-provision.ts';

export default class TenantsCreate extends BaseCommand {
  static override summary = 'Открыть заведение';
  static override description =
    'Показывает каждый шаг создания. Прерванная связь не мешает: платформа доводит дело до конца или убирает всё за собой.';
  static override examples = ['<%= config.bin %> tenants create bar-na-rubinshteina --admin anna'];
  static override args = {
    subdomain: Args.string({ required: true, description: 'поддомен: латинские буквы, цифры, дефис' }),
  };
  static override flags = {
    ...tokenFileFlag,
    'bot-token': Flags.string({
      description: 'токен бота от @BotFather; без него и без файла спросит',
      env: 'OSTATOK_BOT_TOKEN',
      helpValue: 'ТОКЕН',
    }),
    name: Flags.string({ description: 'название (иначе поддомен)', helpValue: 'НАЗВАНИЕ' }),
    admin: Flags.string({
      required: true,
      description: 'логин администратора, без @',
      helpValue: 'ЛОГИН',
    }),
    password: Flags.string({
      description: 'пароль администратора (иначе будет придуман)',
      env: 'OSTATOK_TENANT_PASSWORD',
      helpValue: 'ПАРОЛЬ',
    }),
  };

  async run(): Promise<CreateTenantAnswer> {
    const { args, flags } = await this.parse(TenantsCreate);
    const input = check({
      subdomain: args.subdomain,
      botToken: flags['bot-token'] ?? (await readBotToken(flags['token-file'], this.interactive)),
      adminUsername: flags.admin,
      ...(flags.name ? { displayName: flags.name } : {}),
      ...(flags.password ? { adminPassword: flags.password } : {}),
    });
    const api = await this.api();
    const view = await this.view(`Заведение ${input.subdomain}`);
    const answer = await createTenant(api, input, view.update).finally(view.end);
    this.say(`\nГотово: ${answer.tenant.web_url}`);
    this.say(`Логин: ${answer.adminCredentials.username}\nПароль: ${answer.adminCredentials.password}`);
    this.say(
      answer.telegramLink
        ? `Подключить Telegram (один раз, в течение суток): ${answer.telegramLink}`
        : 'Ссылка для Telegram — в панели: меню с именем → «Подключить Telegram»',
    );
    return answer;
  }

  private async view(title: string): Promise<ReturnType<typeof printProvision>> {
    if (!this.interactive) return printProvision((line) => this.say(line));
    const { showProvision } = await import('../../views/show-provision.tsx');
    return showProvision(title);
  }
}

function check(input: CreateTenant): CreateTenant {
  try {
    return createTenantSchema.validateSync(input, { abortEarly: false });
  } catch (error) {
    if (error instanceof ValidationError) throw new Refusal(error.errors.join('. '), 'invalid_input');
    throw error;
  }
}
