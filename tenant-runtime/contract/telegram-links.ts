/*
 * GET    /api/auth/telegram   → {telegram: TelegramState}, one's own
 * POST   /api/auth/telegram   → {link: TelegramLink}; good once, for a day; the one before it ends
 * DELETE /api/auth/telegram   → {success}; the chat is nobody's any more
 *        /api/users/:id/telegram   admin → the same for somebody else
 */
export interface TelegramState {
  linked: boolean;
  /** Whether the venue has a bot to write to. */
  bot: boolean;
}

export interface TelegramLink {
  /** Opens the bot, which gets the code with `/start`. */
  url: string;
  expires_at: string;
}

/** The link that hands this code to the bot, wherever people write to it. */
export function startLink(botUrl: string, code: string): string {
  const url = new URL(botUrl);
  url.searchParams.set('start', code);
  return url.href;
}
