import { Command, Errors } from '@oclif/core';
import { type Api, createApi, Refusal } from './api-client.ts';
import { readSession, type Session, writeSession } from './session.ts';

const parseMessages: [RegExp, (match: RegExpMatchArray) => string][] = [
  [/^Nonexistent flags?: (.+)/, ([, flags]) => `Нет такого параметра: ${flags}`],
  [/^Missing \d+ required args?:\n(\w+)/, ([, name]) => `Не хватает аргумента: ${name}`],
  [/^Unexpected arguments?: (.+)/, ([, args]) => `Лишнее: ${args}`],
  [/^Missing required flag (.+)/, ([, flag]) => `Не хватает параметра --${flag}`],
  [/^Flag (--\S+) expects a value/, ([, flag]) => `После ${flag} нужно значение`],
  [
    /^Expected (--\S+?)=(\S*) to be one of: (.+)/,
    ([, flag, value, options]) => `${flag}=${value}: возможны ${options}`,
  ],
];

function inRussian(message: string): string {
  for (const [pattern, say] of parseMessages) {
    const match = message.match(pattern);
    if (match) return say(match);
  }
  return message;
}

/** What every command shares: `--json`, the session, and errors said in one Russian sentence with exit code 1. */
export abstract class BaseCommand extends Command {
  static override enableJsonFlag = true;

  /** Ink views and questions only where a person sits at a terminal. */
  protected get interactive(): boolean {
    return !this.jsonEnabled() && Boolean(process.stdin.isTTY && process.stderr.isTTY) && !process.env.CI;
  }

  /** Everything for a person goes to stderr: stdout is for programs and tables. */
  protected say(text: string): void {
    if (!this.jsonEnabled()) process.stderr.write(`${text}\n`);
  }

  protected async session(): Promise<Session> {
    const session = await readSession(process.env);
    if (!session) throw new Refusal('Вы не вошли. Войдите: ostatok login', 'not_signed_in');
    return session;
  }

  protected async api(): Promise<Api> {
    const session = await this.session();
    return createApi({
      url: session.url,
      tokens: session,
      onTokens: (tokens) =>
        process.env.OSTATOK_TOKEN ? Promise.resolve() : writeSession(process.env, { ...session, ...tokens }),
    });
  }

  protected override toErrorJson(error: unknown): unknown {
    const code = error instanceof Refusal ? error.code : 'failed';
    return { success: false, error: inRussian(error instanceof Error ? error.message : String(error)), code };
  }

  protected override async catch(error: Error & { oclif?: { exit?: number } }): Promise<unknown> {
    if (error instanceof Errors.ExitError) throw error;
    process.exitCode = 1;
    if (this.jsonEnabled()) this.logJson(this.toErrorJson(error));
    else if (error instanceof Refusal || error.oclif) this.logToStderr(inRussian(error.message));
    else this.logToStderr(`Сломалась сама команда: ${error.stack ?? error.message}`);
    return undefined;
  }
}
