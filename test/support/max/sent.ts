import type { Button, UploadType } from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { Dialog, StoredMessage } from './dialogs.ts';

/** A message of the bot as the person sees it. */
export interface SentMessage {
  mid: string;
  text: string | null;
  /** Rows of buttons; empty without a keyboard. */
  keyboard: Button[][];
  attachments: { type: UploadType; name: string; bytes: Buffer }[];
  /** The mid of the message that it answers. */
  replyTo: string | undefined;
  /** Times of `performance.now()`. */
  sentAt: number;
  editedAt: number[];
}

function sentMessage({ mid, text, keyboard, files, link, sentAt, editedAt }: StoredMessage): SentMessage {
  return {
    mid,
    text,
    keyboard: keyboard?.rows ?? [],
    attachments: files.map(({ type, name, bytes = Buffer.alloc(0) }) => ({ type, name, bytes })),
    replyTo: link?.type === 'reply' ? link.to.mid : undefined,
    sentAt,
    editedAt: [...editedAt],
  };
}

/** The bot's messages of a dialog in the order of sending, without deleted ones. */
export const sentIn = (dialog: Dialog | undefined): SentMessage[] =>
  dialog?.messages.filter(({ isFromBot, isDeleted }) => isFromBot && !isDeleted).map(sentMessage) ?? [];
