/** The answer of `GET /api/bot`, for administrators: the state of the tenant's bot. */
export interface BotState {
  /** The name without @; null if the tenant has no bot. */
  username: string | null;
  /**
   * `revoked` means that Telegram no longer accepts the token, `conflict` that another program receives its messages.
   */
  state: 'ok' | 'revoked' | 'conflict' | 'unknown';
  since: string | null;
  /** Users who have blocked the bot or deleted the chat. */
  blocked: { userId: number | null; name: string; since: string }[];
}

/**
 * Served by `GET /api/newcomers`, `POST /api/newcomers/:id/admit` and `POST /api/newcomers/:id/refuse`, for
 * administrators only.
 */
export interface Newcomer {
  /** The Telegram id. */
  id: number;
  name: string;
  username: string | null;
  asked_at: string;
  refused: boolean;
}
