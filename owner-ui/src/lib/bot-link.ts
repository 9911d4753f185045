/** The link to a chat with a bot: in the built-in chat if that is enabled, otherwise in Telegram. */
export const botLink = (username: string, sandboxChat: boolean | undefined): string =>
  sandboxChat ? `/sandbox/chat?bot=${encodeURIComponent(username)}` : `https://t.me/${username}`;
