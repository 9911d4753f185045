import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent, LiveResource } from '@ostatok/api/contract/live.ts';
import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import pg from 'pg';
import { LIVE_CHANNEL, notifyLive } from './live.queries.ts';

type Listener = (event: LiveEvent) => void;

/** Maps the kind of an activity entry's target to the resources that pages must reload. */
const byTarget: Record<string, LiveResource[]> = {
  user: ['users', 'subscriptions'],
  tenant: ['tenants'],
  plan: ['plans', 'subscriptions'],
  payment: ['payments', 'subscriptions'],
  alias: ['aliases'],
  proposal: ['proposals'],
  synonym: ['synonyms'],
  campaign: ['campaigns'],
  template: ['email-templates'],
  'email-template': ['email-templates'],
  operation: ['operations'],
  backup: ['backups'],
  image: ['images'],
  quarantine: ['quarantine'],
};

/** Returns the events of a target such as `tenant:ID`. */
function eventsOf(target: string | undefined): LiveEvent[] {
  const [kind = '', ...rest] = (target ?? '').split(':');
  const id = rest.join(':');
  const about = (byTarget[kind] ?? []).map((resource): LiveEvent => (id ? { resource, id } : { resource }));
  return [...about, { resource: 'activity' }];
}

/** Notifies open pages of an action on the target; they hear it when the transaction commits. */
export const notifyOfTarget = (trx: Db, target: string | undefined): Promise<void> => notifyLive(trx, eventsOf(target));

interface LiveOptions {
  db: Knex;
  log?: Pick<Logger, 'warn'>;
  retryMs?: number;
}

/** Sends changes to every api process, and from each to the administrators whose pages are open. */
export function createLive({ db, log, retryMs = 1000 }: LiveOptions) {
  const listeners = new Set<Listener>();
  const closers = new Set<() => void>();
  let client: Promise<pg.Client> | undefined;
  const stopping = new AbortController();

  /** Handles a notification; a malformed one sent by hand must not stop the platform. */
  function onPayload(payload: string | undefined): void {
    try {
      const event = JSON.parse(payload ?? '') as LiveEvent;
      for (const listener of listeners) listener(event);
    } catch (error) {
      log?.warn({ err: error }, 'live event not understood');
    }
  }

  async function open(): Promise<pg.Client> {
    const connection = new pg.Client({ ...db.client.config.connection, keepAlive: true });
    let lost = false;
    const lose = (error?: Error): void => {
      if (!lost) reopenLater(error);
      lost = true;
    };
    connection.on('notification', ({ payload }) => onPayload(payload));
    connection.on('error', lose);
    connection.on('end', () => lose());
    try {
      await connection.connect();
      await connection.query(`listen ${LIVE_CHANNEL}`);
    } catch (error) {
      lose(error as Error);
      throw error;
    }
    return connection;
  }

  function connect(afterMs = 0): Promise<pg.Client> {
    const opening = sleep(afterMs, undefined, { ref: false, signal: stopping.signal }).then(open);
    // the next listener awaits it and gets the error
    opening.catch(() => undefined);
    return opening;
  }

  /**
   * Opens a new connection. Events meanwhile are lost, so pages are disconnected: they reconnect over the new
   * connection and reload.
   */
  function reopenLater(error?: Error): void {
    if (stopping.signal.aborted) return;
    if (error) log?.warn({ err: error }, 'live events broke off');
    client = connect(retryMs);
    for (const close of [...closers]) close();
  }

  return {
    /** Sends an event that no activity entry causes; it is delivered when the transaction commits. */
    notify: (trx: Db, event: LiveEvent): Promise<void> => notifyLive(trx, [event]),

    /**
     * Resolves when no later event can be missed; call the returned function to stop listening. `close` is called when
     * an event may have been missed, and when the process stops.
     */
    async listen(listener: Listener, close: () => void): Promise<() => void> {
      if (stopping.signal.aborted) throw new Unavailable(5);
      client ??= connect();
      await client.catch(() => {
        throw new Unavailable(2);
      });
      listeners.add(listener);
      closers.add(close);
      return () => {
        listeners.delete(listener);
        closers.delete(close);
      };
    },

    async stop(): Promise<void> {
      stopping.abort();
      for (const close of [...closers]) close();
      listeners.clear();
      const connection = await client?.catch(() => undefined);
      await connection?.end().catch(() => undefined);
    },
  };
}
export type Live = ReturnType<typeof createLive>;
