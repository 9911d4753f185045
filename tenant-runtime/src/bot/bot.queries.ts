import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import type { Reason, Source } from '../../contract/changes.ts';
import type { UnansweredQuestion } from '../../contract/counts.endpoints.ts';
import type { MessengerPerson } from '../../contract/messengers.ts';
import { chatsOf } from '../messenger-columns.ts';
import type { ChangeRow } from '../tables.ts';
import { userName } from '../user-name-sql.ts';
import type { Amount } from './amounts.ts';
import type { Channel, MessageAt } from './channel.ts';

export interface QuestionRow {
  id: number;
  change_id: string;
  user_id: number;
  name: string;
  amounts: Amount[];
  /** `confirmed` means that pressing this button confirms an amount that looks like a slip. */
  options: { itemId: number; delta: number; confirmed?: boolean; sets?: boolean }[];
  reason: Reason | null;
  /** The barcode of an item to be added, when there is no quantity to write. */
  ean: string | null;
  /** When set, the answer creates an entry of this count and not a change. */
  count_id: number | null;
  area_id: number | null;
  /** The fact that has to be asked for first about the only option. */
  need: 'volume' | 'pack' | null;
  /** The options' deltas are the present stock, unless an option has its own `sets`. */
  sets: boolean;
  note: string | null;
  /** When true, the answer teaches the item this name. */
  teaches: boolean;
  /** The lines of a message that lack a sign, if the question is about all of them. */
  lines: string[] | null;
  /** How many answers have led to another question; buttons carry it, so that one of an earlier step is known. */
  step: number;
  /** The update that has answered it last or led to its step, as of `moverOf`. */
  moved_by: string | null;
  created_at: Date;
  answered_at: Date | null;
}

/** The columns of lists are jsonb, written as text: the driver would write a list as a PostgreSQL array. */
type WrittenQuestion = Partial<
  Omit<QuestionRow, 'amounts' | 'options' | 'lines'> & { amounts: string; options: string; lines: string | null }
>;

const questions = (db: Db) =>
  db<Knex.CompositeTableType<QuestionRow, WrittenQuestion, WrittenQuestion>>('bot_questions');

/** Inserts the question, or returns the stored one when the same line is delivered again. */
export async function insertQuestion(
  db: Db,
  {
    lines,
    ...question
  }: Pick<QuestionRow, 'change_id' | 'user_id' | 'name' | 'amounts' | 'options'> &
    Partial<
      Pick<QuestionRow, 'reason' | 'ean' | 'count_id' | 'area_id' | 'need' | 'sets' | 'note' | 'teaches' | 'lines'>
    >,
): Promise<QuestionRow> {
  const [row] = await questions(db)
    .insert({
      ...question,
      lines: lines && JSON.stringify(lines),
      amounts: JSON.stringify(question.amounts),
      options: JSON.stringify(question.options),
    })
    .onConflict('change_id')
    .merge(['user_id'])
    .returning('*');
  return row as QuestionRow;
}

export const findQuestion = (db: Db, id: number): Promise<QuestionRow | undefined> =>
  questions(db).where({ id }).first();

/** Returns the user's newest question if it asks for a missing fact and is still unanswered. */
export async function findOpenNeed(db: Db, userId: number, since: Date): Promise<QuestionRow | undefined> {
  const last = await questions(db)
    .where({ user_id: userId })
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .first();
  return last?.need && !last.answered_at ? last : undefined;
}

/** Returns the newest unanswered question for a missing fact, even if other questions came after it. */
export const findWaitingNeed = (db: Db, userId: number, since: Date): Promise<QuestionRow | undefined> =>
  questions(db)
    .where({ user_id: userId })
    .where('created_at', '>', since)
    .whereNotNull('need')
    .whereNull('answered_at')
    .orderBy('id', 'desc')
    .first();

/** Returns the newest unanswered question for a missing fact of the item of this name. */
export const findNeedOf = (db: Db, userId: number, since: Date, name: string): Promise<QuestionRow | undefined> =>
  questions(db)
    .where({ user_id: userId, name })
    .where('created_at', '>', since)
    .whereNotNull('need')
    .whereNull('answered_at')
    .orderBy('id', 'desc')
    .first();

/** Asks next for a missing fact of the item that has just been added. */
export const askNeedOf = (db: Db, id: number, itemId: number, need: 'volume' | 'pack'): Promise<number> =>
  questions(db)
    .where({ id })
    .update({ need, options: JSON.stringify([{ itemId, delta: 0 }]) });

/** Leads the question to its next step and returns the number of that; the same update does so once. */
async function moveOn(db: Db, id: number, by: string, next: WrittenQuestion): Promise<number> {
  const step = db.raw('case when moved_by = ? then step else step + 1 end', [by]);
  const [row] = await db('bot_questions')
    .where({ id })
    .update({ ...next, step, moved_by: by })
    .returning('step');
  return row?.step ?? 0;
}

