import type { Knex } from '@ostatok/kit/node/db.ts';
import pg from 'pg';

export const SIGNAL_CHANNEL = 'ostatok_sandbox';

/** Notifications between the api processes of an installation; ids only, since a payload holds 8,000 bytes. */
export type Signal =
  | { type: 'update'; botId: number }
  | { type: 'poll'; botId: number; pollId: string }
  | { type: 'message'; botId: number; personId: number; messageId: number }
  | { type: 'deleted'; botId: number; personId: number; messageId: number }
  | { type: 'callback'; botId: number; personId: number; id: string; text: string; alert: boolean }
  | { type: 'action'; botId: number; personId: number; action: string };

/** `renewed` means that the connection was lost, so signals may have been lost too. */
type Listener = (signal: Signal | { type: 'renewed' }) => void;

/** Listens for NOTIFY on a connection of its own, opened with the first listener and reopened when it breaks. */
export function createSignals(db: Knex, retryMs = 1000) {
  const listeners = new Set<Listener>();
  let client: Promise<pg.Client> | undefined;
  let stopped = false;

  function emit(signal: Parameters<Listener>[0]): void {
    for (const listener of listeners) listener(signal);
  }

  async function open(): Promise<pg.Client> {
    const connection = new pg.Client({ ...db.client.config.connection });
    connection.on('notification', ({ payload }) => emit(JSON.parse(payload ?? '') as Signal));
    connection.on('error', () => reopenLater());
    await connection.connect();
    await connection.query(`listen ${SIGNAL_CHANNEL}`);
    return connection;
  }

  function connect(): Promise<pg.Client> {
    const opening = open();
    opening.catch(() => reopenLater());
    return opening;
  }

  function reopenLater(): void {
    if (stopped) return;
    setTimeout(() => {
      if (stopped) return;
      client = connect();
      void client.then(
        () => emit({ type: 'renewed' }),
        () => undefined,
      );
    }, retryMs).unref();
  }

  return {
    /** Resolves when no later signal can be missed; call the returned function to stop listening. */
    async listen(listener: Listener): Promise<() => void> {
      listeners.add(listener);
      client ??= connect();
      // without a connection now, listeners get `renewed` when there is one
      await client.catch(() => undefined);
      return () => void listeners.delete(listener);
    },
    async stop(): Promise<void> {
      stopped = true;
      listeners.clear();
      const connection = await client?.catch(() => undefined);
      await connection?.end().catch(() => undefined);
    },
  };
}
export type Signals = ReturnType<typeof createSignals>;
