import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { MessengerPerson } from '../../contract/messengers.ts';
import { oneLine } from '../../contract/one-line.ts';
import { BY_OWNER, type SecurityEvent } from '../../contract/security.ts';
import type { VenueUser } from '../../contract/users.endpoints.ts';
import type { AddUser, Role, UpdateUser } from '../../contract/users.ts';
import type { Actor, Caller } from '../access/callers.ts';
import { findUser } from '../find-user.queries.ts';
import { messengerColumns, numberIn } from '../messenger-columns.ts';
import type { SecurityLog } from '../security/security.service.ts';
import { callerFrom, plainUsername } from '../sessions/sessions.service.ts';
import type { UserRow } from '../tables.ts';
import { deleteLinkOf } from './chat-links.queries.ts';
import { hashPassword, newPassword, passwordMatches } from './passwords.ts';
import { detailsOf, untieChats } from './untie-chats.ts';
import {
  findUnlinkedUser,
  findUserByChat,
  findUserByUsername,
  insertUser,
  lockUsers,
  markUserRemoved,
  selectUsers,
  updatePassword,
  updateUserRow,
} from './users.queries.ts';

export interface ChatPerson extends MessengerPerson {
  username?: string | undefined;
  first_name?: string | undefined;
}

const viewOf = (user: UserRow): VenueUser => ({
  id: user.id,
  username: user.username,
  name: user.name,
  role: user.role,
  in_telegram: user.telegram_id !== null,
  in_max: user.max_id !== null,
  created_at: user.created_at.toISOString(),
});

const roleNames: Record<Role, string> = { admin: 'администратор', user: 'сотрудник' };
const roleChange = (from: Role, to: Role): string => `${roleNames[from]} → ${roleNames[to]}`;

export const noUser = (): NotFound => new NotFound('Такого пользователя нет');
const ownName = (): Conflict =>
  new Conflict(
    'own_name',
    'Этот человек назвался в Telegram вашим логином. Если это вы, подключите Telegram по ссылке: меню с вашим именем → «Подключить Telegram»',
  );

const alreadyHere = (): Conflict => new Conflict('already_linked', 'Этот человек уже подключён к другому сотруднику');

function mustKeepAnAdmin(users: UserRow[], id: number): void {
  const admins = users.filter((user) => user.role === 'admin');
  if (admins.length === 1 && admins[0]?.id === id) {
    throw new Conflict('last_admin', 'Это единственный администратор. Сначала назначьте другого');
  }
}

async function insertNew(trx: Knex.Transaction, { username, name, role }: AddUser, passwordHash: string) {
  try {
    return await insertUser(trx, { username: plainUsername(username), name, role, password_hash: passwordHash });
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Conflict('user_exists', 'Такой пользователь уже есть', { username: 'Уже есть' });
  }
}

interface Deps {
  db: Knex;
  /** The most users; 0 means no limit. */
  maxUsers: number;
  security: Pick<SecurityLog, 'record'>;
  /** Called when the user's row has changed; `signedOut` is true when their sessions ended with it. */
  onChange: (userId: number, change: { signedOut: boolean }) => void;
  /** Called when another user has reset this user's password. */
  onPasswordReset: (username: string) => void;
}

/**
 * Runs at provisioning and whenever the platform renews the administrator's password; a second run changes nothing. The
 * present holder of this login, even an ordinary user, loses the account and its chats, because the owner decides who
 * gets it. The platform has made the password or checked that nobody guesses it.
 */
const setAdmin =
  ({ db, security, onChange, onPasswordReset }: Deps) =>
  async ({ username, password }: { username: string; password: string }): Promise<void> => {
    const name = plainUsername(username);
    const known = await findUserByUsername(db, name);
    if (known?.role === 'admin' && (await passwordMatches(password, known.password_hash))) return;
    const passwordHash = await hashPassword(password);
    const id = await db.transaction(async (trx) => {
      const user = (await lockUsers(trx)).find((one) => one.username === name);
      const userId = user?.id ?? (await insertNew(trx, { username: name, name: '', role: 'admin' }, passwordHash)).id;
      await security.record(trx, { event: user ? 'password.reset' : 'user.added', userId, details: BY_OWNER });
      if (!user) return userId;
      if (user.role !== 'admin') {
        await security.record(trx, { event: 'role.changed', userId, details: roleChange(user.role, 'admin') });
      }
      await untieChats(trx, security, user, { details: BY_OWNER });
      await updateUserRow(trx, userId, { role: 'admin' });
      await updatePassword(trx, userId, passwordHash);
      return userId;
    });
    onChange(id, { signedOut: true });
    onPasswordReset(name);
  };

/** Anyone can take a name in Telegram, so a name links neither an administrator nor a user whose chat was unlinked. */
const needsLink = ({ role, link_only }: UserRow): boolean => role === 'admin' || link_only;

/**
 * Finds the chat's user by their number in the messenger, or else in Telegram by the username that an administrator has
 * entered, which is then linked to the number. Throws Conflict if `by` would thereby give their own account to the
 * person who took its name.
 */