/** Stores the amounts now that the case's size is known, and asks for the bottle's volume next. */
export const askNext = (db: Db, id: number, amounts: Amount[], by: string): Promise<number> =>
  moveOn(db, id, by, { need: 'volume', amounts: JSON.stringify(amounts) });

/** Replaces the options with an answer that has to be confirmed; no missing fact is asked for any more. */
export const replaceOptions = (db: Db, id: number, options: QuestionRow['options'], by: string): Promise<number> =>
  moveOn(db, id, by, { need: null, options: JSON.stringify(options) });

/** `by` is the update with the answer, for an answer that may be delivered again. */
export const markAnswered = (db: Db, id: number, at: Date, by?: string): Promise<number> =>
  questions(db)
    .where({ id })
    .update({ answered_at: at, ...(by && { moved_by: by }) });

/** Returns the user's question that this update has answered or led to its step. */
export const findMoved = (db: Db, userId: number, by: string): Promise<QuestionRow | undefined> =>
  questions(db).where({ user_id: userId, moved_by: by }).first();

/** Returns the questions about the count that were asked since then and that nobody has answered, oldest first. */
export const selectUnanswered = (db: Db, countId: number, since: Date): Promise<UnansweredQuestion[]> =>
  db('bot_questions as q')
    .join('users as u', 'u.id', 'q.user_id')
    .where({ 'q.count_id': countId })
    .where('q.created_at', '>', since)
    .whereNull('q.answered_at')
    .orderBy('q.id')
    .select('q.name', db.raw(`${userName('u')} as "user"`));

/** Returns the questions that a message has asked, by the ids of their changes. */
export const selectQuestions = (db: Db, changeIds: string[]): Promise<QuestionRow[]> =>
  questions(db).whereIn('change_id', changeIds);

/** Closes the open questions of a message that has been corrected, because the correction asks anew. */
export const closeQuestions = (db: Db, changeIds: string[], at: Date): Promise<number> =>
  questions(db).whereIn('change_id', changeIds).whereNull('answered_at').update({ answered_at: at });

export const deleteQuestion = (db: Db, id: number): Promise<number> => questions(db).where({ id }).delete();

export const deleteQuestionsBefore = (db: Db, moment: Date): Promise<number> =>
  questions(db).where('created_at', '<', moment).delete();

/** A change, or an entry of the count `countId`. */
export interface UndoTarget {
  id: string;
  countId: number | null;
}

interface UpdateOf {
  channel: Channel;
  update_id: number;
}

/** Stores what /undo of this update undoes. The first call decides, so that a redelivered update undoes the same. */
export async function rememberUndo(db: Db, update: UpdateOf, targets: UndoTarget[]): Promise<UndoTarget[]> {
  const change = targets.find(({ countId }) => countId === null);
  await db('bot_undos')
    .insert({ ...update, change_id: change?.id ?? null, targets: JSON.stringify(targets) })
    .onConflict(['channel', 'update_id'])
    .ignore();
  return (await findUndo(db, update)) ?? targets;
}

export async function findUndo(db: Db, { channel, update_id }: UpdateOf): Promise<UndoTarget[] | undefined> {
  const row = await db('bot_undos').where({ channel, update_id }).first('change_id', 'targets');
  return row && (row.targets ?? [{ id: row.change_id, countId: null }]);
}

/** Lines of an import or of a delivery are taken back only together. */
const UNDONE_WHOLE: Source[] = ['import', 'delivery'];

/** Newest changes and entries of open counts of the user that may still be undone. */
const LAST_OWN = `
  (select c.id, null::int as count_id, c.created_at, c.seq from changes c
    where c.user_id = :userId and c.undoes is null and c.count_id is null and c.source <> all(:undoneWhole)
      and not exists (select from changes r where r.undoes = c.id)
    order by c.seq desc limit :limit)
  union all
  (select e.id, e.count_id, e.created_at, e.seq from count_entries e
     join counts n on n.id = e.count_id and n.status = 'open'
    where e.user_id = :userId and e.voided_at is null
    order by e.seq desc limit :limit)`;

/** Returns the user's newest changes and entries of open counts that may still be undone, newest first. */
export async function findLastOwn(db: Db, userId: number, limit: number): Promise<UndoTarget[]> {
  const { rows } = await db.raw<{ rows: { id: string; count_id: number | null }[] }>(
    `${LAST_OWN} order by created_at desc, seq desc limit :limit`,
    { userId, limit, undoneWhole: UNDONE_WHOLE } as never,
  );
  return rows.map(({ id, count_id }) => ({ id, countId: count_id }));
}

