export const NEXT_SENDER = `select nextval('mail_senders')::integer as sender`;

/** $1 are letters whose last bytes are about to be written, $2 is the sender. */
export const MARK = `update mails set handed_at = clock_timestamp()
  where id = any($1::uuid[]) and sender = $2 and status = 'sending' returning id`;
