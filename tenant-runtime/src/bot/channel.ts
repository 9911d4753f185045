/** The chats through which people talk with the bot; each numbers its updates, chats and messages by itself. */
export const channels = ['telegram', 'own'] as const;
export type Channel = (typeof channels)[number];

/** A message of one of the channels. */
export interface MessageAt {
  channel: Channel;
  chat_id: number;
  message_id: number;
}
