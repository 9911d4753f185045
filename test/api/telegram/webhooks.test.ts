import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '@ostatok/kit/node/db.ts';
import { Forbidden } from '@ostatok/kit/node/errors.ts';
import { errorHandler } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import express from 'express';
import request from 'supertest';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import type { Update } from '../../../api/src/telegram/telegram-client.ts';
import { webhookRoutes } from '../../../api/src/telegram/webhooks.routes.ts';
import { createWebhookGateway } from '../../../api/src/telegram/webhooks.service.ts';
import { until } from '../../support/run/until.ts';
import { insertVenueRow, openToken, startSandbox } from '../../support/sandbox/sandbox.ts';

const log = createLog('test', 'silent');

test('in webhook mode Telegram brings each update in order, again while the venue is down, and only with the secret', async (t) => {
  const sandbox = await startSandbox();
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна' });
  await insertVenueRow(sandbox.db, bot);
  const taken: string[] = [];
  let failures = 2;
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = createWebhookGateway({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [sandbox.apiRoot]),
    openToken,
    deliver: async (_id, updates: Update[]) => {
      if (failures-- > 0) throw Object.assign(new Error('down'), { status: 503 });
      taken.push(...(updates as (Update & { message: { text: string } })[]).map(({ message }) => message.text));
    },
    publicUrl: () => publicUrl,
    log,
  });
  app.use('/telegram', webhookRoutes(gateway));
  app.use(errorHandler(log));
  t.teardown(async () => {
    await gateway.stop();
    server.close();
    await sandbox.stop();
  });

  await gateway.start();
  for (const text of ['раз', 'два', 'три']) await sandbox.sandbox.chat.write(bot.id, person.id, text);
  await until(() => taken.length >= 3, 'all three are delivered');
  t.deepEqual(taken, ['раз', 'два', 'три']);

  const forged = await fetch(`${publicUrl}/telegram/t0000000001`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': 'guess' },
    body: '{"update_id": 1}',
  });
  t.is(forged.status, 403);
  t.is(taken.length, 3);
  for (const body of ['{', JSON.stringify({ update_id: 1, text: 'х'.repeat(1_000_000) })]) {
    const unread = await fetch(`${publicUrl}/telegram/t0000000001`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    t.is(unread.status, 403, 'the secret is looked at before the body is');
  }

  await sandbox.db('tenants').update({ status: 'suspended' });
  await gateway.refresh();
  t.not((await sandbox.bot(bot.token, 'getWebhookInfo')).body.result.url, '', 'a suspended venue’s bot says so itself');
  await sandbox.db('tenants').update({ status: 'deleted' });
  await gateway.refresh();
  t.is((await sandbox.bot(bot.token, 'getWebhookInfo')).body.result.url, '');
});

test('in webhook mode it is noticed that Telegram is away, and that it is back', async (t) => {
  const sandbox = await startSandbox();
  t.teardown(sandbox.stop);
  await insertVenueRow(sandbox.db, await sandbox.sandbox.createBot('Бар'));
  let root = sandbox.apiRoot;
  const gateway = createWebhookGateway({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [root]),
    openToken,
    deliver: async () => {},
    publicUrl: () => 'https://bars.example',
    log,
  });
  const state = async (): Promise<string> => (await sandbox.db('tenants').first('bot_state')).bot_state;

  root = 'http://127.0.0.1:9';
  await gateway.refresh();
  await gateway.refresh();
  t.is(await state(), 'ok', 'a look may fail by chance');
  await gateway.refresh();
  t.is(await state(), 'unreachable');
  t.deepEqual(gateway.health(), { polled: 1, unwell: 1 });

  root = sandbox.apiRoot;
  await gateway.refresh();
  t.is(await state(), 'ok');
  t.deepEqual(gateway.health(), { polled: 1, unwell: 0 });
});

test('a bot that passes to another venue keeps its webhook, whichever process looks first', async (t) => {
  const sandbox = await startSandbox();
  t.teardown(sandbox.stop);
  const bot = await sandbox.sandbox.createBot('Бар');
  await insertVenueRow(sandbox.db, bot);
  const launch = (db = sandbox.db) =>
    createWebhookGateway({
      db,
      apiRoots: createApiRoots(() => [sandbox.apiRoot]),
      openToken,
      deliver: async () => {},
      publicUrl: () => 'https://bars.example',
      log,
    });
  const [one, other] = [launch(), launch()];
  const url = async (): Promise<string> => (await sandbox.bot(bot.token, 'getWebhookInfo')).body.result.url;
  await one.refresh();
  await other.refresh();
  t.is(await url(), 'https://bars.example/telegram/t0000000001');

  await sandbox.db('tenants').update({ status: 'deleted' });
  await insertVenueRow(sandbox.db, bot, { id: 't0000000002' });
  const ours = 'https://bars.example/telegram/t0000000002';
  await other.refresh();
  t.is(await url(), ours);
  await one.refresh();
  t.is(await url(), ours);

  await sandbox.bot(bot.token, 'deleteWebhook');
  await one.refresh();
  t.is(await url(), ours, 'what another process has deleted is set again');
  await sandbox.bot(bot.token, 'setWebhook', { url: 'https://elsewhere.example/bot' });
  await other.refresh();
  t.is(await url(), ours, 'and what somebody has led elsewhere');

  const gone = connect(sandbox.databaseUrl, { max: 1 });
  await gone.destroy();
  await t.notThrowsAsync(launch(gone).refresh(), 'a query that fails is no end of the process');
});

test('an update that is nested without end is refused before it is parsed, also with the secret', async (t) => {
  const received: unknown[] = [];
  const app = express();
  app.use(
    '/telegram',
    webhookRoutes({
      requireSecret: async () => undefined,
      receive: async (_tenantId, update) => void received.push(update),
    }),
  );
  app.use(errorHandler(log));
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`;

  const { status, body } = await request(app).post('/telegram/t1').set('Content-Type', 'application/json').send(deep);

  t.deepEqual([status, body.code], [400, 'nested_too_deep']);
  t.deepEqual(received, []);
});

test('secrets that strangers make up are looked at some at a time for each visitor, and keep no update waiting', async (t) => {
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let asked = 0;
  const app = express();
  app.set('trust proxy', true);
  app.use(
    '/telegram',
    webhookRoutes({
      async requireSecret(_tenantId, secret) {
        if (secret === 'right') return;
        asked += 1;
        await answered;
        throw new Forbidden();
      },
      receive: async () => undefined,
    }),
  );
  app.use(errorHandler(log));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const send = (visitor: string, secret: string) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/telegram/t1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': visitor,
        'x-telegram-bot-api-secret-token': secret,
      },
      body: '{"update_id": 1}',
    });
  const waits: (string | null)[] = [];

  const made = Array.from({ length: 200 }, async () => {
    const { status, headers } = await send('203.0.113.66', 'made up');
    if (status === 503) waits.push(headers.get('retry-after'));
    return status;
  });

  await until(() => waits.length === 200 - 128, 'those beyond the limit are told to wait');
  t.is(asked, 128);
  t.deepEqual([...new Set(waits)], ['1']);
  t.is((await send('203.0.113.67', 'right')).status, 200);
  answer();
  t.is((await Promise.all(made)).filter((status) => status === 403).length, 128);
  t.is((await send('203.0.113.66', 'right')).status, 200);
});
