import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import pg from 'pg';
import { TAKE_READER_LOCK } from '../platform/locks.queries.ts';

interface PresenceParts {
  db: Knex;
  /** The id of this api process. */
  holder: string;
  /** Is called when others may take this process for a dead one. */
  onLost: () => void;
  log: Logger;
}

/**
 * Shows other api processes that this one lives, by a lock on a connection of its own: PostgreSQL frees it at once when
 * the process dies, however it dies.
 */
export function createPresence({ db, holder, onLost, log }: PresenceParts) {
  let connection: pg.Client | undefined;

  return {
    /** Whether the others see that this process lives. */
    isSeen: (): boolean => connection !== undefined,
    /** Takes the lock unless it is held. */
    async renew(): Promise<void> {
      if (connection) return;
      const opened = new pg.Client({ ...db.client.config.connection, keepAlive: true });
      const lose = (error?: Error): void => {
        if (connection !== opened) return;
        connection = undefined;
        log.warn({ err: error }, 'others may take the bots of this process');
        onLost();
      };
      opened.on('end', () => lose());
      opened.on('error', lose);
      try {
        await opened.connect();
        await opened.query(TAKE_READER_LOCK, [holder]);
        connection = opened;
      } catch (error) {
        await opened.end().catch(() => undefined);
        throw error;
      }
    },
    async close(): Promise<void> {
      const closed = connection;
      connection = undefined;
      await closed?.end().catch(() => undefined);
    },
  };
}
