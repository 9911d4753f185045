import { backoffMs } from '@ostatok/kit/contract/backoff.ts';
import { createConcurrencyLimit } from '@ostatok/kit/node/concurrency-limit.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { newRequestId, outsideRequests, withRequestId } from '@ostatok/kit/node/request-scope.ts';
import { findBot } from './bots.queries.ts';
import {
  awaitVenue,
  claimEvent,
  type EventRow,
  isEditedSince,
  markHandled,
  releaseEvent,
  selectWaitingDialogs,
  setEventTenant,
} from './events.queries.ts';
import { MaxError } from './max-client.ts';
import { type MaxEvent, personIn } from './max-event.ts';
import { findMessageByMid, numberMessage } from './messages.queries.ts';
import type { Route, Routing } from './routing.service.ts';
import { type BotApiUpdate, updateOf } from './update-of-event.ts';
import { unnamed } from './venue-name.ts';

/** Milliseconds for which a process has an event; longer than a tenant takes to wake and to answer. */
const CLAIMED_MS = 120_000;
const RETRY = { firstMs: 250, lastMs: 30_000 };
/** Statuses that repeating can't mend: the tenant has read the update and rejects it, has left MAX meanwhile, or is gone. */
const PERMANENT = new Set([400, 404, 409, 413, 415, 422]);
/** An event refused this often is left out, so that it can't block its dialog for ever. */
const REFUSALS = 3;
/** The most events that one tenant handles at once, so that a flood does not take everything. */
const AT_ONCE = 8;

/** Whose order is kept: what one venue has not taken keeps the person's others not waiting. */
const keyOf = ({ bot_id, person_id, tenant_id }: EventRow): string => `${bot_id}:${person_id}:${tenant_id ?? ''}`;

interface Deps {
  db: Knex;
  route: Routing;
  /** Wakes the tenant, gives it the updates and resolves when it has stored them; an error with a `status` is its refusal. */
  deliver: (tenantId: string, updates: BotApiUpdate[]) => Promise<void>;
  /** The name by which messages of the shared bot say whose they are. */
  nameOf: (tenantId: string) => Promise<string>;
  log: Logger;
}

/**
 * Hands to tenants what people have sent, each tenant's of a dialog in order, and again where it was not taken. Of several api
 * processes the one that takes an event first handles it.
 */
export function createDelivery({ db, route, deliver, nameOf, log }: Deps) {
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const limits = new Map<string, ReturnType<typeof createConcurrencyLimit>>();
  let isClosed = false;

  const limitOf = (tenantId: string) => {
    const known = limits.get(tenantId) ?? createConcurrencyLimit(AT_ONCE);
    limits.set(tenantId, known);
    return known;
  };

  async function updateFor(row: EventRow, event: MaxEvent, tenantId: string): Promise<BotApiUpdate | undefined> {
    const who = personIn(row.event);
    if (!who) return undefined;
    const { bot_id, person_id } = row;
    const mid = event.message?.body.mid ?? `event:${row.id}`;
    const messageId = await numberMessage(db, { bot_id, person_id, mid, tenant_id: tenantId });
    const replied = event.message?.link?.type === 'reply' ? event.message.link.message?.mid : undefined;
    const repliedId = replied ? (await findMessageByMid(db, bot_id, replied))?.id : undefined;
    const name = await nameOf(tenantId);
    return updateOf(event, who, { updateId: row.id, messageId, repliedId, plain: (text) => unnamed(name, text) });
  }

  async function give(row: EventRow, { tenantId, event }: Extract<Route, { to: 'tenant' }>): Promise<void> {
    // first of all it is known whose message it is: an edit or an answer may follow
    const update = await updateFor(row, event, tenantId);
    const isNext = await setEventTenant(db, row.id, tenantId);
    row.tenant_id = tenantId;
    if (!isNext) return void (await releaseEvent(db, row.id, 0, row.refusals));
    if (update) await limitOf(tenantId)(() => deliver(tenantId, [update]));
    await markHandled(db, row.id);
  }

  /** An edit that a later one has overtaken says what no longer stands. */
  const isOutdated = async ({ bot_id, event }: EventRow): Promise<boolean> =>
    event.update_type === 'message_edited' && (await isEditedSince(db, bot_id, event));

  async function handle(row: EventRow): Promise<void> {
    if (await isOutdated(row)) return void (await markHandled(db, row.id));
    const bot = await findBot(db, row.bot_id);
    const to = bot ? await route(bot, row) : undefined;
    if (to?.to === 'choice') return void (await awaitVenue(db, row.id));
    if (to?.to === 'tenant') await give(row, to);
    else await markHandled(db, row.id);
  }

  /** Puts the event off, or leaves it out where repeating is of no use. */
  async function putOff(row: EventRow, error: unknown): Promise<void> {
    const status = Number((error as { status?: unknown }).status);
    const isOfMax = error instanceof MaxError;
    const refusals = row.refusals + (!isOfMax && PERMANENT.has(status) ? 1 : 0);
    const isHopeless = refusals >= REFUSALS || (isOfMax && (status === 400 || status === 403 || status === 404));
    const reason = error instanceof Error ? error.message : String(error);
    const about = { bot: row.bot_id, event: row.id, reason };
    if (isHopeless) {
      log.error(about, 'an event of MAX is left out');
      await markHandled(db, row.id);
      return;
    }
    const key = keyOf(row);
    const count = (failures.get(key) ?? 0) + 1;
    failures.set(key, count);
    const ms = backoffMs(RETRY, count);
    log.warn({ ...about, failures: count }, 'an event of MAX is not taken');
    await releaseEvent(db, row.id, ms, refusals);
    later(row.bot_id, row.person_id, ms + 10);
  }

  function later(botId: number, personId: number, ms: number): void {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      deliverAll(botId, personId);
    }, ms).unref();
    timers.add(timer);
  }

  async function work(botId: number, personId: number): Promise<void> {
    while (!isClosed) {
      const row = await claimEvent(db, { botId, personId }, CLAIMED_MS);
      if (!row) return;
      try {
        await withRequestId(newRequestId(), () => handle(row));
        failures.delete(keyOf(row));
      } catch (error) {
        // what is another venue's, or the platform's own, may follow
        await putOff(row, error);
      }
    }
  }

  /** Handles everything that waits in the dialog; what comes meanwhile is handled too. */
  function deliverAll(botId: number, personId: number): void {
    const key = `${botId}:${personId}`;
    const before = running.get(key) ?? Promise.resolve();
    const all = before
      .then(() => work(botId, personId))
      .catch((error) => {
        log.error({ err: error, bot: botId }, 'events of MAX are not delivered');
        later(botId, personId, RETRY.lastMs);
      })
      .finally(() => {
        if (running.get(key) === all) running.delete(key);
      });
    running.set(key, all);
  }

  return {
    /** Handles what waits in these dialogs, after the request that has brought it. */
    deliver(botId: number, people: number[]): void {
      if (isClosed) return;
      outsideRequests(() => {
        for (const personId of people) deliverAll(botId, personId);
      });
    },
    /** Handles what waits anywhere, such as what another process has left. */
    async resume(): Promise<void> {
      for (const { bot_id, person_id } of await selectWaitingDialogs(db)) {
        if (!running.has(`${bot_id}:${person_id}`)) deliverAll(bot_id, person_id);
      }
    },
    /** Waits for what is being handled. */
    async close(): Promise<void> {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
export type MaxDelivery = ReturnType<typeof createDelivery>;