/** Returns the user's newest unanswered question since then, if it was asked here and after all that they may undo. */
export async function findAskedLast(
  db: Db,
  userId: number,
  { channel, chat_id, since }: Pick<MessageAt, 'channel' | 'chat_id'> & { since: Date },
): Promise<QuestionRow | undefined> {
  const { rows } = await db.raw<{ rows: QuestionRow[] }>(
    `select q.* from bot_questions q
      where q.user_id = :userId and q.answered_at is null and q.created_at > :since
        and q.created_at > coalesce((select max(created_at) from (${LAST_OWN}) as own), '-infinity')
        and not exists (select from bot_messages m where m.change_ids @> jsonb_build_array(q.change_id)
                           and (m.channel, m.chat_id) <> (:channel, :chat_id))
      order by q.id desc limit 1`,
    { userId, limit: 1, undoneWhole: UNDONE_WHOLE, channel, chat_id, since } as never,
  );
  return rows[0];
}

/**
 * Returns a page of the user's own changes that may still be undone, newest first, plus one to show whether more
 * follow.
 */
export const selectOwn = (db: Db, userId: number, offset: number, limit: number): Promise<OwnChange[]> =>
  db<ChangeRow>('changes as c')
    .join('items as i', 'i.id', 'c.item_id')
    .where({ 'c.user_id': userId })
    .whereNull('c.undoes')
    .whereNull('c.count_id')
    .whereNotIn('c.source', UNDONE_WHOLE)
    .whereRaw('not exists (select from changes r where r.undoes = c.id)')
    .orderBy('c.seq', 'desc')
    .offset(offset)
    .limit(limit + 1)
    .select<OwnChange[]>('c.id', 'c.delta', 'c.at', 'c.item_id', 'c.method', 'i.name', 'i.unit');

type OwnChange = Pick<ChangeRow, 'id' | 'delta' | 'at' | 'item_id' | 'method'> & { name: string; unit: string };

/** Returns which of these changes were applied and whether each is undone already. */
export const selectApplied = (db: Db, ids: string[]): Promise<{ id: string; undone: boolean }[]> =>
  db<ChangeRow>('changes as c')
    .whereIn('id', ids)
    .orderBy('seq')
    .select('id', db.raw('exists (select from changes r where r.undoes = c.id) as undone'));

/** Returns which of these ids are entries of the count. */
export const pluckEntered = (db: Db, countId: number, ids: string[]): Promise<string[]> =>
  db('count_entries').where({ count_id: countId }).whereIn('id', ids).orderBy('seq').pluck('id');

/** An entry of a count that a message has made. */
export interface MadeEntry {
  id: string;
  item_id: number;
  quantity: string;
  at: Date;
  voided_at: Date | null;
  /** The later entry of its person that has taken its place. */
  replaced_by: string | null;
  /** True where it has taken the place of its person's earlier entries. */
  replaces: boolean;
  /** True where its person has earlier entries of the same line and area beside it. */
  follows: boolean;
}

/** Returns those of these entries that were made, in their order. */
export const selectMadeEntries = (db: Db, countId: number, ids: string[]): Promise<MadeEntry[]> =>
  db('count_entries as e')
    .where({ 'e.count_id': countId })
    .whereIn('e.id', ids)
    .orderBy('e.seq')
    .select<MadeEntry[]>(
      'e.id',
      'e.item_id',
      'e.quantity',
      'e.at',
      'e.voided_at',
      'e.replaced_by',
      db.raw('exists (select from count_entries r where r.replaced_by = e.id) as replaces'),
      db.raw(`exists (select from count_entries o
                       where o.count_id = e.count_id and o.item_id = e.item_id and o.round = e.round
                         and o.user_id = e.user_id and o.area_id is not distinct from e.area_id
                         and o.seq < e.seq and o.voided_at is null) as follows`),
    );

/** Tells whether the entry of a count has been taken back or replaced. */
export const isVoided = async (db: Db, entryId: string): Promise<boolean> =>
  (await db('count_entries').where({ id: entryId }).whereNotNull('voided_at').first('id')) !== undefined;

/** Returns the chats of administrators who have not blocked the bot, those of every messenger. */
export async function selectAdminChats(db: Db): Promise<MessengerPerson[]> {
  const { rows } = await db.raw<{ rows: MessengerPerson[] }>(
    `select c.channel, c.chat_id as id
       from users u cross join lateral ${chatsOf('u')} left join bot_chats b using (channel, chat_id)
      where u.role = 'admin' and u.removed_at is null and c.chat_id is not null and b.blocked_at is null
      order by u.id`,
  );
  return rows;
}

export async function markBlocked(db: Db, { channel, id }: MessengerPerson, at: Date | null): Promise<void> {
  await db('bot_chats').insert({ channel, chat_id: id, blocked_at: at }).onConflict(['channel', 'chat_id']).merge();
}

/** Marks the chat as reachable again, because its user has written to the bot. */
export const markReachable = (db: Db, { channel, id }: MessengerPerson): Promise<number> =>
  db('bot_chats').where({ channel, chat_id: id }).whereNotNull('blocked_at').update({ blocked_at: null });
