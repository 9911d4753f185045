/** The result of an attempt to send a letter. */
export type Outcome = { id: string; sender: number } & (
  | { status: 'sent' | 'failed'; error: string | null; bounce?: 'soft' | 'hard' }
  | { status: 'queued'; error: string; seconds: number }
  /** The letter was not tried: it keeps its place, and its attempt does not count. */
  | { status: 'untried'; error: string }
  /** The letter must not be sent any more. */
  | { status: 'skipped'; error: string }
);

/** The final outcome of a letter; `recipient_id` is set for a campaign's letter. */
export type Settled = Exclude<Outcome, { status: 'queued' | 'untried' }> & { recipient_id: number | null };
