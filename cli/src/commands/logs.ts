import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Flags } from '@oclif/core';
import { ANY_TENANT, isAnyTenant, logLevelNames } from '@ostatok/api/contract/logs.ts';
import { UserError } from '../errors/user-error.ts';
import { type LogAnswer, LogCommand, logFlags } from '../logs/log-command.ts';
import { objectOf, readable } from '../logs/log-lines.ts';
import { searchLog } from '../logs/search-log.ts';

export default class Logs extends LogCommand {
  static override summary = 'Журнал платформы и заведений: последние строки и поиск';
  static override description =
    'Время, важность и что случилось. Без --tenant — журнал самой платформы; с ним — журнал заведения и то, что о нём записала платформа. Журнал, который платформа пишет не в свой файл, читает --file: journalctl -u ostatok -o cat | ostatok logs --file -';
  static override examples = [
    '<%= config.bin %> logs --since 2h',
    '<%= config.bin %> logs --tenant bar --user anna --level warn',
    '<%= config.bin %> logs --tenant any --request k7m2-9xqp-4tab',
    '<%= config.bin %> logs --follow',
    'journalctl -u ostatok -o cat -f | <%= config.bin %> logs --file -',
  ];
  static override flags = {
    ...logFlags,
    tenant: Flags.string({ description: `поддомен или номер заведения, ${ANY_TENANT} — всех`, helpValue: 'ЗАВЕДЕНИЕ' }),
    user: Flags.string({ description: 'кто: логин или номер в заведении, email на платформе', helpValue: 'КТО' }),
    request: Flags.string({ description: 'код запроса, который видит человек при ошибке', helpValue: 'КОД' }),
    level: Flags.string({ description: 'эта важность и выше', options: logLevelNames }),
    search: Flags.string({ char: 's', description: 'что искать в строке', helpValue: 'ТЕКСТ' }),
    until: Flags.string({ description: 'до какого времени, как в --since', helpValue: 'ВРЕМЯ' }),
    file: Flags.string({
      description: 'прочитать этот файл, - для стандартного ввода; платформа не нужна',
      helpValue: 'ФАЙЛ',
      exclusive: ['lines', 'since', 'follow', 'tenant', 'user', 'request', 'level', 'search', 'until'],
    }),
  };

  async run(): Promise<LogAnswer> {
    const { flags } = await this.parse(Logs);
    if (flags.file !== undefined) return this.#read(flags.file);
    const { tenant, user, request, level, search } = flags;
    const query = {
      tenant,
      user,
      request,
      level,
      search,
      from: this.#iso('since', flags),
      to: this.#iso('until', flags),
    };
    this.isOfMany = isAnyTenant(tenant);
    return this.showLog(flags, async () => {
      const api = await this.api();
      return (lines) => searchLog(api, query, lines);
    });
  }

  #iso(flag: 'since' | 'until', flags: { since?: string | undefined; until?: string | undefined }): string | undefined {
    const at = this.moment(flag, flags[flag]);
    return at === undefined ? undefined : new Date(at).toISOString();
  }

  /** Reads line by line as input arrives: piped input may never end. */
  async #read(file: string): Promise<LogAnswer> {
    const input = file === '-' ? process.stdin : createReadStream(file, 'utf8');
    const lines: LogAnswer['lines'] = [];
    try {
      for await (const line of createInterface({ input })) {
        if (line === '') continue;
        if (this.jsonEnabled()) lines.push(objectOf(line));
        else this.log(readable(line));
      }
    } catch {
      throw new UserError(`--file=${file}: файл не читается`, 'file_unreadable');
    }
    return { success: true, lines };
  }
}
