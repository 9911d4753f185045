import { setTimeout as sleep } from 'node:timers/promises';
import type { Transformer } from 'grammy';

/** What Telegram lets a bot send, to all its chats together. */
const PER_SECOND = 30;
/** A longer wait is left to the gateway, which delivers the update again. */
const MAX_WAIT_S = 5;
const MAX_PATIENCE_S = 120;
const ATTEMPTS = 3;
/** Updates put off, whose messages were sent in part. */
const REMEMBERED = 50;

const isSending = (method: string): boolean => /^(send|edit|copy|forward)/.test(method);
const chatOf = (payload: object): string => String((payload as { chat_id?: unknown }).chat_id ?? '');

/** Keeps within the limit by itself: each call takes the next free moment. */
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
 * «Too many requests»: waits a short time out and tries again; asked to wait longer, does not call for this chat until
 * then, whatever is delivered meanwhile.
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

/** For what nobody delivers again, as a file that was being made: waits as long as it is asked to, within reason. */
export const patience: Transformer = async (prev, method, payload, signal) => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await prev(method, payload, signal);
    const wait = answer.ok ? undefined : answer.parameters?.retry_after;
    if (wait === undefined || wait > MAX_PATIENCE_S || attempt > ATTEMPTS) return answer;
    await sleep(wait * 1000);
  }
};

type Sent = Map<string, Awaited<ReturnType<Transformer>>>;

/**
 * What an update has already said: delivered again after Telegram was away in the middle of a long answer, it says only
 * the rest.
 */
export function createReplyLog() {
  const updates = new Map<number, Sent>();

  return {
    of(updateId: number): Transformer {
      const sent: Sent = updates.get(updateId) ?? new Map();
      updates.set(updateId, sent);
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
    forget: (updateId: number): void => void updates.delete(updateId),
    /** It will come again. */
    keep(updateId: number): void {
      for (const id of updates.keys()) {
        if (updates.size <= REMEMBERED) break;
        if (id !== updateId) updates.delete(id);
      }
    },
  };
}

/** Tells once that the token is refused, and once that it is taken again. */
export function createTokenWatch(tell: (state: 'revoked' | 'well') => void): Transformer {
  let refused = false;
  return async (prev, method, payload, signal) => {
    const answer = await prev(method, payload, signal);
    const isRefused = !answer.ok && answer.error_code === 401;
    if (isRefused !== refused && (isRefused || answer.ok)) {
      refused = isRefused;
      tell(isRefused ? 'revoked' : 'well');
    }
    return answer;
  };
}
