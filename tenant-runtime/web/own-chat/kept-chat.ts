import type { ChatMessage } from '@ostatok/kit/contract/chat-message.ts';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A message that has not reached the server yet. */
export interface KeptLetter {
  /** Makes sending it twice harmless. */
  id: string;
  owner: number;
  /** The order in which they were written. */
  seq: number;
  /** When it was written, by the server's time as far as it is known. */
  at: string;
  text: string;
  replyTo?: number | undefined;
  file?: File | undefined;
  /** Why the server refused it. */
  failed?: string | undefined;
}

/** The conversation as it was last read, which is shown without a connection. */
export interface KeptConversation {
  owner: number;
  /** The id of the venue's data to which the version belongs. */
  dataset: string;
  version: number;
  messages: ChatMessage[];
}

interface Schema extends DBSchema {
  letters: { key: string; value: KeptLetter };
  conversations: { key: number; value: KeptConversation };
}

export interface ChatStorage {
  letters: (owner: number) => Promise<KeptLetter[]>;
  keepLetter: (letter: KeptLetter) => Promise<void>;
  dropLetter: (id: string) => Promise<void>;
  conversation: (owner: number) => Promise<KeptConversation | undefined>;
  keepConversation: (conversation: KeptConversation) => Promise<void>;
}

/** Keeps conversations and unsent messages, pictures too, in the browser: each person's own under their number. */
export function openChatStorage(): ChatStorage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  const database = (): Promise<IDBPDatabase<Schema>> => {
    opened ??= openDB<Schema>('ostatok-chat', 1, {
      upgrade(db) {
        db.createObjectStore('letters', { keyPath: 'id' });
        db.createObjectStore('conversations', { keyPath: 'owner' });
      },
      // the system closes it under a page that was long in the background
      terminated: forget,
    });
    opened.catch(forget);
    return opened;
  };
  return {
    async letters(owner) {
      const all = await (await database()).getAll('letters');
      return all.filter((letter) => letter.owner === owner).toSorted((a, b) => a.seq - b.seq);
    },
    async keepLetter(letter) {
      await (await database()).put('letters', letter);
    },
    dropLetter: async (id) => (await database()).delete('letters', id),
    conversation: async (owner) => (await database()).get('conversations', owner),
    async keepConversation(conversation) {
      await (await database()).put('conversations', conversation);
    },
  };
}
