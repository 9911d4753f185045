import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import type { ChatMessageRow } from './chat.queries.ts';

/** Returns a message as its person sees it. That the bot has changed its own is not told. */
export const viewOf = ({ id, key, from_bot, body, written_at, edited_at }: ChatMessageRow): ChatMessage => ({
  ...body,
  message_id: id,
  ...(key && !from_bot && { key }),
  date: Math.floor(written_at.getTime() / 1000),
  ...(edited_at && !from_bot && { edit_date: Math.floor(edited_at.getTime() / 1000) }),
  from_bot,
});
