import type { BotCommand, Reply } from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { Acts } from './acts.ts';
import type { ApiRequest, TooManyRequests } from './api.ts';
import type { MaxBot, MaxPerson, Subscription, Toast } from './dialogs.ts';
import type { SentMessage } from './sent.ts';
import type { DeliveryAttempt, WebhookSettings } from './webhooks.ts';

/** What happens to a request instead of its answer: silence, a broken connection, or another answer. */
export type Interference = 'hang' | 'cut' | Reply;

/** A request as a test sees it. */
export type RecordedRequest = Pick<ApiRequest, 'method' | 'path' | 'query' | 'token' | 'body'>;

export type Interfere = (request: RecordedRequest) => Interference | undefined | Promise<Interference | undefined>;

export interface MaxServerOptions {
  /** Makes it an HTTPS server. */
  tls?: { key: string | Buffer; cert: string | Buffer };
  /** Webhooks on this machine may have any scheme and port. */
  plainWebhooks?: boolean;
  /** Where the address of a webhook really leads. */
  webhookTarget?: (url: string) => string;
  /** Certificates that are trusted for webhooks over https. */
  webhookCa?: string | Buffer;
  /** Divides the times after which a webhook is tried again, and after which its subscription is removed. */
  timeScale?: number;
  /** How long a webhook may take to answer. */
  answerWithinMs?: number;
  /** How long events wait to be polled. */
  eventLifeMs?: number;
  /** What a poll without a marker returns: the documents contradict each other. */
  withoutMarker?: 'uncommitted' | 'latest';
  /** The window of all limits. */
  limitWindowMs?: number;
  now?: () => number;
}

export interface MaxServer extends Acts {
  url: string;
  /** Makes a bot. */
  bot: (fields?: Partial<MaxBot>) => MaxBot;
  /** Makes a person who has not started any bot. */
  person: (fields: { first_name: string; last_name?: string }) => MaxPerson;
  /** The token is not valid any more. */
  revoke: (bot: MaxBot) => void;
  /** Gives the bot another token instead; the former one is not valid any more. */
  reissue: (bot: MaxBot) => MaxBot;
  /** The bot's messages as the person sees them, in the order of sending. */
  sent: (bot: MaxBot, person: MaxPerson) => SentMessage[];
  toasts: (bot: MaxBot, person: MaxPerson) => Toast[];
  chatId: (bot: MaxBot, person: MaxPerson) => number | undefined;
  commands: (bot: MaxBot) => BotCommand[];
  subscriptions: (bot: MaxBot) => Subscription[];
  /** Removes the subscriptions without a word. */
  loseSubscriptions: (bot: MaxBot) => void;
  /** The events as JSON that no webhook has confirmed and no poll has committed. */
  waiting: (bot: MaxBot) => string[];
  /** Makes a message older. */
  age: (mid: string, ms: number) => void;
  /** All requests in the order of their arrival. */
  requests: (RecordedRequest & { at: number })[];
  /** How many requests were refused because of a limit. */
  readonly tooMany: number;
  tooManyRequests: TooManyRequests[];
  /** Requests that carried a bot's token to an address of a file, or in their URL. */
  leakedTokens: string[];
  /** Decides on each request within its limits; undefined lets it through. */
  interfere: Interfere | undefined;
  /** Decides on the answer of a request that was carried out. */
  afterwards: Interfere | undefined;
  /** For how many tries a file that is uploaded from now on is not ready. */
  notReadyTries: number;
  /** Whether a start by a person who already talks to the bot is an event. */
  repeatsStart: boolean;
  /** Every connection is broken, and no webhook is reached. */
  down: boolean;
  webhooks: WebhookSettings;
  /** Attempts to reach webhooks, in the order in which they ended. */
  attempts: DeliveryAttempt[];
  /** How many events are held back. */
  held: () => number;
  /** Sends what is held back: all in order, or those with these indexes in this order. */
  releaseHeld: (order?: number[]) => void;
  /** Tries all failed webhooks again without waiting for their time. */
  retryNow: () => void;
  /** Posts an event that is not of MAX; returns the status of the answer, 0 without one. */
  forge: (url: string, event: object | string, secret?: string) => Promise<number>;
  /** The addresses of attachments that were given so far lead nowhere; `GET /messages/:mid` gives new ones. */
  expireDownloads: () => void;
  close: () => Promise<void>;
}
