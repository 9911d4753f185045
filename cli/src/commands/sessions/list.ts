import type { OpenSession } from '@ostatok/api/contract/account.endpoints.ts';
import { BaseCommand, type Column } from '../../base-command.ts';
import { moment, orNone } from '../../output/format.ts';

const columns: Column<OpenSession>[] = [
  ['УСТРОЙСТВО', ({ device, current }) => (current ? `${device} (здесь)` : device), 'name'],
  ['АДРЕС', ({ ip }) => orNone(ip)],
  ['ВХОД', ({ started_at }) => moment(started_at), 'spare'],
  ['БЫЛ', ({ last_used_at }) => moment(last_used_at), 'whole'],
  ['НОМЕР', ({ id }) => id, 'id'],
];

export default class SessionsList extends BaseCommand {
  static override summary = 'Где вы вошли';
  static override description = 'Незнакомое устройство: завершите его вход и смените пароль.';

  async run(): Promise<{ success: true; sessions: OpenSession[] }> {
    await this.parse(SessionsList);
    const api = await this.api();
    const { sessions } = await api.call('GET /api/auth/sessions');
    const { length } = sessions;
    const whole = { limit: length, page: 1, all: true };
    this.showList({ rows: sessions, total: length }, whole, columns, 'Входов нет.');
    return { success: true, sessions };
  }
}
