import { type Api, createApi } from '../api-client.ts';
import { BaseCommand } from '../base-command.ts';
import { type PlatformStatus, readStatus } from '../operations/read-status.ts';
import { DEFAULT_URL, readSession } from '../session.ts';

const statuses: Record<string, string> = { active: 'активных', creating: 'создаются', suspended: 'приостановлены' };

export default class Status extends BaseCommand {
  static override summary = 'Состояние платформы';
  static override description = 'Код выхода 1, если платформа или её база не отвечает.';

  async run(): Promise<{ success: boolean } & PlatformStatus> {
    await this.parse(Status);
    const status = await readStatus(await this.apiOrGuest());
    if (!status.ready) process.exitCode = 1;
    this.log(this.lines(status).join('\n'));
    return { success: status.ready, ...status };
  }

  private async apiOrGuest(): Promise<Api> {
    const session = await readSession(process.env);
    return session ? this.api() : createApi({ url: process.env.OSTATOK_URL ?? DEFAULT_URL });
  }

  private lines({ url, alive, ready, user, tenants }: PlatformStatus): string[] {
    const row = (name: string, value: string): string => `${name.padEnd(12)} ${value}`;
    const state = ready
      ? 'работает'
      : alive
        ? 'отвечает, но база или задания не готовы'
        : 'не отвечает. Запустите: npm start';
    const counts = Object.entries(tenants ?? {}).map(([status, count]) => `${statuses[status] ?? status}: ${count}`);
    return [
      row('Платформа', url),
      row('Состояние', state),
      ...(ready
        ? [
            row(
              'Вы',
              user
                ? `${user.email}${user.role === 'admin' ? ', администратор' : ''}`
                : 'не вошли. Войдите: ostatok login',
            ),
          ]
        : []),
      ...(tenants
        ? [row('Заведения', counts.length > 0 ? counts.join(', ') : 'пока нет. Создать: ostatok tenants create')]
        : []),
    ];
  }
}
