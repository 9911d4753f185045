/** `GET /api/bot`, to administrators: what is the matter with the venue's bot. */
export interface BotState {
  /** Without @; null: the venue has no bot. */
  username: string | null;
  /** `revoked`: Telegram does not know the token any more; `conflict`: another program takes its messages. */
  state: 'ok' | 'revoked' | 'conflict' | 'unknown';
  since: string | null;
  /** People who have stopped the bot or deleted the chat. */
  blocked: { userId: number | null; name: string; since: string }[];
}

/** `GET /api/newcomers`, `POST /api/newcomers/:id/admit`, `POST /api/newcomers/:id/refuse`; administrators only. */
export interface Newcomer {
  /** Telegram's id. */
  id: number;
  name: string;
  username: string | null;
  asked_at: string;
  refused: boolean;
}
