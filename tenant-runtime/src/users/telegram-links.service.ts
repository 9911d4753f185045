import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { AppError, Conflict, InvalidInput, TooMany } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import { oneLine } from '../../contract/one-line.ts';
import { BY_OWNER, TELEGRAM_LINK } from '../../contract/security.ts';
import type { TelegramLink, TelegramState } from '../../contract/telegram-links.endpoints.ts';
import { startLink } from '../../contract/telegram-links.ts';
import type { Actor, Caller } from '../access/callers.ts';
import { findUser } from '../find-user.queries.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { callerFrom, plainUsername } from '../sessions/sessions.service.ts';
import type { TelegramLinkRow, UserRow } from '../tables.ts';
import { claimAdmission } from './newcomers.queries.ts';
import { findLink, markLinkUsed, replaceLink } from './telegram-links.queries.ts';
import { untieChat } from './untie-chat.ts';
import { findUserByUsername, lockUsers, updateUserRow } from './users.queries.ts';
import { noUser, type TelegramPerson } from './users.service.ts';

const GOOD_FOR_MS = 24 * 3600_000;
const TEN_MINUTES_S = 600;

const badLink = (): InvalidInput =>
  new InvalidInput(
    'Ссылка не подошла: она действует сутки и один раз, новую возьмите в панели, меню с вашим именем → «Подключить Telegram», или у администратора',
    undefined,
    'bad_link',
  );
const taken = ({ name, username }: Pick<UserRow, 'name' | 'username'>): Conflict =>
  new Conflict(
    'telegram_taken',
    `Этот Telegram уже подключён, его пользователь здесь — ${name || username}: сначала отключите его в панели или откройте ссылку в другом Telegram`,
  );

export interface Opened {
  caller: Caller;
  /** The chat that this user had until now. */
  untied: number | null;
}

interface Deps {
  db: Knex;
  /** The bot's address; undefined if the tenant has no bot. */
  botUrl: string | undefined;
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
  person: TelegramPerson,
): Promise<UserRow> {
  if (user.telegram_id !== null) await security.record(trx, { event: 'user.unlinked', userId: user.id });
  await security.record(trx, { event: 'user.linked', userId: user.id });
  const name = user.name || !person.first_name ? {} : { name: oneLine(person.first_name).slice(0, 100) };
  const tied = await updateUserRow(trx, user.id, { telegram_id: person.id, ...name });
  if (!tied) throw badLink();
  // A newcomer who asked for admission before counts as admitted.
  await claimAdmission(trx, person.id, clock(), tied.name || tied.username);
  return tied;
}

/** Uses the link once. Throws InvalidInput and Conflict. */
async function opened(
  deps: Pick<Deps, 'security' | 'clock'>,
  trx: Knex.Transaction,
  hash: string,
  person: TelegramPerson,
): Promise<Opened> {
  // This check comes before the lock, so that a person who guesses codes does not block others.
  if (!(await findLink(trx, hash))) throw badLink();
  const people = await lockUsers(trx);
  const link = await findLink(trx, hash);
  const user = link && ownerOf(link, people);
  if (!link || !user || link.expires_at <= deps.clock()) throw badLink();
  // The same message was delivered again.
  if (link.used_by === person.id && user.telegram_id === person.id) return { caller: callerFrom(user), untied: null };
  if (link.used_by !== null) throw badLink();
  const holder = people.find(({ telegram_id }) => telegram_id === person.id);
  if (holder && holder.id !== user.id) throw taken(holder);
  await markLinkUsed(trx, hash, person.id);
  if (holder) return { caller: callerFrom(user), untied: null };
  return { caller: callerFrom(await tie(deps, trx, user, person)), untied: user.telegram_id };
}

/** Manages single-use links that link a chat to a user, whatever their name in Telegram is. */
export function createTelegramLinks({ db, botUrl, security, clock, onChange }: Deps) {
  const attempts = createAttempts({
    making: { points: 30, duration: TEN_MINUTES_S },
    opening: { points: 10, duration: TEN_MINUTES_S },
  });

  /** Logs a refusal, which counts as an attempt; a failure on our side does not count. */
  async function refused(error: unknown, person: TelegramPerson): Promise<never> {
    const event = error instanceof TooMany ? 'login.limited' : 'login.code_failed';
    if (error instanceof AppError) security.note({ event, details: TELEGRAM_LINK });
    else await attempts.forgive({ opening: String(person.id) });
    throw error;
  }

  return {
    /** Throws NotFound. */
    async state(userId: number): Promise<TelegramState> {
      const user = await findUser(db, userId);
      if (!user) throw noUser();
      return { linked: user.telegram_id !== null, bot: botUrl !== undefined };
    },

    /** Makes a link that replaces the previous one. Throws NotFound, TooMany, and Conflict where there is no bot. */
    async make(userId: number, by: Actor): Promise<TelegramLink> {
      if (!(await findUser(db, userId))) throw noUser();
      if (!botUrl) throw new Conflict('no_bot', 'Telegram не подключён. Его подключает владелец в своём кабинете');
      await attempts.count(
        { making: String(by.id) },
        'Слишком много ссылок подряд. Воспользуйтесь последней или подождите',
      );
      const { code, expiresAt } = await makeLink({ db, security, clock }, userId, by);
      return { url: startLink(botUrl, code), expires_at: expiresAt.toISOString() };
    },

    /** Makes a code for the platform to pass to the tenant's owner. Throws NotFound. */
    async makeForAdmin(username: string): Promise<string> {
      const admin = await findUserByUsername(db, plainUsername(username));
      if (admin?.role !== 'admin') throw noUser();
      return (await makeLink({ db, security, clock }, admin.id, { id: admin.id }, BY_OWNER)).code;
    },

    /** Links this chat to the user. Throws InvalidInput, Conflict or TooMany, whose text the user sees. */
    async open(code: string, person: TelegramPerson): Promise<Opened> {
      const key = { opening: String(person.id) };
      const fail = (error: unknown): Promise<never> => refused(error, person);
      await attempts.count(key).catch(fail);
      const answer = await db
        .transaction((trx) => opened({ security, clock }, trx, hashToken(code), person))
        .catch(fail);
      await attempts.forget(key);
      onChange(answer.caller.id);
      return answer;
    },

    /** Unlinks the user's chat. Throws NotFound. */
    async unlink(userId: number, by: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const user = (await lockUsers(trx)).find(({ id }) => id === userId);
        if (!user) throw noUser();
        await untieChat(trx, security, user, { actorId: by.id, ip: by.ip, device: by.device });
      });
      onChange(userId);
    },
  };
}
export type TelegramLinks = ReturnType<typeof createTelegramLinks>;
