import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@ostatok/kit/node/db.ts';
import { startThrowAwayPostgres } from '@ostatok/kit/node/embedded-postgres.ts';
import test from 'ava';
import { ownPort } from '../support/run/own-port.ts';

test('a throw-away server whose port was taken meanwhile starts on another', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'));
  const taken = await ownPort();
  const other = createServer().listen(taken, '127.0.0.1');
  const ports = [taken, await ownPort()];

  const server = await startThrowAwayPostgres(join(folder, 'data'), { pickPort: async () => ports.shift() as number });

  const db = connect(server.url, { max: 1 });
  t.is((await db.raw('select 1 as one')).rows[0].one, 1);
  t.not(Number(new URL(server.url).port), taken);
  await db.destroy();
  await server.stop();
  other.close();
  await rm(folder, { recursive: true, force: true });
});
