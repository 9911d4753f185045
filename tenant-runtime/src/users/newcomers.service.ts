import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Newcomer } from '../../contract/bot.endpoints.ts';
import type { MessengerPerson } from '../../contract/messengers.ts';
import type { Actor } from '../access/callers.ts';
import type { SecurityLog } from '../security/security.service.ts';
import {
  claimAdmission,
  claimRefusal,
  findNewcomer,
  type NewcomerRow,
  selectUnasked,
  selectWaiting,
  updateNewcomer,
  upsertNewcomer,
} from './newcomers.queries.ts';
import type { Users } from './users.service.ts';

interface Deps {
  db: Knex;
  users: Users;
  security: Pick<SecurityLog, 'note'>;
  clock: () => Date;
}

export type { NewcomerRow };

type Admin = Actor & { name: string };

const isLoginTaken = (error: unknown): boolean => error instanceof Conflict && error.code === 'user_exists';

const noNewcomer = (): NotFound => new NotFound('Такого запроса нет');

/** Returns the text of the decision, for an administrator who decides second. */
export function decisionOf({ admitted_at, refused_at, decided_by }: NewcomerRow): string | undefined {
  const by = decided_by ? `: ${decided_by}` : '';
  if (admitted_at) return `Уже принят${by}`;
  return refused_at ? `Уже отклонён${by}` : undefined;
}

/** Returns whose newcomer it is: their messenger and number. */
export const personOf = ({ channel, telegram_id }: Pick<NewcomerRow, 'channel' | 'telegram_id'>): MessengerPerson => ({
  channel,
  id: telegram_id,
});

const viewOf = (row: NewcomerRow): Newcomer => ({
  ...personOf(row),
  name: row.name,
  username: row.username,
  asked_at: (row.asked_at ?? row.created_at).toISOString(),
  refused: row.refused_at !== null,
});

/**
 * Makes the newcomer a user linked to their Telegram id. The login is their username, or the id if they have none or it
 * is taken. Throws Conflict to an administrator whose own username it is.
 */
async function makeUserOfTelegram(users: Users, { telegram_id, username, name }: NewcomerRow, by: Actor) {
  for (const login of [username ?? `tg${telegram_id}`, `tg${telegram_id}`]) {
    const person = { channel: 'telegram', id: telegram_id, username: login } as const;
    if (await users.fromChat(person, by)) return;
    try {
      await users.add({ username: login, name, role: 'user' }, by, 'newcomer.admitted');
      await users.fromChat(person);
      return;
    } catch (error) {
      if (!isLoginTaken(error)) throw error;
    }
  }
}

/** Makes the newcomer a user linked to their number in MAX, which is their login: nobody has a username there. */
async function makeUserOfMax(users: Users, newcomer: NewcomerRow, by: Actor): Promise<void> {
  const person = personOf(newcomer);
  if (await users.fromChat(person)) return;
  const login = `max${person.id}`;
  const input = { name: newcomer.name, role: 'user' } as const;
  await users.add({ ...input, username: login }, by, 'newcomer.admitted', person).catch((error) => {
    if (!isLoginTaken(error)) throw error;
    return users.add({ ...input, username: `${login}.2` }, by, 'newcomer.admitted', person);
  });
}

const makers = { telegram: makeUserOfTelegram, max: makeUserOfMax };

/**
 * Manages people who wrote to the bot and are not users of the tenant: an administrator admits them in the chat or in
 * the panel.
 */
export function createNewcomers({ db, users, security, clock }: Deps) {
  async function found(person: MessengerPerson): Promise<NewcomerRow> {
    const newcomer = await findNewcomer(db, person);
    if (!newcomer) throw noNewcomer();
    return newcomer;
  }

  return {
    list: async (): Promise<Newcomer[]> => (await selectWaiting(db)).map(viewOf),
    unasked: () => selectUnasked(db),
    found,

    /** Records a newcomer's message. One who was admitted and removed since has to be admitted again. */
    async meet(person: Pick<NewcomerRow, 'channel' | 'telegram_id' | 'username' | 'name'>): Promise<NewcomerRow> {
      const known = await upsertNewcomer(db, person);
      if (!known.admitted_at) return known;
      const anew = { admitted_at: null, asked_at: null, decided_by: null };
      await updateNewcomer(db, personOf(person), anew);
      return { ...known, ...anew };
    },
    asked: (person: MessengerPerson): Promise<number> => updateNewcomer(db, person, { asked_at: clock() }),

    /**
     * Admits only once if several administrators do so at the same moment. Throws Conflict beyond the plan's limit and
     * for the second administrator.
     */
    async admit(person: MessengerPerson, admin: Admin): Promise<NewcomerRow> {
      const newcomer = await found(person);
      if (!(await claimAdmission(db, person, clock(), admin.name))) {
        throw new Conflict('already_decided', decisionOf(await found(person)) ?? 'Уже рассмотрен');
      }
      try {
        await makers[newcomer.channel](users, newcomer, admin);
      } catch (error) {
        const { refused_at, decided_by } = newcomer;
        await updateNewcomer(db, person, { admitted_at: null, refused_at, decided_by });
        throw error;
      }
      return newcomer;
    },

    async refuse(person: MessengerPerson, admin: Admin): Promise<NewcomerRow> {
      const newcomer = await found(person);
      if ((await claimRefusal(db, person, clock(), admin.name)) === 0) {
        throw new Conflict('already_decided', decisionOf(await found(person)) ?? 'Уже рассмотрен');
      }
      const { id: userId, ip, device } = admin;
      security.note({ event: 'newcomer.refused', userId, ip, device, details: newcomer.name });
      return newcomer;
    },
  };
}
export type Newcomers = ReturnType<typeof createNewcomers>;
