import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Flags } from '@oclif/core';
import { UserError } from '../errors/user-error.ts';
import { type LogAnswer, LogCommand, logFlags } from '../logs/log-command.ts';
import { objectOf, readable } from '../logs/log-lines.ts';

export default class Logs extends LogCommand {
  static override summary = 'Журнал самой платформы';
  static override description =
    'Время, важность и что случилось. Журнал, который платформа пишет не в свой файл, читает --file: journalctl -u ostatok -o cat | ostatok logs --file -';
  static override examples = [
    '<%= config.bin %> logs --since 2h',
    '<%= config.bin %> logs --follow',
    'journalctl -u ostatok -o cat -f | <%= config.bin %> logs --file -',
  ];
  static override flags = {
    ...logFlags,
    file: Flags.string({
      description: 'прочитать этот файл, - для стандартного ввода; платформа не нужна',
      helpValue: 'ФАЙЛ',
      exclusive: ['lines', 'since', 'follow'],
    }),
  };

  async run(): Promise<LogAnswer> {
    const { flags } = await this.parse(Logs);
    if (flags.file !== undefined) return this.#read(flags.file);
    return this.showLog(flags, async () => {
      const api = await this.api();
      return async (lines) => (await api.call('GET /api/admin/logs', { query: { lines } })).lines;
    });
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
