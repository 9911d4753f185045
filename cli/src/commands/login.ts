import { Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.ts';
import { UserError } from '../errors/user-error.ts';
import { createApi } from '../platform/api-client.ts';
import { originOf } from '../platform/connection-errors.ts';
import { requireSafeAccount } from '../platform/safe-account.ts';
import { DEFAULT_URL, readSession, writeSession } from '../platform/session.ts';

export default class Login extends BaseCommand {
  static override summary = 'Войти на платформу';
  static override description = 'Вход запоминается в папке настроек пользователя; прочесть его может только он.';
  static override examples = [
    '<%= config.bin %> login',
    'echo "$PASSWORD" | <%= config.bin %> login --email admin@localhost --password-stdin',
  ];
  static override flags = {
    url: Flags.string({ description: 'адрес платформы', env: 'OSTATOK_URL', helpValue: 'АДРЕС' }),
    email: Flags.string({ description: 'ваш email', env: 'OSTATOK_EMAIL', helpValue: 'EMAIL' }),
    code: Flags.string({ description: 'код второго шага: из приложения или резервный', helpValue: 'КОД' }),
    'password-stdin': Flags.boolean({ description: 'прочесть пароль со стандартного ввода' }),
  };

  async run(): Promise<{ success: true; url: string; user: { id: number; email: string; role: string } }> {
    const { flags } = await this.parse(Login);
    const kept = await readSession({ ...process.env, OSTATOK_TOKEN: '', OSTATOK_URL: '' });
    const url = originOf(flags.url ?? kept?.url ?? DEFAULT_URL);
    const email = flags.email ?? (await this.ask('Email'));
    const password = flags['password-stdin'] ? await readStdin() : await this.ask('Пароль', true);
    const signedIn = await createApi({ url }).login(
      email,
      password,
      async () => flags.code ?? (await this.ask('Код из приложения или резервный код')),
    );
    await requireSafeAccount(url, signedIn);
    const { user, token, refreshToken } = signedIn;
    await writeSession(process.env, { url, email: user.email, token, refreshToken });
    this.say(`Вы вошли на ${url} как ${user.email}${user.role === 'admin' ? ', администратор' : ''}.`);
    return { success: true, url, user: { id: user.id, email: user.email, role: user.role } };
  }

  private async ask(label: string, secret = false): Promise<string> {
    if (!this.interactive) {
      throw new UserError(
        'Без терминала укажите --email и передайте пароль через --password-stdin, а код второго шага — в --code',
        'no_terminal',
      );
    }
    const { questions } = await import('../views/questions.ts');
    const options = { output: process.stderr };
    return secret ? questions.password(label, options) : questions.input({ message: label }, options);
  }
}

async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text.replace(/\r?\n$/, '');
}
