import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SandboxPerson } from '../../contract/sandbox.ts';
import type { BotRow } from './bots.queries.ts';
import { botMessage, personUser } from './message-shape.ts';
import type { MessageRow } from './messages.queries.ts';
import type { Updates } from './updates.service.ts';

export interface Written {
  row: MessageRow;
  bot: BotRow;
  person: SandboxPerson;
  /** The message that it answers. */
  replied?: MessageRow | undefined;
}

export interface Pressed extends Written {
  /** Of this press. */
  id: string;
  data: string;
}

/** Tells a bot what a person does, within the transaction of the act. */
export interface BotEvents {
  /** `isFirst` for what opens the chat, or opens it again after the bot was stopped. */
  written: (trx: Knex.Transaction, written: Written, isFirst: boolean) => Promise<void>;
  edited: (trx: Knex.Transaction, written: Written) => Promise<void>;
  pressed: (trx: Knex.Transaction, pressed: Pressed) => Promise<void>;
  stopped: (trx: Knex.Transaction, bot: BotRow, person: SandboxPerson) => Promise<void>;
}

/** Updates as of Telegram's Bot API, which tells no bot that it was stopped before it writes again. */
export function createTelegramEvents(updates: Pick<Updates, 'enqueue'>): BotEvents {
  return {
    written: (trx, { row, bot, person, replied }) =>
      updates.enqueue(trx, bot.id, 'message', botMessage(row, bot, person, replied)),
    edited: (trx, { row, bot, person, replied }) =>
      updates.enqueue(trx, bot.id, 'edited_message', botMessage(row, bot, person, replied)),
    pressed: (trx, { id, row, bot, person, data }) =>
      updates.enqueue(trx, bot.id, 'callback_query', {
        id,
        from: personUser(person),
        message: botMessage(row, bot, person),
        chat_instance: `${bot.id}${person.id}`,
        data,
      }),
    stopped: async () => undefined,
  };
}
