import { messengers } from '../../contract/messengers.ts';

/** The chats through which people talk with the bot; each numbers its updates, chats and messages by itself. */
export const channels = [...messengers, 'own'] as const;
export type Channel = (typeof channels)[number];

/** A message of one of the channels. */
export interface MessageAt {
  channel: Channel;
  chat_id: number;
  message_id: number;
}

/** What a channel can carry. */
export interface Abilities {
  /** The longest text of a message. */
  maxText: number;
  /** The most rows of buttons under a message. */
  maxRows: number;
  /** Whether a message can open the field in which it is answered. */
  forceReply: boolean;
  /** Whether the answer to a pressed button can be a text that is shown over the chat for a moment. */
  toasts: boolean;
}
