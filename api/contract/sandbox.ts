/** The built-in chat: a Bot API under /sandbox/telegram/bot{token}/{method} and a page at /sandbox/chat. */
export interface SandboxBot {
  id: number;
  username: string;
  name: string;
  token?: string;
}

/** Somebody to write as: the page's own people, each a Telegram user. */
export interface SandboxPerson {
  id: number;
  username: string | null;
  first_name: string;
}

/** A message as the Bot API has it, in a private chat whose id is the person's. */
export interface SandboxMessage {
  message_id: number;
  date: number;
  edit_date?: number;
  from_bot: boolean;
  text?: string;
  caption?: string;
  entities?: { type: string; offset: number; length: number; url?: string }[];
  document?: { file_id: string; file_name?: string; file_size?: number };
  photo?: { file_id: string }[];
  reply_markup?: { inline_keyboard?: { text: string; callback_data?: string; url?: string }[][] };
}
