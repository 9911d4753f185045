/** The first half of the senders' advisory lock keys; the second is the sender's number. */
const LOCK_CLASS = 7_405_112;

export const NEXT_SENDER = `select nextval('mail_senders')::integer as sender`;
export const TAKE_SENDER_LOCK = `select pg_advisory_lock(${LOCK_CLASS}, $1::integer)`;

/** Takes a dead sender's lock until the transaction ends, so that only one process recovers its letters. */
export const IS_SENDER_DEAD = `select pg_try_advisory_xact_lock(${LOCK_CLASS}, ?::integer) as dead`;

/** $1 are letters whose last bytes are about to be written, $2 is the sender. */
export const MARK = `update mails set handed_at = clock_timestamp()
  where id = any($1::uuid[]) and sender = $2 and status = 'sending' returning id`;
