/** What MAX sends, as its schema 0.0.33 has it; only the fields that are read. Times are in milliseconds. */
export interface MaxUser {
  user_id: number;
  first_name?: string;
  last_name?: string | null;
  /** Of clients before 2026. */
  name?: string;
  is_bot?: boolean;
}

export interface MaxButton {
  type: string;
  text: string;
  payload?: string;
  url?: string;
}

export interface MaxAttachment {
  type: string;
  payload?: { url?: string; token?: string; buttons?: MaxButton[][] };
  filename?: string;
  size?: number;
  /** What was said in a voice note. */
  transcription?: string | null;
}

export interface MaxBody {
  /** Absent from keyboards of old messages. */
  mid: string;
  text?: string | null;
  attachments?: MaxAttachment[] | null;
}

export interface MaxMessage {
  sender?: MaxUser;
  recipient: { chat_id?: number | null; chat_type?: string; user_id?: number | null };
  timestamp: number;
  link?: { type: string; message?: MaxBody } | null;
  body: MaxBody;
}

export interface MaxEvent {
  update_type: string;
  timestamp: number;
  message?: MaxMessage | null;
  callback?: { timestamp: number; callback_id: string; payload?: string; user: MaxUser };
  user?: MaxUser;
  chat_id?: number;
  payload?: string | null;
}

/** The kinds of events that mean something to a bot; any other is left out. */
export const eventTypes = [
  'message_created',
  'message_edited',
  'message_callback',
  'bot_started',
  'bot_stopped',
  'dialog_removed',
] as const;

const isKnown = ({ update_type }: MaxEvent): boolean => (eventTypes as readonly string[]).includes(update_type);

const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 0;
const isNumber = (value: unknown): value is number => Number.isSafeInteger(value);

/** Who has written, pressed, started or stopped; undefined for what comes of a bot or of no dialog. */
export function personIn({ update_type, message, callback, user }: MaxEvent): MaxUser | undefined {
  const isMessage = update_type === 'message_created' || update_type === 'message_edited';
  if (isMessage && message?.recipient?.chat_type !== 'dialog') return undefined;
  const person = isMessage ? message?.sender : update_type === 'message_callback' ? callback?.user : user;
  return person && isNumber(person.user_id) && !person.is_bot ? person : undefined;
}

/** How the keys of a message's edits begin; their times follow. */
export const editsOf = (mid: string): string => `edit:${mid}:`;

/** The same for an event that comes again, whatever brings it. MAX gives events no number. */
function keyIn(event: MaxEvent, personId: number): string | undefined {
  const { update_type: type, timestamp, message, callback } = event;
  const mid = message?.body?.mid;
  switch (type) {
    case 'message_created':
      return isText(mid) ? `message:${mid}` : undefined;
    case 'message_edited':
      return isText(mid) ? `${editsOf(mid)}${timestamp}` : undefined;
    case 'message_callback':
      // the id of a callback may be the keyboard's, the same for two presses
      return callback && `press:${callback.callback_id}:${callback.timestamp}:${personId}:${callback.payload ?? ''}`;
    default:
      return `${type}:${personId}:${timestamp}`;
  }
}

export interface ReceivedEvent {
  key: string;
  person_id: number;
  event: MaxEvent;
  /** Of an edit: what it is where its message has not come before it. */
  otherwise?: ReceivedEvent[];
}

/** MAX brings a message within a day or never; one that is older is not taken from its edit. */
const OVERTAKEN_MS = 2 * 24 * 3600_000;

const MOST_PICTURES = 10;

/** One event for each picture of a message: bots read one at a time. The text belongs to the first. */
function onePictureEach(event: MaxEvent): MaxEvent[] {
  const { message } = event;
  const pictures = message?.body?.attachments?.filter(({ type }) => type === 'image') ?? [];
  if (event.update_type !== 'message_created' || !message || pictures.length < 2) return [event];
  return pictures.slice(0, MOST_PICTURES).map((picture, at) => {
    const body = { ...message.body, attachments: [picture], ...(at > 0 && { text: null }) };
    return { ...event, message: { ...message, body } };
  });
}

const isOvertaking = ({ update_type, timestamp, message }: MaxEvent): boolean =>
  update_type === 'message_edited' && message != null && timestamp - message.timestamp < OVERTAKEN_MS;

const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** The same as PostgreSQL stores it: it takes no zero characters and no halves of characters. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), storable(one)]));
}

/** Returns the events as they are stored: none for what no bot has to do with. */
export function receivedEvents(given: unknown): ReceivedEvent[] {
  const value = storable(given);
  const event = value as MaxEvent;
  if (typeof value !== 'object' || value === null || !isKnown(event) || !isNumber(event.timestamp)) return [];
  const person = personIn(event);
  const key = person && keyIn(event, person.user_id);
  if (!person || !key) return [];
  return onePictureEach(event).map((one, at) => ({
    key: at === 0 ? key : `${key}#${at}`,
    person_id: person.user_id,
    event: one,
    ...(isOvertaking(one) && { otherwise: receivedEvents({ ...one, update_type: 'message_created' }) }),
  }));
}
