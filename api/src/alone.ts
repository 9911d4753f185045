import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const LOCK = 7_405_111;
const WAIT_MS = 5000;

/**
 * Makes sure that this is the only platform on its embedded database, for as long as the process lives: PostgreSQL
 * frees the lock when the connection ends, also after `kill -9`. Undefined when another one is there.
 */
export async function claimAlone(databaseUrl: string): Promise<(() => Promise<void>) | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [LOCK]);
    if (rows[0].free) return () => client.end();
    if (Date.now() > until) {
      await client.end();
      return undefined;
    }
    await sleep(200);
  }
}
