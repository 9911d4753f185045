/** What became of a letter that was handed over, or could not be. */
export type Outcome = { id: string; sender: number } & (
  | { status: 'sent' | 'failed'; error: string | null; bounce?: 'soft' | 'hard' }
  | { status: 'queued'; error: string; seconds: number }
  /** It is not to be sent any more. */
  | { status: 'skipped'; error: string }
);

/** What became of letters that are settled, campaigns' among them. */
export type Settled = Exclude<Outcome, { status: 'queued' }> & { recipient_id: number | null };
