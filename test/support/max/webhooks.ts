import { seeded, seedFor } from '../run/random.ts';
import type { BotAccount, Subscription } from './dialogs.ts';
import type { FeedEvent } from './feed.ts';
import { NO_ANSWER, post } from './post.ts';

/** How webhooks are disturbed; a test may change it at any time. */
export interface WebhookSettings {
  /** Events are held back until `releaseHeld`. */
  hold: boolean;
  /** How often each event is sent; 0 loses it. */
  repeat: number;
  /** Events that wait are sent in any order. */
  shuffle: boolean;
  /** The longest pause before an event is sent: always this long, or with `shuffle` any time up to it. */
  delayMs: number;
  /** How many events are under way to one address at once, retries among them. */
  concurrency: number;
}

/** One attempt to send an event. */
export interface DeliveryAttempt {
  url: string;
  type: string;
  json: string;
  /** 0 for the first, then the number of the retry. */
  retry: number;
  /** Of the answer; 0 without one. */
  status: number;
  /** When it was answered, by `performance.now()`. */
  at: number;
}

export interface WebhookOptions {
  /** Divides the times of the retries and of the removal. */
  timeScale: number;
  /** How long a webhook may take to answer. */
  answerWithinMs: number;
  /** Where an address really leads. */
  target: (url: string) => string;
  ca: string | Buffer | undefined;
  /** Whether the line is broken. */
  isDown: () => boolean;
}

interface Delivery {
  account: BotAccount;
  subscription: Subscription;
  event: FeedEvent;
  retry: number;
}

interface Line {
  queue: Delivery[];
  underWay: number;
  /** Ends the subscription when there was no success for too long. */
  removal: NodeJS.Timeout | undefined;
}

const FIRST_RETRY_MS = 60_000;
const RETRY_FACTOR = 2.5;
const MOST_RETRIES = 10;
const REMOVED_AFTER_MS = 8 * 3600 * 1000;

/** Sends events to the addresses that bots have subscribed. */
export function createWebhooks({ timeScale, answerWithinMs, target, ca, isDown }: WebhookOptions) {
  const settings: WebhookSettings = { hold: false, repeat: 1, shuffle: false, delayMs: 0, concurrency: 1 };
  const attempts: DeliveryAttempt[] = [];
  const lines = new Map<Subscription, Line>();
  let held: Delivery[] = [];
  /** Retries that wait for their time. */
  const retries = new Map<NodeJS.Timeout, () => void>();
  const delays = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const random = seeded(seedFor('max-webhooks'));

  const isSubscribed = ({ account, subscription }: Delivery): boolean =>
    account.subscriptions.get(subscription.url) === subscription;

  function lineOf(subscription: Subscription): Line {
    const line = lines.get(subscription) ?? { queue: [], underWay: 0, removal: undefined };
    lines.set(subscription, line);
    return line;
  }

  function noteSuccess({ account, subscription, event }: Delivery): void {
    const line = lineOf(subscription);
    clearTimeout(line.removal);
    line.removal = undefined;
    account.feed.remove(event);
  }

  function noteFailure(delivery: Delivery): void {
    const { account, subscription, event, retry } = delivery;
    lineOf(subscription).removal ??= setTimeout(() => {
      if (isSubscribed(delivery)) account.subscriptions.delete(subscription.url);
    }, REMOVED_AFTER_MS / timeScale);
    const delay = (FIRST_RETRY_MS * RETRY_FACTOR ** retry) / timeScale;
    const isTooLate = performance.now() + delay - event.at > REMOVED_AFTER_MS / timeScale;
    if (retry >= MOST_RETRIES || isTooLate) return;
    const run = (): void => {
      clearTimeout(timer);
      retries.delete(timer);
      enqueue({ ...delivery, retry: retry + 1 });
    };
    const timer = setTimeout(run, delay);
    retries.set(timer, run);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    if (!isSubscribed(delivery) || closing.signal.aborted) return;
    const { subscription, event, retry } = delivery;
    const { url, secret } = subscription;
    const options = { secret, ca, timeoutMs: answerWithinMs, closing: closing.signal };
    const status = isDown() ? NO_ANSWER : await post(target(url), event.json, options);
    if (closing.signal.aborted) return;
    attempts.push({ url, type: event.type, json: event.json, retry, status, at: performance.now() });
    if (status === 200) noteSuccess(delivery);
    else if (isSubscribed(delivery)) noteFailure(delivery);
  }

  function pump(line: Line): void {
    while (line.queue.length > 0 && line.underWay < settings.concurrency) {
      const index = settings.shuffle ? Math.floor(random() * line.queue.length) : 0;
      const [delivery] = line.queue.splice(index, 1);
      if (!delivery) return;
      line.underWay += 1;
      void attempt(delivery).then(() => {
        line.underWay -= 1;
        pump(line);
      });
    }
  }

  function enqueue(delivery: Delivery): void {
    const line = lineOf(delivery.subscription);
    line.queue.push(delivery);
    pump(line);
  }

  function enqueueDelayed(delivery: Delivery): void {
    const timer = setTimeout(
      () => {
        delays.delete(timer);
        enqueue(delivery);
      },
      settings.shuffle ? random() * settings.delayMs : settings.delayMs,
    );
    delays.add(timer);
  }

  function releaseHeld(order = [...held.keys()]): void {
    const released = order.flatMap((index) => held[index] ?? []);
    held = held.filter((_delivery, index) => !order.includes(index));
    // all of them are in the queue before the first one is chosen from it
    for (const delivery of released) lineOf(delivery.subscription).queue.push(delivery);
    for (const line of lines.values()) pump(line);
  }

  return {
    settings,
    attempts,
    releaseHeld,
    /** Sends the event to all addresses of the bot that want it. */
    send(account: BotAccount, event: FeedEvent): void {
      const wanting = [...account.subscriptions.values()].filter(
        ({ update_types }) => !update_types || update_types.includes(event.type),
      );
      for (const subscription of wanting) {
        const copies = Array.from({ length: settings.repeat }, () => ({ account, subscription, event, retry: 0 }));
        if (settings.hold) held.push(...copies);
        else for (const copy of copies) settings.delayMs > 0 ? enqueueDelayed(copy) : enqueue(copy);
      }
    },
    held: (): number => held.length,
    /** Makes all retries that wait, now. */
    retryNow(): void {
      for (const run of [...retries.values()]) run();
    },
    post: (url: string, json: string, secret: string | undefined): Promise<number> =>
      post(url, json, { secret, ca, timeoutMs: answerWithinMs, closing: closing.signal }),
    close(): void {
      closing.abort();
      for (const timer of [...retries.keys(), ...delays]) clearTimeout(timer);
      for (const { removal } of lines.values()) clearTimeout(removal);
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;
