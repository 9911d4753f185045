import type { Knex } from '@ostatok/kit/node/db.ts';
import { freePort } from '@ostatok/kit/node/free-port.ts';
import test from 'ava';
import { createDatabase } from '../../support/database/postgres.ts';
import { startTestPlatform } from '../../support/platform/platform.ts';

test('an api process counts as living from before its first request until its venues have ended', async (t) => {
  const database = await createDatabase('platform');
  t.teardown(database.drop);
  const port = await freePort();
  let db: Knex | undefined;
  const living = async (): Promise<number> => (await db?.('api_processes').select('id'))?.length ?? 0;
  /** How many live when the first request is let in. */
  async function untilOpen(): Promise<number> {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      if (answer && answer.status !== 503) return living();
    }
  }
  let open: Promise<number> | undefined;
  const platform = await startTestPlatform(
    { PORT: String(port) },
    {
      databaseUrl: database.url,
      beforeListening: async (parts) => {
        ({ db } = parts);
      },
      onListening: () => {
        open = untilOpen();
      },
    },
  );
  const { host } = platform.venues;
  const { detach } = host;
  let atTheEnd = 0;
  host.detach = async () => {
    atTheEnd = await living();
    await detach();
  };

  t.is(await open, 1);
  await platform.stop();
  t.is(atTheEnd, 1);
});
