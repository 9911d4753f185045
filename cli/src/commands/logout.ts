import { BaseCommand } from '../base-command.ts';
import { forgetSession } from '../platform/session.ts';

export default class Logout extends BaseCommand {
  static override summary = 'Выйти и забыть вход';

  async run(): Promise<{ success: true }> {
    await this.parse(Logout);
    const { refreshToken } = await this.session();
    const api = await this.api();
    // the session is deleted here even when the platform cannot be reached to end it there
    await api
      .post('/api/auth/logout', refreshToken ? { refreshToken } : {})
      .catch((error: Error) => this.say(error.message));
    await forgetSession(process.env);
    this.say('Вы вышли.');
    return { success: true };
  }
}
