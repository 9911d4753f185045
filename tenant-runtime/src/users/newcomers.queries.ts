import type { Db } from '@ostatok/kit/node/db.ts';
import type { Messenger, MessengerPerson } from '../../contract/messengers.ts';

export interface NewcomerRow {
  channel: Messenger;
  /** The person's number in the messenger, whichever it is. */
  telegram_id: number;
  username: string | null;
  name: string;
  /** When the administrators were last asked; null while there was no administrator to ask. */
  asked_at: Date | null;
  refused_at: Date | null;
  admitted_at: Date | null;
  /** The name of the administrator who decided. */
  decided_by: string | null;
  created_at: Date;
}

const newcomers = (db: Db) => db<NewcomerRow>('newcomers');
const newcomer = (db: Db, { channel, id }: MessengerPerson) => newcomers(db).where({ channel, telegram_id: id });

/** Stores the newcomer and returns the row with earlier decisions about them. */
export async function upsertNewcomer(
  db: Db,
  person: Pick<NewcomerRow, 'channel' | 'telegram_id' | 'username' | 'name'>,
): Promise<NewcomerRow> {
  const [row] = await newcomers(db)
    .insert(person)
    .onConflict(['channel', 'telegram_id'])
    .merge(['username', 'name'])
    .returning('*');
  return row as NewcomerRow;
}

export const findNewcomer = (db: Db, person: MessengerPerson): Promise<NewcomerRow | undefined> =>
  newcomer(db, person).first();

/** Returns the newcomers who wait and those who were refused. */
export const selectWaiting = (db: Db): Promise<NewcomerRow[]> =>
  newcomers(db).whereNull('admitted_at').orderBy('created_at', 'desc').limit(200);

/** Returns the newcomers about whom no administrator could be asked yet. */
export const selectUnasked = (db: Db): Promise<NewcomerRow[]> =>
  newcomers(db).whereNull('asked_at').whereNull('refused_at').whereNull('admitted_at').orderBy('created_at').limit(20);

export const updateNewcomer = (
  db: Db,
  person: MessengerPerson,
  fields: Partial<Pick<NewcomerRow, 'asked_at' | 'refused_at' | 'admitted_at' | 'decided_by'>>,
): Promise<number> => newcomer(db, person).update(fields);

/** Returns true for only one of several simultaneous admissions. */
export async function claimAdmission(db: Db, person: MessengerPerson, at: Date, by: string): Promise<boolean> {
  const claimed = await newcomer(db, person)
    .whereNull('admitted_at')
    .update({ admitted_at: at, refused_at: null, decided_by: by });
  return claimed > 0;
}

/** Marks the newcomer as refused, unless an administrator has admitted them meanwhile. */
export const claimRefusal = (db: Db, person: MessengerPerson, at: Date, by: string): Promise<number> =>
  newcomer(db, person).whereNull('admitted_at').whereNull('refused_at').update({ refused_at: at, decided_by: by });
