import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../base-command.ts';
import { momentOf, readable, since } from '../../log-lines.ts';
import { followLogs } from '../../operations/follow-logs.ts';
import { resolveTenant } from '../../operations/resolve.ts';
import { Refusal } from '../../refusal.ts';

const USUAL = 200;
const MOST = 5000;

export default class TenantsLogs extends BaseCommand {
  static override summary = 'Последние строки журнала заведения';
  static override description =
    'На терминале — время, важность и что случилось. В файл и в другую программу — строки JSON, какими их записало заведение.';
  static override examples = [
    '<%= config.bin %> tenants logs bar --follow',
    '<%= config.bin %> tenants logs bar --since 2h | grep error',
  ];
  static override args = { tenant: Args.string({ required: true, description: 'поддомен или номер' }) };
  static override flags = {
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

  async run(): Promise<{ success: true; lines: string[] }> {
    const { args, flags } = await this.parse(TenantsLogs);
    if (flags.follow && this.jsonEnabled())
      throw new Refusal('--follow отдаёт строки, а не один ответ: уберите --json', 'no_json');
    const from = flags.since === undefined ? undefined : momentOf(flags.since, new Date());
    if (flags.since !== undefined && from === undefined)
      throw new Refusal(`--since=${flags.since}: нужно время вида 10m, 2h, 1d, 14:30 или 2026-11-22`, 'wrong_since');
    const leave = new AbortController();
    if (flags.follow) process.once('SIGINT', () => leave.abort());
    const api = await this.api();
    const { tenant_id } = await resolveTenant(api, args.tenant);
    const look = async (lines: number): Promise<string[]> =>
      (await api.get<{ lines: string[] }>(`/api/admin/tenants/${tenant_id}/logs?lines=${lines}`)).lines;
    const last = await look(flags.lines ?? (from === undefined ? USUAL : MOST));
    const lines = from === undefined ? last : since(last, from);
    if (lines.length === 0 && !flags.follow)
      this.say(last.length === 0 ? 'Журнал пуст.' : 'С этого времени записей нет.');
    this.#print(lines);
    if (flags.follow) await this.#follow(look, last, leave.signal);
    return { success: true, lines };
  }

  #print(lines: string[]): void {
    for (const line of lines) this.log(process.stdout.isTTY ? readable(line) : line);
  }

  async #follow(look: (lines: number) => Promise<string[]>, seen: string[], signal: AbortSignal): Promise<void> {
    let isLost = false;
    const lost = (now: boolean): void => {
      if (now !== isLost) this.say(now ? 'Связь потеряна. Ждём…' : 'Связь вернулась.');
      isLost = now;
    };
    await followLogs(look, seen, { lines: (lines) => this.#print(lines), lost }, signal);
  }
}
