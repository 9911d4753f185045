import type { SandboxMessage, SandboxPerson } from '../../contract/sandbox.ts';
import type { BotRow } from './bots.queries.ts';
import type { MessageRow } from './messages.queries.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export const botUser = ({ id, name, username }: Pick<BotRow, 'id' | 'name' | 'username'>) => ({
  id,
  is_bot: true,
  first_name: name,
  username,
});

export const personUser = ({ id, first_name, username }: SandboxPerson) => ({
  id,
  is_bot: false,
  first_name,
  ...(username ? { username } : {}),
  language_code: 'ru',
});

/** The message as bots get it, with the message it replies to; only inline keyboards are part of a message. */
export function botMessage(row: MessageRow, bot: BotRow, person: SandboxPerson, replied?: MessageRow) {
  return {
    ...bareMessage(row, bot, person),
    ...(replied ? { reply_to_message: bareMessage(replied, bot, person) } : {}),
  };
}

function bareMessage(row: MessageRow, bot: BotRow, person: SandboxPerson) {
  const { reply_markup, reply_to_message_id, ...body } = row.body;
  const { is_bot: _, language_code: __, ...chat } = personUser(person);
  return {
    message_id: row.message_id,
    from: row.from_bot ? botUser(bot) : personUser(person),
    chat: { ...chat, type: 'private' },
    date: seconds(row.date),
    ...(row.edit_date ? { edit_date: seconds(row.edit_date) } : {}),
    ...body,
    ...(reply_markup?.inline_keyboard ? { reply_markup: { inline_keyboard: reply_markup.inline_keyboard } } : {}),
  };
}
export type BotMessage = ReturnType<typeof botMessage>;

/** The message as the page gets it. */
export const pageMessage = (row: MessageRow): SandboxMessage => ({
  message_id: row.message_id,
  date: seconds(row.date),
  ...(row.edit_date ? { edit_date: seconds(row.edit_date) } : {}),
  from_bot: row.from_bot,
  ...row.body,
});
