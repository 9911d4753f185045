export interface ChatButton {
  text: string;
  callback_data?: string | undefined;
  url?: string | undefined;
}

export interface ChatEntity {
  type: string;
  offset: number;
  length: number;
  url?: string | undefined;
}

interface ChatFile {
  file_id: string;
  file_unique_id?: string | undefined;
  file_size?: number | undefined;
}

/** The content of a message, as in the Bot API. */
export interface ChatMessageBody {
  text?: string | undefined;
  caption?: string | undefined;
  entities?: ChatEntity[] | undefined;
  caption_entities?: ChatEntity[] | undefined;
  document?: (ChatFile & { file_name?: string | undefined; mime_type?: string | undefined }) | undefined;
  photo?: (ChatFile & { width?: number | undefined; height?: number | undefined })[] | undefined;
  /** `duration` is in seconds. */
  voice?: (ChatFile & { duration: number; mime_type?: string | undefined }) | undefined;
  /** The same for photos that were sent together. */
  media_group_id?: string | undefined;
  reply_markup?:
    | {
        inline_keyboard?: ChatButton[][] | undefined;
        keyboard?: (string | { text: string })[][] | undefined;
        remove_keyboard?: boolean | undefined;
        /** The field of the answer opens by itself, with the placeholder in it. */
        force_reply?: boolean | undefined;
        input_field_placeholder?: string | undefined;
      }
    | undefined;
  reply_to_message_id?: number | undefined;
}

/** A message of a conversation between one person and a bot. */
export interface ChatMessage extends ChatMessageBody {
  message_id: number;
  /** The id under which the person's client has sent it. */
  key?: string | undefined;
  /** In seconds. */
  date: number;
  edit_date?: number | undefined;
  from_bot: boolean;
}

/** The most photos of one message. */
export const MAX_ALBUM = 10;
/** In bytes, as of Telegram: larger pictures go as files. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