const fromChat =
  ({ db, security, onChange }: Deps) =>
  async (person: ChatPerson, by?: Pick<Actor, 'id'>): Promise<Caller | null> => {
    const known = await findUserByChat(db, person);
    if (known) return callerFrom(known);
    const entered =
      person.username && person.channel === 'telegram'
        ? await findUnlinkedUser(db, plainUsername(person.username))
        : undefined;
    if (!entered) return null;
    if (needsLink(entered)) {
      if (entered.id === by?.id) throw ownName();
      return null;
    }
    const user = await db.transaction(async (trx) => {
      // Meanwhile a link may have been opened, or the user made an administrator.
      const present = (await lockUsers(trx)).find(({ id }) => id === entered.id);
      if (!present || present.telegram_id !== null || needsLink(present)) return undefined;
      await security.record(trx, { event: 'user.linked', userId: entered.id });
      return updateUserRow(trx, entered.id, {
        telegram_id: person.id,
        ...(entered.name || !person.first_name ? {} : { name: oneLine(person.first_name).slice(0, 100) }),
      });
    });
    if (!user) return null;
    onChange(entered.id, { signedOut: false });
    return callerFrom(user);
  };

export function createUsers(deps: Deps) {
  const { db, maxUsers, security, onChange, onPasswordReset } = deps;
  const record = (trx: Knex.Transaction, event: SecurityEvent, userId: number, by: Actor, details?: string) =>
    security.record(trx, { event, userId, actorId: by.id, ip: by.ip, device: by.device, ...(details && { details }) });
  return {
    list: async (): Promise<VenueUser[]> => (await selectUsers(db)).map(viewOf),
    setAdmin: setAdmin(deps),
    fromChat: fromChat(deps),
    async byId(id: number): Promise<Caller | null> {
      const user = await findUser(db, id);
      return user ? callerFrom(user) : null;
    },
    /** Tells whether the user of this username has no chat and can be linked only by a link. */
    async awaitsLink(username: string | undefined): Promise<boolean> {
      const entered = username ? await findUnlinkedUser(db, plainUsername(username)) : undefined;
      return entered !== undefined && needsLink(entered);
    },

    /** `chat` is that of an admitted newcomer whom no username in the messenger links to the user. */
    async add(
      input: AddUser,
      by: Actor,
      event: 'user.added' | 'newcomer.admitted' = 'user.added',
      chat?: MessengerPerson,
    ): Promise<{ user: VenueUser; password: string }> {
      const password = newPassword();
      const passwordHash = await hashPassword(password);
      const user = await db.transaction(async (trx) => {
        const users = await lockUsers(trx);
        if (maxUsers > 0 && users.length >= maxUsers) {
          throw new Conflict('user_limit', `Тариф разрешает пользователей: ${maxUsers}`);
        }
        if (chat && users.some((user) => user[messengerColumns[chat.channel]] === chat.id)) throw alreadyHere();
        const added = await insertNew(trx, input, passwordHash);
        await record(trx, event, added.id, by, roleNames[added.role]);
        if (!chat) return added;
        await security.record(trx, { ...detailsOf(chat.channel), event: 'user.linked', userId: added.id });
        return (await updateUserRow(trx, added.id, numberIn(chat.channel, chat.id))) ?? added;
      });
      return { user: viewOf(user), password };
    },

    async update(id: number, input: UpdateUser, by: Actor): Promise<VenueUser> {
      const user = await db.transaction(async (trx) => {
        const users = await lockUsers(trx);
        if (input.role === 'user') mustKeepAnAdmin(users, id);
        const fields = {
          ...(input.name === undefined ? {} : { name: input.name }),
          ...(input.role === undefined ? {} : { role: input.role }),
        };
        const before = users.find((one) => one.id === id)?.role;
        if (before && input.role && before !== input.role) {
          await record(trx, 'role.changed', id, by, roleChange(before, input.role));
        }
        return updateUserRow(trx, id, fields);
      });
      if (!user) throw noUser();
      onChange(id, { signedOut: false });
      return viewOf(user);
    },

    /**
     * Returns the new password, which is stored nowhere. Resetting another user's password also unlinks their chats,
     * because a thief may have linked one.
     */
    async resetPassword(id: number, by: Actor): Promise<string> {
      const password = newPassword();
      const hash = await hashPassword(password);
      const { username } = await db.transaction(async (trx) => {
        const user = (await lockUsers(trx)).find((one) => one.id === id);
        if (!user) throw noUser();
        await updatePassword(trx, id, hash);
        await record(trx, 'password.reset', id, by);
        if (id !== by.id) await untieChats(trx, security, user, { actorId: by.id, ip: by.ip, device: by.device });
        return user;
      });
      onChange(id, { signedOut: true });
      onPasswordReset(username);
      return password;
    },

    async remove(id: number, by: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const users = await lockUsers(trx);
        if (!users.some((user) => user.id === id)) throw noUser();
        mustKeepAnAdmin(users, id);
        await markUserRemoved(trx, id);
        await deleteLinkOf(trx, id);
        await record(trx, 'user.removed', id, by);
      });
      onChange(id, { signedOut: true });
    },
  };
}
export type Users = ReturnType<typeof createUsers>;
