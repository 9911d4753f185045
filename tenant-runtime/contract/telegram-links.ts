/*
 * GET    /api/auth/telegram   → {telegram: TelegramState}, one's own
 * POST   /api/auth/telegram   → {link: TelegramLink}; single-use, valid for a day; replaces the previous one
 * DELETE /api/auth/telegram   → {success}; unlinks the chat
 *        /api/users/:id/telegram   admin → the same for another user
 */
export interface TelegramState {
  linked: boolean;
  /** Whether the tenant has a bot. */
  bot: boolean;
}

export interface TelegramLink {
  /** The link opens the bot, which receives the code with `/start`. */
  url: string;
  expires_at: string;
}

/** Returns the link that sends this code to the bot. */
export function startLink(botUrl: string, code: string): string {
  const url = new URL(botUrl);
  url.searchParams.set('start', code);
  return url.href;
}
