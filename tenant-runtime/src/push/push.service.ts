import { createECDH } from 'node:crypto';
import { FOREIGN_KEY_VIOLATION, type Knex, sqlState } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type * as yup from 'yup';
import type { PushedNotice, subscribeSchema } from '../../contract/push.ts';
import type { Deliver } from './deliver.ts';
import {
  deleteOlderSubscriptions,
  deleteSubscription,
  deleteSubscriptionOf,
  findKeys,
  insertKeys,
  type PushKeys,
  type SubscriptionRow,
  selectSubscriptions,
  upsertSubscription,
} from './push.queries.ts';

/** Milliseconds to wait before each further attempt: what is missed is in the chat all the same. */
const AGAIN_MS = [10_000, 60_000, 300_000];
/** What a push service answers where the device is gone, or was subscribed under other keys. */
const GONE: readonly number[] = [403, 404, 410];
const KEPT_OF_SESSION = 3;
/** A phone shows some lines; a push service takes four kilobytes. */
const MAX_TEXT = 300;

interface PushDeps {
  db: Knex;
  clock: () => Date;
  log: Logger;
  venueName: string;
  /** Loads what encrypts and sends: most venues have no phone that wants it. */
  deliverAs: (keys: PushKeys) => Promise<Deliver>;
  /** Waits before another attempt; rejects when `signal` is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

function newKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { public_key: pair.getPublicKey('base64url'), private_key: pair.getPrivateKey('base64url') };
}

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text);

/** Notifies phones while the app is closed (Web Push). */
export function createPush({ db, clock, log, venueName, deliverAs, wait }: PushDeps) {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();

  async function keys(): Promise<PushKeys> {
    const known = await findKeys(db);
    if (known) return known;
    await insertKeys(db, newKeys());
    return keys();
  }

  async function deliverTo(device: SubscriptionRow, notice: PushedNotice, deliver: Deliver): Promise<void> {
    const { signal } = closing;
    const { host } = new URL(device.endpoint);
    for (const pause of [...AGAIN_MS, undefined]) {
      const status = await deliver(device, notice).catch((error: NodeJS.ErrnoException) => {
        log.warn({ host, reason: error.code ?? error.message }, 'a push service was not reached');
        return 0;
      });
      if (status >= 200 && status < 300) return;
      if (GONE.includes(status)) return void (await deleteSubscription(db, device.endpoint));
      if (status >= 400 && status < 500 && status !== 429) {
        log.warn({ host, status }, 'a push service refused a notice');
        return;
      }
      if (pause === undefined || signal.aborted) return;
      await wait(pause, signal);
    }
  }

  async function deliverAll(userId: number, notice: PushedNotice): Promise<void> {
    const devices = await selectSubscriptions(db, userId, clock());
    if (devices.length === 0) return;
    const deliver = await deliverAs(await keys());
    await Promise.all(devices.map((device) => deliverTo(device, notice, deliver)));
  }

  return {
    key: async (): Promise<string> => (await keys()).public_key,

    /** `sessionId` is of the caller's sign-in, with which the subscription ends. Throws Unauthorized without one. */
    async subscribe(sessionId: string | undefined, { endpoint, keys: theirs }: yup.InferType<typeof subscribeSchema>) {
      if (!sessionId) throw new Unauthorized();
      const row = { endpoint, ...theirs, session_id: sessionId, created_at: clock() };
      await upsertSubscription(db, row).catch((error) => {
        // the sign-in has ended meanwhile
        if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw new Unauthorized();
        throw error;
      });
      await deleteOlderSubscriptions(db, sessionId, KEPT_OF_SESSION);
    },

    unsubscribe: async (userId: number, endpoint: string): Promise<void> =>
      void (await deleteSubscriptionOf(db, endpoint, userId)),

    /** Notifies the user's phones, later and as well as it can. */
    notify(userId: number, text: string, tag: string): void {
      if (closing.signal.aborted) return;
      const sending = deliverAll(userId, { title: venueName, text: shortened(text), tag })
        .catch((error) => {
          if (!closing.signal.aborted) log.warn({ err: error }, 'phones were not notified');
        })
        .finally(() => running.delete(sending));
      running.add(sending);
    },

    /** Ends what waits for another attempt; what is being sent is finished. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(running);
    },
  };
}
export type Push = ReturnType<typeof createPush>;
