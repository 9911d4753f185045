import { type Backoff, backoffMs } from '@ostatok/kit/contract/backoff.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { BotState } from './bots.queries.ts';
import { type Delivery, pause } from './delivery.ts';
import { type TelegramClient, TelegramError } from './telegram-client.ts';

export interface PollerTimes {
  /** The duration of one long poll in seconds. */
  pollSeconds: number;
  /** The delays when Telegram is unreachable or fails. */
  unwell: Backoff;
  /** The delays when it refuses the token: a person has to act first. */
  revoked: Backoff;
  /** The delays when another program has polled the same token. */
  conflict: Backoff;
}

interface PollerParts {
  tenantId: string;
  token: string;
  state: BotState;
  /** The generation of the tenant's bot. */
  generation: number;
  /** The id of the first update not yet delivered; 0 where this process has not read the bot. */
  offset: number;
  client: TelegramClient;
  delivery: Delivery;
  /** Whether the lease is still ours. */
  isHeld: () => boolean;
  onState: (state: BotState) => Promise<void>;
  times: PollerTimes;
  /** Waits unless stopped meanwhile; tests move the time. */
  pause?: typeof pause;
  log: Logger;
}

const REPORT_EVERY_MS = 5 * 60_000;
/** A single poll may fail by chance. */
const UNWELL_AFTER = 3;
/** Codes of Telegram that are about the token, and so its owner's matter. */
const OF_TOKEN = new Set([401, 404, 409]);

/** Runs one tenant's loop: it polls, delivers the updates, and confirms them with the next poll, never earlier. */
export function startPoller(parts: PollerParts) {
  const { tenantId, token, client, delivery, isHeld, times, log } = parts;
  const stopping = new AbortController();
  const stop = stopping.signal;
  let { offset } = parts;
  let confirmed = offset;
  let failures = 0;
  /** Failures in a row that are Telegram's or the network's. */
  let unreached = 0;
  let { state } = parts;
  let reportedAt = performance.now();

  async function report(next: BotState): Promise<void> {
    await parts.onState(next);
    reportedAt = performance.now();
  }

  async function enter(next: BotState): Promise<void> {
    if (state === next) {
      // the tenant itself may have reported another state since
      if (performance.now() - reportedAt > REPORT_EVERY_MS) await report(next);
      return;
    }
    log[next === 'ok' ? 'info' : 'warn']({ tenant: tenantId, state: next }, 'bot state changed');
    await report(next);
    state = next;
  }

  /** Returns the milliseconds to wait after a failed poll. */
  async function delayAfter(error: TelegramError): Promise<number> {
    if (error.code === 401 || error.code === 404) {
      await enter('revoked');
      return backoffMs(times.revoked, failures);
    }
    if (error.code === 409) {
      if (/webhook/i.test(error.message)) await client.deleteWebhook(token);
      // a single conflict may come from our own poll before a restart
      else if (failures > 2) await enter('conflict');
      return backoffMs(times.conflict, failures);
    }
    if (error.retryAfter !== undefined) return error.retryAfter * 1000;
    return backoffMs(times.unwell, failures);
  }

  async function round(): Promise<void> {
    const updates = await client.getUpdates(token, { offset, timeout: times.pollSeconds }, stop);
    confirmed = offset;
    failures = 0;
    unreached = 0;
    await enter('ok');
    if (updates.length === 0 || !isHeld()) return;
    const settled = await delivery({ tenantId, generation: parts.generation }, updates, stop);
    const last = updates[settled - 1];
    if (last) offset = last.update_id + 1;
  }

  async function recover(error: unknown): Promise<void> {
    failures += 1;
    const known = error instanceof TelegramError;
    unreached = known && OF_TOKEN.has(error.code) ? 0 : unreached + 1;
    if (unreached === UNWELL_AFTER) await enter('unreachable').catch(() => undefined);
    if (!known) log.error({ err: error, tenant: tenantId }, 'polling failed');
    else log.warn({ tenant: tenantId, code: error.code, reason: error.message, failures }, 'no updates');
    const ms = known
      ? await delayAfter(error).catch(() => backoffMs(times.unwell, failures))
      : backoffMs(times.unwell, failures);
    await (parts.pause ?? pause)(ms, stop);
  }

  async function run(): Promise<void> {
    while (!stop.aborted && isHeld()) {
      try {
        await round();
      } catch (error) {
        if (!stop.aborted) await recover(error);
      }
    }
    // confirms delivered updates, so that the next poller does not get them again
    if (offset > confirmed && isHeld()) {
      await client.getUpdates(token, { offset, timeout: 0, limit: 1 }).catch(() => undefined);
    }
  }

  const ended = run();
  return {
    token,
    generation: parts.generation,
    ended,
    offset: (): number => offset,
    /** Whether Telegram has not given the bot's messages lately, for no fault of its owner. */
    isUnwell: (): boolean => unreached >= UNWELL_AFTER,
    /** Finishes the running delivery first. */
    stop(): Promise<void> {
      stopping.abort();
      return ended;
    },
  };
}
export type Poller = ReturnType<typeof startPoller>;
