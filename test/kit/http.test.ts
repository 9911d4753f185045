import { errorHandler } from '@ostatok/kit/node/http.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import express from 'express';
import knex from 'knex';
import request from 'supertest';
import { serverUrl } from '../support/database/postgres.ts';

test('where every connection stays busy, the answer says when to come again', async (t) => {
  const db = knex({ client: 'pg', connection: serverUrl(), pool: { min: 0, max: 1 } });
  t.teardown(() => db.destroy());
  const app = express();
  app.get('/', async (_req, res) => {
    await db.raw('select 1');
    res.end();
  });
  app.use(errorHandler(createLog('test', 'silent')));

  t.is((await request(app).get('/')).status, 200);
  const busy = await db.transaction();
  // set only now: on a busy machine the connection itself takes a second
  db.client.pool.acquireTimeoutMillis = 100;
  const answer = await request(app).get('/');
  await busy.rollback();

  t.is(answer.status, 503);
  t.is(answer.headers['retry-after'], '2');
});

test('where the database ends a session under a statement, the answer says when to come again', async (t) => {
  const db = knex({ client: 'pg', connection: serverUrl(), pool: { min: 0, max: 1 } });
  t.teardown(() => db.destroy());
  const app = express();
  app.get('/', async () => {
    await db.transaction(async (trx) => {
      await trx.raw('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      await trx.raw('select 1');
    });
  });
  app.use(errorHandler(createLog('test', 'silent')));

  const answer = await request(app).get('/');

  t.is(answer.status, 503);
  t.is(answer.headers['retry-after'], '5');
});

test("a full disk, ours or the database's, is told of and passes", async (t) => {
  const inProcess = new Error("spreadsheet process: Error: ENOSPC: no space left on device, open '/tmp/a.xlsx'");
  const inDatabase = Object.assign(new Error('could not extend file'), { code: '53100' });
  const ours = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  for (const error of [inProcess, inDatabase, ours]) {
    const app = express();
    app.get('/', () => {
      throw error;
    });
    app.use(errorHandler(createLog('test', 'silent')));
    const answer = await request(app).get('/');
    t.is(answer.status, 503);
    t.like(answer.body, {
      code: 'no_space',
      error: 'На сервере закончилось место: ничего не записано. Напишите в поддержку',
    });
  }
});

test('JSON nested without end is refused before it is parsed, and brackets inside texts are no nesting', async (t) => {
  let parsed = 0;
  const app = express();
  const reviver = (_key: string, value: unknown): unknown => {
    parsed += 1;
    return value;
  };
  app.use(jsonBody('100kb', { reviver }));
  app.post('/', (req, res) => void res.json(req.body));
  app.use(errorHandler(createLog('test', 'silent')));
  const post = (body: string, type = 'application/json') => request(app).post('/').set('Content-Type', type).send(body);
  const nested = (levels: number) => `${'['.repeat(levels)}"]"${']'.repeat(levels)}`;

  for (const body of [nested(101), '{"a":'.repeat(5000), `{"a":"\\\\","b":${nested(100)}}`]) {
    const { status, body: answer } = await post(body);
    t.is(status, 400);
    t.is(answer.code, 'nested_too_deep', body.slice(0, 20));
  }
  t.is((await post(nested(2), 'application/json; charset=utf-16')).status, 415);
  t.is(parsed, 0);

  t.is((await post(nested(100))).status, 200);
  const text = ['[{'.repeat(100), '\\"', '"['.repeat(200)];
  t.deepEqual((await post(JSON.stringify({ text }))).body, { text });
});
