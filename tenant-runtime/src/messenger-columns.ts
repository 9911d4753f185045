import type { Messenger } from '../contract/messengers.ts';
import type { UserRow } from './tables.ts';

/** The columns of `users` with a person's number in each messenger. */
export const messengerColumns = { telegram: 'telegram_id', max: 'max_id' } as const satisfies Record<Messenger, string>;

/** Returns the field of a user with their number in this messenger. */
export const numberIn = (channel: Messenger, id: number | null): Partial<Pick<UserRow, 'telegram_id' | 'max_id'>> => ({
  [messengerColumns[channel]]: id,
});

/** Returns SQL for the chats of a user, to be joined: `channel` and `chat_id`. */
export const chatsOf = (users: string): string =>
  `(values ${Object.entries(messengerColumns)
    .map(([channel, column]) => `('${channel}', ${users}.${column})`)
    .join(', ')}) as c(channel, chat_id)`;
