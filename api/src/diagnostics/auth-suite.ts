import { type HttpProbe, requireStatus, someAddress } from './http-probe.ts';
import type { Probe, ProbePeople } from './probe-people.ts';
import type { Suite } from './suite.ts';

/** More attempts than an account is allowed from one address. */
const TRIES = 12;

/** Checks a real sign-in, its renewal and forbidden calls with temporary accounts. */
export function authSuite({ http, people }: { http: HttpProbe; people: ProbePeople }): Suite {
  const signIn = (email: string, password: string, from: string) =>
    http('POST', '/api/auth/login', { body: { email, password }, from });

  async function signedIn(probe: Probe): Promise<{ token: string; refreshToken: string; ms: number }> {
    const reply = await signIn(probe.email, probe.password, someAddress());
    requireStatus(reply, 200, 'Вход');
    return { token: String(reply.body.token), refreshToken: String(reply.body.refreshToken), ms: reply.ms };
  }

  const refresh = (refreshToken: string) => http('POST', '/api/auth/refresh', { body: { refreshToken } });

  return {
    name: 'auth',
    title: 'Вход и сеансы',
    cleanUp: async () => void (await people.sweep()),
    checks: [
      {
        name: 'Вход',
        description: 'Заводит временного пользователя, входит и читает его профиль',
        purpose: 'Владельцы должны попадать в свой кабинет',
        run: () =>
          people.with('customer', async (probe) => {
            const { token, ms } = await signedIn(probe);
            const me = await http('GET', '/api/auth/me', { token });
            requireStatus(me, 200, 'Профиль');
            if ((me.body.user as { email?: string } | undefined)?.email !== probe.email) {
              throw new Error('Профиль не того, кто вошёл');
            }
            return { message: `Вход за ${ms} мс, профиль за ${me.ms} мс`, details: { signInMs: ms, profileMs: me.ms } };
          }),
      },
      {
        name: 'Неверный пароль',
        description: 'Пробует войти с чужим паролем и под именем, которого нет',
        purpose: 'Без пароля войти нельзя, а ответ не выдаёт, есть ли такой адрес',
        run: () =>
          people.with('customer', async (probe) => {
            const from = someAddress();
            const wrong = await signIn(probe.email, 'not-the-password', from);
            requireStatus(wrong, 401, 'Неверный пароль');
            const nobody = await signIn(`nobody-${probe.email}`, 'not-the-password', from);
            requireStatus(nobody, 401, 'Неизвестный адрес');
            if (wrong.body.error !== nobody.body.error) throw new Error('Ответы выдают, есть ли такой адрес');
            return { message: 'Отказано, и одинаково в обоих случаях' };
          }),
      },
      {
        name: 'Обновление токена',
        description: 'Обновляет токен дважды и предъявляет первый ещё раз',
        purpose: 'Украденный токен обновления обрывает весь сеанс',
        run: () =>
          people.with('customer', async (probe) => {
            const first = await signedIn(probe);
            const second = await refresh(first.refreshToken);
            requireStatus(second, 200, 'Первое обновление');
            const third = await refresh(String(second.body.refreshToken));
            requireStatus(third, 200, 'Второе обновление');
            requireStatus(await refresh(first.refreshToken), 401, 'Повтор использованного токена');
            requireStatus(await refresh(String(third.body.refreshToken)), 401, 'Токен оборванного сеанса');
            return { message: 'Обновление работает, повтор оборвал сеанс' };
          }),
      },
      {
        name: 'Ограничение попыток',
        description: `Делает ${TRIES} неудачных попыток входа подряд`,
        purpose: 'Пароль нельзя подобрать перебором',
        run: () =>
          people.with('customer', async (probe) => {
            const from = someAddress();
            for (let tried = 1; tried <= TRIES; tried += 1) {
              const { status } = await signIn(probe.email, `wrong-${tried}`, from);
              if (status === 429) return { message: `Отказано после ${tried - 1} попыток`, details: { tried } };
            }
            throw new Error(`Сделано ${TRIES} попыток, и ни одна не отклонена`);
          }),
      },
    ],
  };
}
