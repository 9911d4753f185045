import { Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.ts';
import { UserError } from '../errors/user-error.ts';
import { followLogs } from './follow-logs.ts';
import { type LogEntry, momentOf, objectOf, readable, since } from './log-lines.ts';

const USUAL = 200;
const MOST = 5000;

export const logFlags = {
  lines: Flags.integer({
    char: 'n',
    description: `сколько строк (обычно ${USUAL}, с --since — все)`,
    min: 1,
    max: MOST,
    helpValue: 'ЧИСЛО',
  }),
  since: Flags.string({ description: 'с какого времени: 10m, 2h, 1d, 14:30 или 2026-11-22', helpValue: 'ВРЕМЯ' }),
  follow: Flags.boolean({ char: 'f', description: 'ждать новых строк, пока не нажмёте Ctrl-C' }),
};
interface LogOptions {
  lines?: number | undefined;
  since?: string | undefined;
  follow: boolean;
}

export interface LogAnswer {
  success: true;
  lines: LogEntry[];
}

type ReadLines = (lines: number) => Promise<string[]>;

/** The base of commands that show a log: its last lines, those since a moment, and new ones. */
export abstract class LogCommand extends BaseCommand {
  /** Whether the lines may be of several tenants. */
  protected isOfMany = false;

  /** `open` is called only when the flags are valid; it returns what reads the last lines. */
  protected async showLog(flags: LogOptions, open: () => Promise<ReadLines>): Promise<LogAnswer> {
    if (flags.follow && this.jsonEnabled())
      throw new UserError('--follow отдаёт строки, а не один ответ: уберите --json', 'no_json');
    const from = this.moment('since', flags.since);
    const leave = new AbortController();
    if (flags.follow) process.once('SIGINT', () => leave.abort());
    const look = await open();
    const last = await look(flags.lines ?? (from === undefined ? USUAL : MOST));
    const lines = from === undefined ? last : since(last, from);
    if (lines.length === 0 && !flags.follow)
      this.say(last.length === 0 ? 'Журнал пуст.' : 'С этого времени записей нет.');
    this.printLines(lines);
    if (flags.follow) await this.#follow(look, last, leave.signal);
    return { success: true, lines: lines.map((line) => objectOf(line, this.isOfMany)) };
  }

  /** Throws UserError for what is no moment. */
  protected moment(flag: string, typed: string | undefined): number | undefined {
    if (typed === undefined) return undefined;
    const from = momentOf(typed, new Date());
    if (from !== undefined) return from;
    throw new UserError(`--${flag}=${typed}: нужно время вида 10m, 2h, 1d, 14:30 или 2026-11-22`, `wrong_${flag}`);
  }

  protected printLines(lines: string[]): void {
    for (const line of lines) this.log(process.stdout.isTTY ? readable(line, this.isOfMany) : line);
  }

  async #follow(look: ReadLines, seen: string[], signal: AbortSignal): Promise<void> {
    let isLost = false;
    const lost = (now: boolean): void => {
      if (now !== isLost) this.say(now ? 'Связь потеряна. Ждём…' : 'Связь вернулась.');
      isLost = now;
    };
    await followLogs(look, seen, { lines: (lines) => this.printLines(lines), lost }, signal);
  }
}
