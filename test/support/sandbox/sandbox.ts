import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { errorHandler, KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import express from 'express';
import { createSandbox, type Sandbox } from '../../../api/src/sandbox/sandbox.ts';
import { createDatabase } from '../database/postgres.ts';

export interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape the call answers
  body: any;
}

async function replyOf(response: Response): Promise<Reply> {
  return { status: response.status, body: await response.json() };
}

const asJson = (body: unknown): RequestInit =>
  body === undefined
    ? {}
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

/** Serves the sandbox of one api process. Several may share one database. */
export async function serveSandbox(databaseUrl: string, home: string, mayCall: (url: string) => boolean = () => true) {
  const db = connect(databaseUrl, { max: 6 });
  const log = createLog('test', 'silent');
  const sandbox: Sandbox = createSandbox({ db, home, mayCall, platformUrl: () => new URL(url).origin, log });
  const app = express();
  app.use('/sandbox/telegram', sandbox.telegram);
  app.use('/sandbox/max', sandbox.max);
  app.use('/sandbox/api', sandbox.page);
  app.use(errorHandler(log));
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox`;
  return {
    db: db as Knex,
    sandbox,
    url,
    apiRoot: `${url}/telegram`,
    /** A Bot API call with a JSON body. */
    bot: async (token: string, method: string, params: unknown = {}) =>
      replyOf(await fetch(`${url}/telegram/bot${token}/${method}`, asJson(params))),
    /** A call of the chat page: GET without a body, POST with one. */
    page: async (path: string, body?: unknown) => replyOf(await fetch(`${url}/api${path}`, asJson(body))),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sandbox.stop();
      await db.destroy();
    },
  };
}

const SEALED = 'sealed ';
/** Opens the tokens of such rows for a gateway. */
export const openToken = ({ bot_token_sealed }: { bot_token_sealed: string }): string =>
  bot_token_sealed.slice(SEALED.length);
export const sealToken = (token: string): string => SEALED + token;

/** Inserts the platform's row of a tenant with this bot, and of its owner; a gateway reads nothing else. */
export async function insertVenueRow(
  db: Knex,
  bot: { id: number; token: string },
  { id = 't0000000001', status = 'active' } = {},
): Promise<void> {
  const [owner] = await db('users')
    .insert({ email: `${id}@bar.example`, name: 'Анна' })
    .returning('id');
  await db('tenants').insert({
    id,
    owner_id: owner.id,
    subdomain: id,
    display_name: 'Бар',
    status,
    bot_id: bot.id,
    bot_token_sealed: sealToken(bot.token),
    admin_username: 'boss',
    database_password_sealed: '',
    internal_secret_sealed: '',
  });
}

/** A sandbox over a fresh platform database. */
export async function startSandbox(mayCall?: (url: string) => boolean) {
  const database = await createDatabase('platform');
  const home = await mkdtemp(join(tmpdir(), 'ostatok-sandbox-'));
  const served = await serveSandbox(database.url, home, mayCall);
  return {
    ...served,
    databaseUrl: database.url,
    home,
    async stop() {
      await served.stop();
      await database.drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
