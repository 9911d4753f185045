import { networkOf, siteOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, TooMany, Unavailable } from '@ostatok/kit/node/errors.ts';
import { readStartData } from '@ostatok/kit/node/start-data.ts';
import { type Messenger, messengerNames } from '../../contract/messengers.ts';
import type { LoginAnswer } from '../../contract/users.endpoints.ts';
import type { Origin } from '../access/callers.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { findUserByChat } from './users.queries.ts';

const WINDOW_S = 10 * 60;
const TOO_MANY = 'Слишком много попыток входа. Подождите десять минут';

const notSigned = (messenger: string): InvalidInput =>
  new InvalidInput(
    `${messenger} не подтвердил, что это вы`,
    { data: 'Откройте склад из чата с ботом' },
    'bad_start_data',
  );

const nobody = (messenger: string): InvalidInput =>
  new InvalidInput(
    `Этот ${messenger} не связан ни с кем в заведении`,
    { data: 'Напишите боту /start' },
    'unknown_chat',
  );

const away = (): Unavailable => new Unavailable(10, 'Сейчас не проверить, что это вы. Откройте ещё раз через минуту');

interface Opened {
  channel: Messenger;
  /** What the messenger has signed. */
  data: string;
}

interface Deps {
  db: Knex;
  sessions: Pick<Sessions, 'start'>;
  security: Pick<SecurityLog, 'note'>;
  clock: () => Date;
  /** Undefined where the tenant has no bot in Telegram. */
  botToken: string | undefined;
  /** The platform has the token of the bot in MAX. */
  platform: Pick<PlatformClient, 'personInMax'>;
}

/** Signs people in to pages that a messenger opens from the chat: it has signed who they are. */
export function createMiniApp({ db, sessions, security, clock, botToken, platform }: Deps) {
  const attempts = createAttempts({
    address: { points: 20, duration: WINDOW_S },
    site: { points: 200, duration: WINDOW_S },
  });

  /** Returns who has opened the page; undefined for what the messenger has not signed. */
  async function personOf({ channel, data }: Opened): Promise<number | undefined> {
    if (channel === 'telegram') return botToken ? readStartData(data, botToken, clock())?.personId : undefined;
    const person = await platform.personInMax(data);
    if (person === 'away') throw away();
    return person ?? undefined;
  }

  async function signedIn(opened: Opened, device: string | undefined): Promise<LoginAnswer> {
    const { channel } = opened;
    const id = await personOf(opened);
    if (id === undefined) throw notSigned(messengerNames[channel]);
    return db.transaction(async (trx) => {
      const user = await findUserByChat(trx, { channel, id });
      if (!user) throw nobody(messengerNames[channel]);
      return sessions.start(trx, user, device);
    });
  }

  return {
    /**
     * Throws InvalidInput for what the bot's token has not freshly signed, and where the chat is nobody's; TooMany;
     * Unavailable where the platform could not be asked.
     */
    async signIn(opened: Opened, from: Origin): Promise<LoginAnswer> {
      const details = `Из чата ${messengerNames[opened.channel]}`;
      const key = { address: networkOf(from.ip) };
      try {
        await attempts.count({ ...key, site: siteOf(from.ip) }, TOO_MANY);
        const answer = await signedIn(opened, from.device);
        await attempts.forget(key);
        security.note({ event: 'login.succeeded', userId: answer.user.id, details, ...from });
        return answer;
      } catch (error) {
        const event = error instanceof TooMany ? 'login.limited' : 'login.code_failed';
        if (error instanceof TooMany || error instanceof InvalidInput) {
          security.note({ event, details, ...from });
        }
        throw error;
      }
    },
  };
}
export type MiniApp = ReturnType<typeof createMiniApp>;
