import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, InvalidInput, TooMany } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import { type Messenger, messengerNames } from '../../contract/messengers.ts';
import { oneLine } from '../../contract/one-line.ts';
import { BY_OWNER, chatLinkIn } from '../../contract/security.ts';
import type { ChatLink, ChatState } from '../../contract/telegram-links.endpoints.ts';
import type { Actor, Caller } from '../access/callers.ts';
import { findUser } from '../find-user.queries.ts';
import { messengerColumns, numberIn } from '../messenger-columns.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { callerFrom, plainUsername } from '../sessions/sessions.service.ts';
import type { TelegramLinkRow, UserRow } from '../tables.ts';
import { findLink, markLinkUsed, replaceLink } from './chat-links.queries.ts';
import { claimAdmission } from './newcomers.queries.ts';
import { detailsOf, untieChats } from './untie-chats.ts';
import { findUserByUsername, lockUsers, updateUserRow } from './users.queries.ts';
import { type ChatPerson, noUser } from './users.service.ts';

const GOOD_FOR_MS = 24 * 3600_000;
const TEN_MINUTES_S = 600;

const badLink = (messenger: string): InvalidInput =>
  new InvalidInput(
    `Ссылка не подошла: она действует сутки и один раз, новую возьмите в панели, меню с вашим именем → «Подключить ${messenger}», или у администратора`,
    undefined,
    'bad_link',
  );
const taken = (channel: Messenger, { name, username }: Pick<UserRow, 'name' | 'username'>): Conflict => {
  const messenger = messengerNames[channel];
  return new Conflict(
    `${channel}_taken`,
    `Этот ${messenger} уже подключён, его пользователь здесь — ${name || username}: сначала отключите его в панели или откройте ссылку в другом ${messenger}`,
  );
};

/** People of two messengers may have the same number. */
const openingOf = ({ channel, id }: ChatPerson): { opening: string } => ({ opening: `${channel}:${id}` });

export interface Opened {
  caller: Caller;
  /** The chat that this user had in the messenger until now. */
  untied: number | null;
}

export type StartLinks = Partial<Record<Messenger, (code: string) => string>>;

interface Deps {
  db: Knex;
  /** Return the address that sends the code to the bot, in the messengers where the tenant has one. */
  startLinks: StartLinks;
  security: Pick<SecurityLog, 'record' | 'note'>;
  clock: () => Date;
  onChange: (userId: number) => void;
}

/**
 * Returns the link's user if its maker may still make it, so that a removed or demoted administrator's links stop
 * working.
 */
function ownerOf(link: TelegramLinkRow, people: UserRow[]): UserRow | undefined {
  const maker = people.find(({ id }) => id === link.made_by);
  if (!maker || maker.token_version !== link.token_version) return undefined;
  if (maker.id !== link.user_id && maker.role !== 'admin') return undefined;
  return people.find(({ id }) => id === link.user_id);
}

/** Makes a link that replaces the user's previous one. Returns its code, which is stored nowhere. */
async function makeLink(
  { db, security, clock }: Pick<Deps, 'db' | 'security' | 'clock'>,
  userId: number,
  by: Actor,
  details?: string,
): Promise<{ code: string; expiresAt: Date }> {
  const code = newToken();
  const expiresAt = new Date(clock().getTime() + GOOD_FOR_MS);
  await db.transaction(async (trx) => {
    const people = await lockUsers(trx);
    const maker = people.find(({ id }) => id === by.id);
    if (!maker || !people.some(({ id }) => id === userId)) throw noUser();
    await replaceLink(trx, {
      user_id: userId,
      hash: hashToken(code),
      made_by: maker.id,
      token_version: maker.token_version,
      expires_at: expiresAt,
      used_by: null,
    });
    await security.record(trx, {
      event: 'user.link_made',
      userId,
      actorId: by.id,
      ip: by.ip,
      device: by.device,
      details,
    });
  });
  return { code, expiresAt };
}

/** Links the person's chat to the user. */
async function tie(
  { security, clock }: Pick<Deps, 'security' | 'clock'>,
  trx: Knex.Transaction,
  user: UserRow,
  person: ChatPerson,
): Promise<UserRow> {
  const { channel, id } = person;
  const record = (event: 'user.linked' | 'user.unlinked'): Promise<void> =>
    security.record(trx, { ...detailsOf(channel), event, userId: user.id });
  if (user[messengerColumns[channel]] !== null) await record('user.unlinked');
  await record('user.linked');
  const name = user.name || !person.first_name ? {} : { name: oneLine(person.first_name).slice(0, 100) };
  const tied = await updateUserRow(trx, user.id, { ...numberIn(channel, id), ...name });
  if (!tied) throw badLink(messengerNames[channel]);
  // A newcomer who asked for admission before counts as admitted.
  await claimAdmission(trx, { channel, id }, clock(), tied.name || tied.username);
  return tied;
}

