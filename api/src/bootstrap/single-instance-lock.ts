import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { TRY_SINGLE_INSTANCE_LOCK } from '../platform/locks.queries.ts';

const WAIT_MS = 5000;
const RETRY_MS = 200;

async function open(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const isFree = async (client: pg.Client): Promise<boolean> =>
  (await client.query(TRY_SINGLE_INSTANCE_LOCK)).rows[0].free;

/**
 * Makes sure that this is the only platform on its embedded database while the process lives. PostgreSQL frees the lock
 * when the connection ends, also after `kill -9`; after the server was away it is taken again.
 * Undefined when another platform holds it.
 */
export async function takeSingleInstanceLock(databaseUrl: string): Promise<(() => Promise<void>) | undefined> {
  let client = await open(databaseUrl);
  let released = false;

  async function takeAgain(): Promise<void> {
    while (!released) {
      await sleep(RETRY_MS, undefined, { ref: false });
      try {
        client = await open(databaseUrl);
        while (!released && !(await isFree(client))) await sleep(RETRY_MS, undefined, { ref: false });
        client.once('end', () => void takeAgain());
        return;
      } catch {
        // the database is not back yet: try again in a moment
      }
    }
  }

  const until = Date.now() + WAIT_MS;
  while (!(await isFree(client))) {
    if (Date.now() > until) {
      await client.end();
      return undefined;
    }
    await sleep(RETRY_MS);
  }
  client.once('end', () => void takeAgain());
  return async () => {
    released = true;
    await client.end();
  };
}
