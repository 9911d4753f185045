/** The messengers in which people write to the venue's bot; each numbers people by itself. */
export const messengers = ['telegram', 'max'] as const;
export type Messenger = (typeof messengers)[number];

/** What people call them. */
export const messengerNames: Record<Messenger, string> = { telegram: 'Telegram', max: 'MAX' };

/** A person, and so the chat with them, in one of the messengers. */
export interface MessengerPerson {
  channel: Messenger;
  id: number;
}

/** How a newcomer is named in paths: by the number alone in Telegram, as `max-123` in MAX. */
export const newcomerKey = ({ channel, id }: MessengerPerson): string =>
  channel === 'telegram' ? String(id) : `${channel}-${id}`;

/** Numbers of messengers need more than 32 bits. */
const KEY = /^(?:(?<channel>max)-)?(?<id>\d{1,16})$/;

/** Returns the newcomer named so in a path; undefined for what names nobody. */
export function newcomerOf(key: string): MessengerPerson | undefined {
  const { channel = 'telegram', id } = KEY.exec(key)?.groups ?? {};
  return Number.isSafeInteger(Number(id)) && Number(id) > 0
    ? { channel: channel as Messenger, id: Number(id) }
    : undefined;
}