/** Uses the link once. Throws InvalidInput and Conflict. */
async function opened(
  deps: Pick<Deps, 'security' | 'clock'>,
  trx: Knex.Transaction,
  hash: string,
  person: ChatPerson,
): Promise<Opened> {
  const { channel, id } = person;
  const column = messengerColumns[channel];
  const bad = badLink(messengerNames[channel]);
  // This check comes before the lock, so that a person who guesses codes does not block others.
  if (!(await findLink(trx, hash))) throw bad;
  const people = await lockUsers(trx);
  const link = await findLink(trx, hash);
  const user = link && ownerOf(link, people);
  if (!link || !user || link.expires_at <= deps.clock()) throw bad;
  // The same message was delivered again.
  const isSame = link.used_by === id && link.used_channel === channel;
  if (isSame && user[column] === id) return { caller: callerFrom(user), untied: null };
  if (link.used_by !== null) throw bad;
  const holder = people.find((one) => one[column] === id);
  if (holder && holder.id !== user.id) throw taken(channel, holder);
  await markLinkUsed(trx, hash, { channel, id });
  if (holder) return { caller: callerFrom(user), untied: null };
  return { caller: callerFrom(await tie(deps, trx, user, person)), untied: user[column] };
}

/**
 * Manages single-use links that link a chat to a user, whatever their name in the messenger is. A link is made for one
 * messenger, but its code is good in any: it proves the same of whoever has it.
 */
export function createChatLinks({ db, startLinks, security, clock, onChange }: Deps) {
  const attempts = createAttempts({
    making: { points: 30, duration: TEN_MINUTES_S },
    opening: { points: 10, duration: TEN_MINUTES_S },
  });

  /** Logs a refusal, which counts as an attempt; a failure on our side does not count. */
  async function refused(error: unknown, person: ChatPerson): Promise<never> {
    const event = error instanceof TooMany ? 'login.limited' : 'login.code_failed';
    if (error instanceof AppError) security.note({ event, details: chatLinkIn(person.channel) });
    else await attempts.forgive(openingOf(person));
    throw error;
  }

  return {
    /** Throws NotFound. */
    async state(channel: Messenger, userId: number): Promise<ChatState> {
      const user = await findUser(db, userId);
      if (!user) throw noUser();
      return { linked: user[messengerColumns[channel]] !== null, bot: startLinks[channel] !== undefined };
    },

    /** Makes a link that replaces the previous one. Throws NotFound, TooMany, and Conflict where there is no bot. */
    async make(channel: Messenger, userId: number, by: Actor): Promise<ChatLink> {
      if (!(await findUser(db, userId))) throw noUser();
      const startLink = startLinks[channel];
      if (!startLink)
        throw new Conflict(
          'no_bot',
          `${messengerNames[channel]} не подключён. Его подключает владелец в своём кабинете`,
        );
      await attempts.count(
        { making: String(by.id) },
        'Слишком много ссылок подряд. Воспользуйтесь последней или подождите',
      );
      const { code, expiresAt } = await makeLink({ db, security, clock }, userId, by);
      return { url: startLink(code), expires_at: expiresAt.toISOString() };
    },

    /** Makes a code for the platform to pass to the tenant's owner. Throws NotFound. */
    async makeForAdmin(username: string): Promise<string> {
      const admin = await findUserByUsername(db, plainUsername(username));
      if (admin?.role !== 'admin') throw noUser();
      return (await makeLink({ db, security, clock }, admin.id, { id: admin.id }, BY_OWNER)).code;
    },

    /** Links this chat to the user. Throws InvalidInput, Conflict or TooMany, whose text the user sees. */
    async open(code: string, person: ChatPerson): Promise<Opened> {
      const key = openingOf(person);
      const fail = (error: unknown): Promise<never> => refused(error, person);
      await attempts.count(key).catch(fail);
      const answer = await db
        .transaction((trx) => opened({ security, clock }, trx, hashToken(code), person))
        .catch(fail);
      await attempts.forget(key);
      onChange(answer.caller.id);
      return answer;
    },

    /** Unlinks the user's chat in the messenger. Throws NotFound. */
    async unlink(channel: Messenger, userId: number, by: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const user = (await lockUsers(trx)).find(({ id }) => id === userId);
        if (!user) throw noUser();
        await untieChats(trx, security, user, { actorId: by.id, ip: by.ip, device: by.device }, [channel]);
      });
      onChange(userId);
    },
  };
}
export type ChatLinks = ReturnType<typeof createChatLinks>;
