import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, TooMany } from '@ostatok/kit/node/errors.ts';
import type { LoginAnswer } from '../../contract/users.endpoints.ts';
import type { Origin } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { personOf } from './start-data.ts';
import { findUserByChat } from './users.queries.ts';

const WINDOW_S = 10 * 60;
const TOO_MANY = 'Слишком много попыток входа. Подождите десять минут';
const FROM_TELEGRAM = 'Из чата Telegram';

const notSigned = (): InvalidInput =>
  new InvalidInput('Telegram не подтвердил, что это вы', { data: 'Откройте склад из чата с ботом' }, 'bad_start_data');

const nobody = (): InvalidInput =>
  new InvalidInput('Этот Telegram не связан ни с кем в заведении', { data: 'Напишите боту /start' }, 'unknown_chat');

interface Deps {
  db: Knex;
  sessions: Pick<Sessions, 'start'>;
  security: Pick<SecurityLog, 'note'>;
  clock: () => Date;
  /** Undefined where the tenant has no bot in Telegram. */
  botToken: string | undefined;
}

/** Signs people in to pages that Telegram opens from the chat: it has signed who they are. */
export function createMiniApp({ db, sessions, security, clock, botToken }: Deps) {
  const attempts = createAttempts({
    address: { points: 20, duration: WINDOW_S },
    site: { points: 200, duration: WINDOW_S },
  });

  async function signedIn(data: string, device: string | undefined): Promise<LoginAnswer> {
    const telegramId = botToken ? personOf(data, botToken, clock()) : undefined;
    if (telegramId === undefined) throw notSigned();
    return db.transaction(async (trx) => {
      const user = await findUserByChat(trx, { channel: 'telegram', id: telegramId });
      if (!user) throw nobody();
      return sessions.start(trx, user, device);
    });
  }

  return {
    /** Throws InvalidInput for what this bot's token has not freshly signed, and where the chat is nobody's; TooMany. */
    async signIn(data: string, from: Origin): Promise<LoginAnswer> {
      const key = { address: networkOf(from.ip) };
      try {
        await attempts.count({ ...key, site: siteOf(from.ip) }, TOO_MANY);
        const answer = await signedIn(data, from.device);
        await attempts.forget(key);
        security.note({ event: 'login.succeeded', userId: answer.user.id, details: FROM_TELEGRAM, ...from });
        return answer;
      } catch (error) {
        const event = error instanceof TooMany ? 'login.limited' : 'login.code_failed';
        if (error instanceof TooMany || error instanceof InvalidInput) {
          security.note({ event, details: FROM_TELEGRAM, ...from });
        }
        throw error;
      }
    },
  };
}
export type MiniApp = ReturnType<typeof createMiniApp>;
