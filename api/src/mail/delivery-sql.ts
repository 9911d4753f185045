/** The first half of the advisory locks that senders hold; the second is the sender's number. */
const LOCK_CLASS = 7_405_112;

export const NEXT_SENDER = `select nextval('mail_senders')::integer as sender`;
export const TAKE_SENDER_LOCK = `select pg_advisory_lock(${LOCK_CLASS}, $1::integer)`;

/** Free: nobody lives under that number. Held to the end of the transaction, so that only one looks after its letters. */
export const IS_SENDER_DEAD = `select pg_try_advisory_xact_lock(${LOCK_CLASS}, ?::integer) as dead`;

/** $1: letters that are about to be handed over, $2: the sender. */
export const MARK = `update mails set handed_at = clock_timestamp()
  where id = any($1::uuid[]) and sender = $2 and status = 'sending' returning id`;
