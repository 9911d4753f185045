import { Args, Flags } from '@oclif/core';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import type { Api } from '../../platform/api-client.ts';
import { forgetSession } from '../../platform/session.ts';

export default class SessionsEnd extends BaseCommand {
  static override summary = 'Завершить один вход или выйти везде';
  static override description = 'С --all заканчивается и этот вход: потом войдите снова, ostatok login.';
  static override examples = ['<%= config.bin %> sessions end 1f3a', '<%= config.bin %> sessions end --all'];
  static override args = { session: Args.string({ description: 'номер входа или его начало' }) };
  static override flags = { ...yesFlag, all: Flags.boolean({ description: 'выйти везде', default: false }) };

  async run(): Promise<{ success: true; id: string | null }> {
    const { args, flags } = await this.parse(SessionsEnd);
    if (flags.all === (args.session !== undefined)) {
      throw new UserError('Нужен номер входа или --all. Все входы: ostatok sessions list', 'no_session');
    }
    const api = await this.api();
    return {
      success: true,
      id: args.session ? await this.endOne(api, args.session) : await this.endAll(api, flags.yes),
    };
  }

  private async endOne(api: Api, which: string): Promise<string> {
    const id = await resolveId(api, 'session', which);
    const { sessions } = await api.call('GET /api/auth/sessions');
    await api.call('DELETE /api/auth/sessions/:id', { params: { id } });
    if (sessions.some((one) => one.current && one.id === id)) await forgetSession(process.env);
    this.say('Вход завершён.');
    return id;
  }

  private async endAll(api: Api, yes: boolean): Promise<null> {
    await this.confirm('Выйти на всех устройствах, и здесь тоже?', yes);
    await api.call('DELETE /api/auth/sessions');
    await forgetSession(process.env);
    this.say('Вы вышли везде.');
    return null;
  }
}
