import type { Db } from '@ostatok/kit/node/db.ts';

export interface NewcomerRow {
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

/** Stores the newcomer and returns the row with earlier decisions about them. */
export async function upsertNewcomer(
  db: Db,
  person: Pick<NewcomerRow, 'telegram_id' | 'username' | 'name'>,
): Promise<NewcomerRow> {
  const [row] = await newcomers(db).insert(person).onConflict('telegram_id').merge(['username', 'name']).returning('*');
  return row as NewcomerRow;
}

export const findNewcomer = (db: Db, telegramId: number): Promise<NewcomerRow | undefined> =>
  newcomers(db).where({ telegram_id: telegramId }).first();

/** Returns the newcomers who wait and those who were refused. */
export const selectWaiting = (db: Db): Promise<NewcomerRow[]> =>
  newcomers(db).whereNull('admitted_at').orderBy('created_at', 'desc').limit(200);

/** Returns the newcomers about whom no administrator could be asked yet. */
export const selectUnasked = (db: Db): Promise<NewcomerRow[]> =>
  newcomers(db).whereNull('asked_at').whereNull('refused_at').whereNull('admitted_at').orderBy('created_at').limit(20);

export const updateNewcomer = (
  db: Db,
  telegramId: number,
  fields: Partial<Pick<NewcomerRow, 'asked_at' | 'refused_at' | 'admitted_at' | 'decided_by'>>,
): Promise<number> => newcomers(db).where({ telegram_id: telegramId }).update(fields);

/** Returns true for only one of several simultaneous admissions. */
export async function claimAdmission(db: Db, telegramId: number, at: Date, by: string): Promise<boolean> {
  const claimed = await newcomers(db)
    .where({ telegram_id: telegramId })
    .whereNull('admitted_at')
    .update({ admitted_at: at, refused_at: null, decided_by: by });
  return claimed > 0;
}

/** Marks the newcomer as refused, unless an administrator has admitted them meanwhile. */
export const claimRefusal = (db: Db, telegramId: number, at: Date, by: string): Promise<number> =>
  newcomers(db)
    .where({ telegram_id: telegramId })
    .whereNull('admitted_at')
    .whereNull('refused_at')
    .update({ refused_at: at, decided_by: by });
