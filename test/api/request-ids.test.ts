import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { errorHandler, requestId } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import {
  currentRequestId,
  inScopeOf,
  nameRequest,
  newRequestId,
  outsideRequests,
  withRequestId,
} from '@ostatok/kit/node/request-scope.ts';
import test from 'ava';
import express from 'express';
import supertest from 'supertest';
import { refuseUpgrade } from '../../api/src/ingress/notice.ts';
import { newOwner, newVenue, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

const ID = /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/;
const FOREIGN = 'chosen-by-a-stranger';

type Line = Record<string, unknown> & { msg: string };

/** A log that keeps its lines. */
function keptLog() {
  const lines: Line[] = [];
  return { lines, log: createLog('platform', 'info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}

let platform: TestPlatform;
const kept = keptLog();
test.before(async () => {
  platform = await startTestPlatform({}, { log: kept.log });
});
test.after.always(() => platform?.stop());

const linesOf = async (venueId: string): Promise<Line[]> =>
  (await platform.venues.host.logs(venueId, 1000)).flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));

test("a change of a venue is found in its log by the id of the answer, with the person; a stranger's id is not believed", async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));

  const { status, headers } = await venue.call(
    'POST',
    '/api/items',
    { name: 'Ром', unit: 'л' },
    { 'x-request-id': FOREIGN },
  );

  t.is(status, 201);
  t.regex(String(headers['x-request-id']), ID);
  await until(async () => (await linesOf(venue.id)).some(({ msg }) => msg === 'request'), 'the line is written');
  const line = (await linesOf(venue.id)).find(({ reqId }) => reqId === headers['x-request-id']);
  t.like(line, { msg: 'request', method: 'POST', route: '/api/items', status: 201, username: 'boss' });
  t.true(Number.isInteger(line?.userId));
  t.false(JSON.stringify(await linesOf(venue.id)).includes(FOREIGN));
});

test("an act at the platform is in its log under its answer's id, and looking is not", async (t) => {
  const owner = await newOwner(platform);

  const looked = await owner.call('GET', '/api/auth/me', undefined, { 'x-request-id': FOREIGN });
  const acted = await owner.call('PUT', '/api/auth/me', { name: 'Анна' }, { 'x-request-id': FOREIGN });

  t.regex(String(looked.headers['x-request-id']), ID);
  await until(() => kept.lines.some(({ reqId }) => reqId === acted.headers['x-request-id']), 'the line is written');
  t.like(
    kept.lines.find(({ reqId }) => reqId === acted.headers['x-request-id']),
    { msg: 'request', method: 'PUT', userId: owner.userId },
  );
  t.false(kept.lines.some(({ reqId }) => reqId === looked.headers['x-request-id'] || reqId === FOREIGN));
});

test('a call of a venue to the platform goes on under the id that it sends, once its secret is known to be right', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const secret = platform.venues.secrets.internalOf(row);
  const report = (token: string, id: string): Promise<Response> =>
    fetch(`${platform.url}/internal/bot-state`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'x-tenant-id': venue.id,
        'x-request-id': id,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ state: 'well' }),
    });

  t.is((await report('wrong', FOREIGN)).status, 401);
  const id = newRequestId();
  t.is((await report(secret, id)).status, 200);

  t.like(
    kept.lines.find(({ reqId }) => reqId === id),
    { msg: 'bot state', tenant: venue.id },
  );
  t.false(JSON.stringify(kept.lines).includes(FOREIGN));
});

test("a message of the chat is in the venue's log with the person and the id of its delivery", async (t) => {
  const { chat } = platform.sandbox ?? t.fail('no sandbox') ?? ({} as never);
  const venue = await newVenue(platform, await newOwner(platform));
  const person = await chat.createPerson({ first_name: 'Анна', username: 'anna' });
  await chat.write(venue.bot.id, person.id, startCommand(venue.telegramLink));

  const handled = async () => (await linesOf(venue.id)).find(({ msg }) => msg === 'update handled');
  await until(async () => (await handled()) !== undefined, 'the update is handled');

  const line = await handled();
  t.regex(String(line?.reqId), ID);
  t.is(line?.username, 'boss');
});

test('a fault of ours is told with the code by which support finds it in the log', async (t) => {
  const { lines, log } = keptLog();
  const app = express();
  app.use(requestId);
  app.get('/', () => {
    throw new Error('broken on purpose');
  });
  app.use(errorHandler(log));

  const { status, body, headers } = await supertest(app).get('/');

  t.is(status, 500);
  t.like(body, { success: false, code: 'internal', requestId: headers['x-request-id'] });
  t.true(body.error.endsWith(`Код для поддержки: ${headers['x-request-id']}`));
  t.is(lines.find(({ msg }) => msg === 'request failed')?.reqId, body.requestId);
});

test('what asks for a socket is named too, and told so when it is refused', async (t) => {
  const seen: IncomingMessage[] = [];
  const server = createServer();
  server.on('upgrade', (req, socket) => {
    nameRequest(req);
    seen.push(req);
    inScopeOf(req, () => refuseUpgrade(socket, Object.assign(new Error('no'), { status: 404, code: 'no_route' })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Request-Id: ${FOREIGN}\r\n\r\n`,
  );
  let answer = '';
  for await (const chunk of socket) answer += chunk;

  const id = String(seen[0]?.headers['x-request-id']);
  t.regex(id, ID);
  t.true(answer.includes(`X-Request-Id: ${id}\r\n`), answer);
});

test('work that outlives its request is not taken for a part of it', (t) => {
  withRequestId('abcd-efgh', () => {
    t.is(currentRequestId(), 'abcd-efgh');
    t.is(outsideRequests(currentRequestId), undefined);
  });
  t.is(currentRequestId(), undefined);
});
