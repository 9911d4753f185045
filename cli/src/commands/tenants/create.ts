import { Args, Flags } from '@oclif/core';
import { type CreateTenant, chats, createForOwnerSchema, createTenantSchema } from '@ostatok/api/contract/provision.ts';
import type { CreateTenantAnswer } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import { ValidationError } from 'yup';
import { readBotToken, tokenFileFlag } from '../../arguments/bot-token.ts';
import { BaseCommand } from '../../base-command.ts';
import { userErrorOf } from '../../errors/error-mapping.ts';
import { sentence, UserError } from '../../errors/user-error.ts';
import { createTenant } from '../../operations/create-tenant.ts';
import { isPassing } from '../../operations/follow-work.ts';
import { grouped, moment } from '../../output/format.ts';
import type { Api } from '../../platform/api-client.ts';
import { fileForm } from '../../platform/file-form.ts';
import { printProvision } from '../../views/print-provision.ts';

/** How long the response to the order is awaited after Ctrl-C. */
const ANSWER_MS = 5000;

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new UserError('Прервано', 'left')), { once: true });
  });

export default class TenantsCreate extends BaseCommand {
  static override summary = 'Открыть заведение';
  static override description =
    'Показывает каждый шаг создания. Прерванная связь не мешает: платформа доводит дело до конца или убирает всё за собой.';
  static override examples = [
    '<%= config.bin %> tenants create bar-na-rubinshteina --admin anna',
    '<%= config.bin %> tenants create bar-na-rubinshteina --admin anna --chat max_shared',
    '<%= config.bin %> tenants create bar-na-rubinshteina --admin anna --own-chat',
    '<%= config.bin %> tenants create bar-na-rubinshteina --admin anna --from bar.zip',
  ];
  static override args = {
    subdomain: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'поддомен: латинские буквы, цифры, дефис',
    }),
  };
  static override flags = {
    ...tokenFileFlag,
    'bot-token': Flags.string({
      description: 'токен бота Telegram от @BotFather; без него и без файла спросит',
      env: 'OSTATOK_BOT_TOKEN',
      helpValue: 'ТОКЕН',
    }),
    chat: Flags.option({
      options: chats,
      description: 'где пишут боту: Telegram, свой бот MAX, общий бот MAX или только чат заведения',
    })(),
    'own-chat': Flags.boolean({
      description: 'то же, что --chat own: без мессенджера, токен не нужен',
      exclusive: ['bot-token', 'token-file', 'chat'],
    }),
    owner: Flags.string({
      description: 'чьё оно: открывает администратор, в счёт тарифа владельца (иначе своё)',
      helpValue: 'EMAIL',
    }),
    name: Flags.string({ description: 'название (иначе из архива или поддомен)', helpValue: 'НАЗВАНИЕ' }),
    from: Flags.string({
      description: 'архив заведения, данные которого в нём будут: ostatok tenants archive',
      helpValue: 'ФАЙЛ.zip',
    }),
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
    const { args, flags, raw } = await this.parse(TenantsCreate);
    const chat = flags['own-chat'] ? 'own' : (flags.chat ?? 'telegram');
    const isTokenGiven = raw.some((part) => part.type === 'flag' && part.flag === 'bot-token');
    if (isTokenGiven && chat !== 'telegram')
      throw new UserError('--bot-token — токен бота Telegram. Токен бота MAX: --token-file ФАЙЛ', 'invalid_input');
    const input = check(flags.owner, {
      subdomain: args.subdomain,
      chat,
      ...(await this.botTokenOf(chat, flags)),
      adminUsername: flags.admin,
      ...(flags.name ? { displayName: flags.name } : {}),
      ...(flags.password ? { adminPassword: flags.password } : {}),
    });
    const api = await this.api();
    const archived = flags.from === undefined ? {} : await this.upload(api, flags.from);
    const answer = await this.make(api, { ...archived, ...input });
    this.say(`\nГотово: ${answer.tenant.web_url}`);
    this.showPassword(answer);
    this.showWay(chat, flags.owner, answer);
    return answer;
  }

  private async botTokenOf(
    chat: CreateTenant['chat'],
    flags: { 'bot-token'?: string | undefined; 'token-file'?: string | undefined },
  ): Promise<Pick<CreateTenant, 'botToken' | 'maxToken'>> {
    const path = flags['token-file'];
    if (chat === 'telegram') return { botToken: flags['bot-token'] ?? (await readBotToken(path, this.interactive)) };
    return chat === 'max' ? { maxToken: await readBotToken(path, this.interactive, 'max') } : {};
  }

  /** How the administrator begins to write to the bot. */
  private showWay(chat: CreateTenant['chat'], owner: string | undefined, answer: CreateTenantAnswer): void {
    if (chat === 'own') {
      this.say('Сотрудники пишут боту в панели и в приложении: раздел «Чат»');
      return;
    }
    const [messenger, link] = chat === 'telegram' ? ['Telegram', answer.telegramLink] : ['MAX', answer.maxLink];
    if (owner) this.say(`Передайте их владельцу: ${owner}. Подключить ${messenger} он может в своём кабинете.`);
    else if (link) this.say(`Подключить ${messenger} (один раз, в течение суток): ${link}`);
    else this.say(`Ссылка для ${messenger} — в панели: меню с именем → «Подключить ${messenger}»`);
  }

  /** The archive is checked before anything is made of it. */
  private async upload(api: Api, path: string): Promise<Pick<CreateTenant, 'archive' | 'displayName'>> {
    const { archive } = await api.call('POST /api/provision/archives', { form: await fileForm(path) });
    const { id, name, made_at, items, changes, counts } = archive;
    this.say(
      `Архив заведения ${quoted(name)} от ${moment(made_at)}: позиций ${grouped(items)}, изменений ${grouped(changes)}, подсчётов ${grouped(counts)}`,
    );
    return { archive: id, displayName: name };
  }

  /**
   * After Ctrl-C or a lost connection the platform continues. In both cases the command prints how to follow the work,
   * and the password.
   */
  private async make(api: Api, input: CreateTenant & { owner?: string }): Promise<CreateTenantAnswer> {
    const [leave, giveUp] = [new AbortController(), new AbortController()];
    const left = (): void => leave.abort();
    // not `once`: the view's own listener ends the process when it finds no other
    process.on('SIGINT', left);
    const view = await this.view(`Заведение ${input.subdomain}`);
    let ordered: CreateTenantAnswer | undefined;
    const on = {
      progress: view.update,
      ordered(answer: CreateTenantAnswer) {
        ordered = answer;
      },
    };
    const making = createTenant(api, input, on, { leave: leave.signal, giveUp: giveUp.signal });
    try {
      return await Promise.race([making, aborted(leave.signal)]);
    } catch (error) {
      view.end();
      if (!leave.signal.aborted && !(ordered && isPassing(error))) throw error;
      // the response to an order sent just before Ctrl-C is awaited: the password is shown nowhere else
      const limit = setTimeout(() => giveUp.abort(), ordered ? 0 : ANSWER_MS);
      await making.catch(() => undefined);
      clearTimeout(limit);
      throw this.goesOn(input, ordered, userErrorOf(error), leave.signal.aborted);
    } finally {
      process.removeListener('SIGINT', left);
      view.end();
    }
  }

  private goesOn(
    input: CreateTenant,
    ordered: CreateTenantAnswer | undefined,
    why: UserError,
    isLeft: boolean,
  ): UserError {
    const look = `Что с ним: ostatok tenants show ${input.subdomain}`;
    if (!ordered) return new UserError(`Неизвестно, начато ли создание. ${look}`, isLeft ? 'left' : 'lost');
    this.showPassword(ordered);
    const because = isLeft ? '' : `${sentence(why.message)} `;
    return new UserError(
      `${because}Заведение ${input.subdomain} создаётся на платформе дальше: ${ordered.tenant.web_url}. ${look}`,
      isLeft ? 'left' : 'lost',
      0,
      // the password is shown nowhere else
      { tenant: ordered.tenant, adminCredentials: ordered.adminCredentials },
    );
  }

  private showPassword({ adminCredentials: { username, password } }: CreateTenantAnswer): void {
    this.say(`Логин: ${username}\nПароль: ${password}`);
  }

  /** A script cannot be asked for the token, so it must pass it. */
  protected override missingBeside(flags: Record<string, unknown>): string[] {
    const needsNone = flags['own-chat'] || flags.chat === 'own' || flags.chat === 'max_shared';
    return this.interactive || needsNone || flags['bot-token'] || flags['token-file']
      ? []
      : ['--token-file ФАЙЛ (токен бота)'];
  }

  private async view(title: string): Promise<ReturnType<typeof printProvision>> {
    if (!this.interactive) return printProvision((line) => this.say(line));
    const { showProvision } = await import('../../views/show-provision.tsx');
    return showProvision(title);
  }
}

function check(owner: string | undefined, input: CreateTenant): CreateTenant & { owner?: string } {
  try {
    if (owner !== undefined) return createForOwnerSchema.validateSync({ ...input, owner }, { abortEarly: false });
    return createTenantSchema.validateSync(input, { abortEarly: false });
  } catch (error) {
    if (error instanceof ValidationError) throw new UserError(error.errors.join('. '), 'invalid_input');
    throw error;
  }
}
