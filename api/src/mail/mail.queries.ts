import type { Db } from '@ostatok/kit/node/db.ts';

export interface MailRow {
  id: string;
  recipient: string;
  template: string;
  data_sealed: string | null;
  attempts: number;
  created_at: Date;
}

/** The id of the letter that is queued: of several with the same `once` the first. */
export async function insertMail(
  db: Db,
  mail: Pick<MailRow, 'id' | 'recipient' | 'template' | 'data_sealed' | 'created_at'> & { once: string | null },
): Promise<string> {
  // waits for a transaction that is just queueing the same one
  const [row] = await db('mails').insert(mail).onConflict('once').ignore().returning('id');
  return row?.id ?? (await db('mails').where({ once: mail.once }).first('id')).id;
}

/** Takes the letters that are due; several processes never take the same one. */
export async function claimMails(db: Db, limit: number): Promise<MailRow[]> {
  const due = db('mails')
    .where({ status: 'queued' })
    .where('next_attempt_at', '<=', db.fn.now())
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .select('id');
  return db('mails')
    .whereIn('id', due)
    .update({ status: 'sending', claimed_at: db.fn.now(), attempts: db.raw('attempts + 1') })
    .returning(['id', 'recipient', 'template', 'data_sealed', 'attempts', 'created_at']);
}

export async function settleMail(db: Db, id: string, status: 'sent' | 'failed', error: string | null): Promise<void> {
  await db('mails').where({ id }).update({ status, error, data_sealed: null, settled_at: db.fn.now() });
}

export async function postponeMail(db: Db, id: string, seconds: number, error: string): Promise<void> {
  await db('mails')
    .where({ id })
    .update({ status: 'queued', error, next_attempt_at: db.raw(`now() + ? * interval '1 second'`, [seconds]) });
}

const abandoned = (db: Db, seconds: number) =>
  db('mails').where({ status: 'sending' }).whereRaw(`claimed_at < now() - ? * interval '1 second'`, [seconds]);

/** Letters whose sender died: back into the queue. */
export const requeueAbandoned = (db: Db, seconds: number): Promise<number> =>
  abandoned(db, seconds).update({ status: 'queued', next_attempt_at: db.fn.now() });

/** Letters whose sender died, where sending again could send twice. */
export const failAbandoned = (db: Db, seconds: number, error: string): Promise<number> =>
  abandoned(db, seconds).update({ status: 'failed', error, data_sealed: null, settled_at: db.fn.now() });

export interface MailCount {
  template_type: string;
  status: string;
  count: number;
}

export async function countMails(db: Db, since: Date): Promise<MailCount[]> {
  return db('mails')
    .where('created_at', '>', since)
    .groupBy('template', 'status')
    .orderBy(['template', 'status'])
    .select<MailCount[]>('template as template_type', 'status', db.raw('count(*) as count'));
}
