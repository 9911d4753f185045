/** Where one writes to a bot: the built-in chat while that is the messenger, else Telegram. */
export const botLink = (username: string, sandboxChat: boolean | undefined): string =>
  sandboxChat ? `/sandbox/chat?bot=${encodeURIComponent(username)}` : `https://t.me/${username}`;
