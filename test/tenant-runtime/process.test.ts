import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { io } from 'socket.io-client';
import { createDatabase } from '../support/database/postgres.ts';
import { compileCache } from '../support/run/compile-cache.ts';
import { INTERNAL_SECRET } from '../support/venue/tenant.ts';

const main = join(import.meta.dirname, '../../tenant-runtime/src/main.ts');

async function startProcess(t: ExecutionContext, env: Record<string, string> = {}) {
  const database = await createDatabase('tenant');
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { TENANT_ID: 't1', VENUE_NAME: 'Бар', DATABASE_URL: database.url, INTERNAL_SECRET, ...compileCache(), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const db = connect(database.url, { max: 1 });
  t.teardown(async () => {
    child.kill('SIGKILL');
    await db.destroy();
    await database.drop();
  });
  return { child, db, output: () => output };
}

async function ready(child: ChildProcess): Promise<string> {
  const [message] = await once(child, 'message');
  return `http://127.0.0.1:${message.port}`;
}

const json = (token: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${token}` });

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'boss', password: 'secret words one' });
  await fetch(`${url}/internal/admin`, { method: 'POST', headers: json(INTERNAL_SECRET), body });
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: json(''), body });
  return ((await answer.json()) as { token: string }).token;
}

/** Sends changes from eight clients until the server is gone; returns the ids of changes confirmed as applied. */
async function countUntilGone(url: string, token: string, onFirst: () => void): Promise<string[]> {
  const applied: string[] = [];
  const client = async (): Promise<void> => {
    for (;;) {
      const id = randomUUID();
      const body = JSON.stringify({ changes: [{ id, itemId: 1, delta: 0.001, source: 'web' }] });
      try {
        const answer = await fetch(`${url}/api/changes`, { method: 'POST', headers: json(token), body });
        if ((await answer.text()).includes('"applied"')) applied.push(id);
        if (applied.length === 50) onFirst();
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
  return applied;
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`after ${signal} in the middle of counting every answered change is there and the sum is right`, async (t) => {
    const { child, db, output } = await startProcess(t);
    const url = await ready(child);
    const token = await signIn(url);
    await db('items').insert({ name: 'Пиво', search_name: 'пиво', unit: 'л' });
    const exit = once(child, 'exit');

    const applied = await countUntilGone(url, token, () => child.kill(signal));
    const [code] = await exit;

    const log = await db('changes').select('id');
    const logged = new Set(log.map((row) => row.id));
    t.true(applied.every((id) => logged.has(id)));
    t.is(Math.round(Number((await db('items').first()).quantity) * 1000), log.length);
    t.is(code, signal === 'SIGTERM' ? 0 : null);
    t.false(output().includes('secret'));
  });
}

test('a venue whose platform has died ends by itself', async (t) => {
  const { child } = await startProcess(t);
  await ready(child);
  child.disconnect();
  const [code] = await once(child, 'exit');
  t.is(code, 0);
});

test('every mistake of its settings is told at once, and nothing secret', async (t) => {
  const { child, output } = await startProcess(t, { INTERNAL_SECRET: 'short', PORT: 'x', VENUE_NAME: '' });
  const [code] = await once(child, 'exit');
  t.is(code, 2);
  for (const name of ['INTERNAL_SECRET', 'PORT', 'VENUE_NAME']) t.true(output().includes(name), name);
});

test('a venue does not agree to sleep while a panel is open; once it agrees, it refuses everything and ends', async (t) => {
  const { child, db } = await startProcess(t);
  const url = await ready(child);
  const token = await signIn(url);
  const question = JSON.stringify({ for: 'sleep' });
  const ask = async (): Promise<unknown> =>
    (await fetch(`${url}/internal/idle`, { method: 'POST', headers: json(INTERNAL_SECRET), body: question })).json();
  const panel = io(url, { auth: { token }, transports: ['websocket'], reconnection: false });
  t.teardown(() => panel.close());
  await new Promise<void>((resolve) => panel.once('connect', () => resolve()));

  t.like(await ask(), { idle: false, busy: 'sockets' });
  t.is((await fetch(`${url}/api/items`, { headers: json(token) })).status, 200, 'it goes on');
  panel.close();
  let answer: unknown;
  do answer = await ask();
  while ((answer as { idle: boolean }).idle === false);

  const body = JSON.stringify({ name: 'Ром', unit: 'л' });
  const refused = await fetch(`${url}/api/items`, { method: 'POST', headers: json(token), body });
  t.is(refused.status, 503);
  t.is(refused.headers.get(UNPROCESSED_HEADER), '1');
  t.is(refused.headers.get('connection'), 'close');
  t.like(await refused.json(), { success: false, error: 'Заведение перезапускается. Повторите через секунду' });
  t.deepEqual(await db('items'), []);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  t.deepEqual(await exit, [0, null]);
});
