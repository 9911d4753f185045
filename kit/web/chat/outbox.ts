import type { ChatMessage } from '../../contract/chat-message.ts';
import type { Voice } from './use-recorder.ts';

/** A message to send: a text, photos with a caption, a file or a voice message. */
export interface Letter {
  text: string;
  photos?: File[];
  document?: File;
  voice?: Voice;
  replyTo?: number | undefined;
}

/** A message that has not reached the server yet. */
export interface Outgoing extends Letter {
  key: number | string;
  failed: boolean;
  /** The time at which it was written, in seconds. */
  date?: number;
}

/** Sends what the person writes, one message after another. */
export interface Outbox {
  waiting: Outgoing[];
  send: (text: string) => void;
  sendLetter: (letter: Letter) => void;
  retry: (outgoing: Outgoing) => void;
  drop: (outgoing: Outgoing) => void;
  /** Returns false if the edit failed, so that the text is not lost. */
  edit: (message: ChatMessage, text: string) => Promise<boolean>;
  press: (messageId: number, data: string) => Promise<void>;
}
