import type { Db } from '@ostatok/kit/node/db.ts';
import type { ChangeRow, UserRow } from '../tables.ts';
import type { Amount } from './amounts.ts';

export interface QuestionRow {
  id: number;
  change_id: string;
  user_id: number;
  name: string;
  amounts: Amount[];
  options: { itemId: number; delta: number }[];
  created_at: Date;
  answered_at: Date | null;
}

export interface NewcomerRow {
  telegram_id: number;
  username: string | null;
  name: string;
  asked_at: Date | null;
  refused_at: Date | null;
  created_at: Date;
}

const questions = (db: Db) => db<QuestionRow>('bot_questions');
const newcomers = (db: Db) => db<NewcomerRow>('newcomers');

/** The question as it was first asked, when the same line is delivered again. */
export async function insertQuestion(
  db: Db,
  question: Pick<QuestionRow, 'change_id' | 'user_id' | 'name' | 'amounts' | 'options'>,
): Promise<QuestionRow> {
  const [row] = await db<QuestionRow>('bot_questions')
    .insert({
      ...question,
      amounts: JSON.stringify(question.amounts) as unknown as Amount[],
      options: JSON.stringify(question.options) as unknown as QuestionRow['options'],
    })
    .onConflict('change_id')
    .merge(['user_id'])
    .returning('*');
  return row as QuestionRow;
}

export const findQuestion = (db: Db, id: number): Promise<QuestionRow | undefined> =>
  questions(db).where({ id }).first();

export const markAnswered = (db: Db, id: number, at: Date): Promise<number> =>
  questions(db).where({ id }).update({ answered_at: at });

export const deleteQuestionsBefore = (db: Db, moment: Date): Promise<number> =>
  questions(db).where('created_at', '<', moment).delete();

/** What /undo of this update undoes; the first to ask decides. */
export async function rememberUndo(db: Db, updateId: number, changeId: string): Promise<string> {
  await db('bot_undos').insert({ update_id: updateId, change_id: changeId }).onConflict('update_id').ignore();
  return (await findUndo(db, updateId)) ?? changeId;
}

export async function findUndo(db: Db, updateId: number): Promise<string | undefined> {
  const row = await db('bot_undos').where({ update_id: updateId }).first('change_id');
  return row?.change_id;
}

/** The newest change of the user's that is neither an undo nor undone. */
export async function findLastOwn(db: Db, userId: number): Promise<string | undefined> {
  const row = await db<ChangeRow>('changes as c')
    .where({ user_id: userId })
    .whereNull('undoes')
    .whereRaw('not exists (select from changes r where r.undoes = c.id)')
    .orderBy('seq', 'desc')
    .first('id');
  return row?.id;
}

/** Which of these were applied, and whether they are undone already. */
export const selectApplied = (db: Db, ids: string[]): Promise<{ id: string; undone: boolean }[]> =>
  db<ChangeRow>('changes as c')
    .whereIn('id', ids)
    .orderBy('seq')
    .select('id', db.raw('exists (select from changes r where r.undoes = c.id) as undone'));

/** Chats of the administrators who have written to the bot and not stopped it. */
export async function selectAdminChats(db: Db): Promise<number[]> {
  const rows = await db<UserRow>('users as u')
    .leftJoin('bot_chats as b', 'b.chat_id', 'u.telegram_id')
    .where({ 'u.role': 'admin' })
    .whereNull('u.removed_at')
    .whereNotNull('u.telegram_id')
    .whereNull('b.blocked_at')
    .select<{ telegram_id: number }[]>('u.telegram_id');
  return rows.map((row) => row.telegram_id);
}

export async function markBlocked(db: Db, chatId: number, at: Date | null): Promise<void> {
  await db('bot_chats').insert({ chat_id: chatId, blocked_at: at }).onConflict('chat_id').merge();
}

/** The newcomer with what was asked about them before. */
export async function upsertNewcomer(
  db: Db,
  person: Pick<NewcomerRow, 'telegram_id' | 'username' | 'name'>,
): Promise<NewcomerRow> {
  const [row] = await newcomers(db).insert(person).onConflict('telegram_id').merge(['username', 'name']).returning('*');
  return row as NewcomerRow;
}

export const findNewcomer = (db: Db, telegramId: number): Promise<NewcomerRow | undefined> =>
  newcomers(db).where({ telegram_id: telegramId }).first();

/** Those nobody could be asked about yet. */
export const selectUnasked = (db: Db): Promise<NewcomerRow[]> =>
  newcomers(db).whereNull('asked_at').whereNull('refused_at').orderBy('created_at').limit(20);

export const updateNewcomer = (
  db: Db,
  telegramId: number,
  fields: Partial<Pick<NewcomerRow, 'asked_at' | 'refused_at'>>,
): Promise<number> => newcomers(db).where({ telegram_id: telegramId }).update(fields);

export const deleteNewcomer = (db: Db, telegramId: number): Promise<number> =>
  newcomers(db).where({ telegram_id: telegramId }).delete();
