import { setTimeout as sleep } from 'node:timers/promises';
import { Flags } from '@oclif/core';
import { BaseCommand } from '../base-command.ts';
import { UserError } from '../errors/user-error.ts';
import { attentionLines } from '../labels/attention-lines.ts';
import { statusRows } from '../labels/status-rows.ts';
import { type Dashboard, readDashboard } from '../operations/read-dashboard.ts';
import { type PlatformStatus, readStatus } from '../operations/read-status.ts';
import { type Api, createApi } from '../platform/api-client.ts';
import { originOf } from '../platform/connection-errors.ts';
import { DEFAULT_URL, readSession } from '../platform/session.ts';

const MS = 1000;

export default class Status extends BaseCommand {
  static override summary = 'Состояние платформы';
  static override description =
    'Что требует внимания, показано с командой, которая это исправит. Код выхода 1, если платформа или её база не отвечает или диск полон.';
  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --watch'];
  static override flags = {
    watch: Flags.boolean({ char: 'w', description: 'смотреть, пока не нажмёте q или Ctrl-C' }),
    every: Flags.integer({
      description: 'как часто смотреть, секунд',
      default: 2,
      min: 1,
      max: 3600,
      helpValue: 'ЧИСЛО',
    }),
  };

  async run(): Promise<{ success: boolean } & PlatformStatus> {
    const { flags } = await this.parse(Status);
    const api = await this.apiOrGuest();
    const status = flags.watch ? await this.watch(api, flags.every * MS) : await readStatus(api);
    if (!status.ready) process.exitCode = 1;
    if (!flags.watch) this.show(status);
    return { success: status.ready, ...status };
  }

  private show(status: PlatformStatus): void {
    this.showCard(statusRows(status));
    if (!status.attention) return;
    this.log('');
    for (const line of attentionLines(status.attention, process.stdout.columns)) this.log(line);
  }

  /** Shows the status until Ctrl-C; waits for a platform that goes away and comes back. Returns the last status. */
  private async watch(api: Api, every: number): Promise<PlatformStatus> {
    if (!process.stdout.isTTY || this.jsonEnabled() || process.env.TERM === 'dumb')
      throw new UserError('--watch нужен терминал. Один взгляд: ostatok status --json', 'no_terminal');
    const leave = new AbortController();
    const left = (): void => leave.abort();
    const view = (await import('../views/show-dashboard.tsx')).showDashboard(left);
    // not `once`: the view's own listener ends the process when it finds no other
    process.on('SIGINT', left);
    let seen: Dashboard | undefined;
    try {
      while (!leave.signal.aborted) {
        seen = await readDashboard(api, seen);
        view.update(seen);
        await sleep(every, undefined, { signal: leave.signal }).catch(() => undefined);
      }
    } finally {
      process.removeListener('SIGINT', left);
      view.end();
    }
    return seen?.status ?? readStatus(api);
  }

  private async apiOrGuest(): Promise<Api> {
    const session = await readSession(process.env);
    return session ? this.api() : createApi({ url: originOf(process.env.OSTATOK_URL || DEFAULT_URL) });
  }
}
