import { codeNow } from '../auth/totp.ts';
import { type HttpProbe, requireStatus, someAddress } from './http-probe.ts';
import type { Probe, ProbePeople } from './probe-people.ts';
import type { Suite } from './suite.ts';

const PATHS = ['/api/admin/stats', '/api/admin/users', '/api/admin/tenants', '/api/admin/backups', '/api/test/suites'];

/** Checks over real HTTP who may call the administrator's API and who may not. */
export function adminSuite({ http, people }: { http: HttpProbe; people: ProbePeople }): Suite {
  async function tokenOf({ email, password }: Probe): Promise<string> {
    const reply = await http('POST', '/api/auth/login', { body: { email, password }, from: someAddress() });
    requireStatus(reply, 200, 'Вход');
    return String(reply.body.token);
  }

  /** Sets up a second factor where administrators need one: without it they may do nothing else. */
  async function secure(token: string, { password }: Probe): Promise<void> {
    const { body } = await http('GET', PATHS[0] ?? '', { token });
    if (body.code !== 'secure_account') return;
    const offer = await http('POST', '/api/auth/totp', { token, body: { password } });
    requireStatus(offer, 200, 'Второй шаг входа');
    const code = codeNow(String(offer.body.secret));
    requireStatus(await http('POST', '/api/auth/totp/confirm', { token, body: { code } }), 200, 'Второй шаг входа');
  }

  async function askAll(expected: number, token?: string): Promise<Record<string, number>> {
    const times: Record<string, number> = {};
    for (const path of PATHS) {
      const reply = await http('GET', path, { token });
      requireStatus(reply, expected, path);
      times[path] = reply.ms;
    }
    return times;
  }

  return {
    name: 'admin',
    title: 'Администрирование',
    cleanUp: async () => void (await people.sweep()),
    checks: [
      {
        name: 'Администратор допущен',
        description: `Входит временным администратором и открывает разделы: ${PATHS.length}`,
        purpose: 'Панель и командная строка должны работать',
        run: () =>
          people.with('admin', async (probe) => {
            const token = await tokenOf(probe);
            await secure(token, probe);
            const times = await askAll(200, token);
            return {
              message: `Открыты все разделы, самый долгий — ${Math.max(...Object.values(times))} мс`,
              details: times,
            };
          }),
      },
      {
        name: 'Клиент не допущен',
        description: 'Спрашивает то же самое с правами владельца заведения',
        purpose: 'Чужие данные не видны никому, кроме администраторов',
        run: () =>
          people.with('customer', async (probe) => {
            await askAll(403, await tokenOf(probe));
            return { message: 'Отказано во всех разделах' };
          }),
      },
      {
        name: 'Без входа не допущен никто',
        description: 'Спрашивает то же самое без токена',
        purpose: 'Панель закрыта для посторонних',
        async run() {
          await askAll(401);
          return { message: 'Отказано во всех разделах' };
        },
      },
    ],
  };
}
