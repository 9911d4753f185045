import { setTimeout as sleep } from 'node:timers/promises';
import { autoRetry } from '@grammyjs/auto-retry';
import type { Transformer } from 'grammy';
import type { Answered, Replies } from './transport.ts';

/** Messages per second that Telegram allows a bot over all its chats. */
const PER_SECOND = 30;
/** The longest wait in seconds; for a longer one the gateway delivers the update again. */
const MAX_WAIT_S = 5;
const MAX_PATIENCE_S = 120;
const ATTEMPTS = 3;
/** The number of postponed updates, partly answered, that are remembered. */
const REMEMBERED = 50;

const isSending = (method: string): boolean => /^(send|edit|copy|forward)/.test(method);
const chatOf = (payload: object): string => String((payload as { chat_id?: unknown }).chat_id ?? '');

/** Keeps calls within Telegram's limit: each call waits for the next free moment. */
export function createRateLimit(now: () => number = () => performance.now()): Transformer {
  const taken: number[] = [];
  return async (prev, method, payload, signal) => {
    if (isSending(method)) {
      const moment = Math.max(now(), (taken.at(-PER_SECOND) ?? Number.NEGATIVE_INFINITY) + 1000);
      taken.push(moment);
      if (taken.length > PER_SECOND) taken.shift();
      if (moment > now()) await sleep(moment - now());
    }
    return prev(method, payload, signal);
  };
}

/**
 * Handles «Too many requests»: retries after a short wait. If Telegram asks for a longer one, no call goes to this chat
 * until it is over, whichever updates arrive meanwhile.
 */
export function createWaiting(now: () => number = () => performance.now()): Transformer {
  const closedUntil = new Map<string, number>();
  return async (prev, method, payload, signal) => {
    const chat = chatOf(payload);
    for (let attempt = 1; ; attempt += 1) {
      const left = Math.ceil(((closedUntil.get(chat) ?? 0) - now()) / 1000);
      if (left > MAX_WAIT_S) {
        return { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: left } };
      }
      if (left > 0) await sleep(left * 1000);
      closedUntil.delete(chat);
      const answer = await prev(method, payload, signal);
      const wait = answer.ok ? undefined : answer.parameters?.retry_after;
      if (wait === undefined) return answer;
      closedUntil.set(chat, now() + wait * 1000);
      if (wait > MAX_WAIT_S || attempt === ATTEMPTS) return answer;
    }
  };
}

/** Waits as long as Telegram asks for messages that no redelivery repeats, such as a generated file. */
export const patience: Transformer = autoRetry({
  maxRetryAttempts: ATTEMPTS,
  maxDelaySeconds: MAX_PATIENCE_S,
  rethrowHttpErrors: true,
  rethrowInternalServerErrors: true,
});

type Sent = Map<string, Awaited<ReturnType<Transformer>>>;

/**
 * Records the messages that an update or a notice has already sent. If Telegram fails in the middle of a long answer,
 * the redelivered update sends only the rest.
 */
export function createReplyLog(): Replies {
  const updates = new Map<Answered, Sent>();

  return {
    of(answered: Answered): Transformer {
      const sent: Sent = updates.get(answered) ?? new Map();
      updates.set(answered, sent);
      const times = new Map<string, number>();
      return async (prev, method, payload, signal) => {
        if (method !== 'sendMessage') return prev(method, payload, signal);
        const said = JSON.stringify(payload);
        const time = (times.get(said) ?? 0) + 1;
        times.set(said, time);
        const known = sent.get(`${time}:${said}`);
        if (known) return known as never;
        const answer = await prev(method, payload, signal);
        if (answer.ok) sent.set(`${time}:${said}`, answer);
        return answer;
      };
    },
    forget: (answered: Answered): void => void updates.delete(answered),
    /** Keeps the record, because the update will be delivered again. */
    keep(answered: Answered): void {
      for (const id of updates.keys()) {
        if (updates.size <= REMEMBERED) break;
        if (id !== answered) updates.delete(id);
      }
    },
  };
}

/** Calls `onChange` once when the token is refused, and once when it is accepted again. */
export function createTokenWatch(onChange: (state: 'revoked' | 'well') => void): Transformer {
  let refused = false;
  return async (prev, method, payload, signal) => {
    const answer = await prev(method, payload, signal);
    const isRefused = !answer.ok && answer.error_code === 401;
    if (isRefused !== refused && (isRefused || answer.ok)) {
      refused = isRefused;
      onChange(isRefused ? 'revoked' : 'well');
    }
    return answer;
  };
}
