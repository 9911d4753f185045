import { integer, listOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints, encodeCall } from '@ostatok/kit/contract/endpoint.ts';
import { handleEndpoints, inMatchingOrder } from '@ostatok/kit/node/endpoints.ts';
import { errorHandler } from '@ostatok/kit/node/http.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import express from 'express';
import supertest from 'supertest';
import * as yup from 'yup';
import { compareAnswer } from '../support/http/answers.ts';

const bottleSchema = yup.object({ id: integer(), name: text(), opened_at: text().nullable() });
const endpoints = defineEndpoints({
  'GET /bottles/:id': { summary: 'One', access: 'anyone', answer: yup.object({ bottle: bottleSchema }) },
  'GET /bottles/newest': { summary: 'The newest', access: 'anyone', answer: yup.object({ bottle: bottleSchema }) },
  'GET /bottles': {
    summary: 'All',
    access: 'anyone',
    list: {
      rows: 'bottles',
      sorts: ['name'],
      sort: 'name',
      limit: 2,
      filter: yup.object({ name: yup.string().max(5, 'Не длиннее пяти') }),
    },
    answer: yup.object({ bottles: listOf(bottleSchema) }),
  },
  'POST /bottles': {
    summary: 'A new one',
    access: 'user',
    status: 201,
    body: yup.object({ name: yup.string().required('Введите название'), shelf: yup.number().default(1) }),
    answer: yup.object({ bottle: bottleSchema, by: text() }),
  },
});
const rum = { id: 1, name: 'Ром', opened_at: null };

function bar(given: object = rum) {
  const asked: unknown[] = [];
  const handled = handleEndpoints(
    endpoints,
    {
      'GET /bottles/:id': ({ params }) => ({ bottle: { ...rum, ...given, id: Number(params.id) } }),
      'GET /bottles/newest': () => ({ bottle: { ...rum, opened_at: new Date('2026-11-26T03:00:00Z') } }),
      'GET /bottles'({ filter, page }) {
        asked.push({ filter, page });
        return { bottles: [rum], total: 5 };
      },
      'POST /bottles'({ body, caller }) {
        asked.push(body);
        return { bottle: { ...rum, name: body.name }, by: caller.name };
      },
    },
    () => ({ name: 'Анна' }),
  );
  const app = express();
  app.use(express.json());
  for (const { method, path, handle } of inMatchingOrder(handled)) app[method](path, handle(compareAnswer));
  app.use(errorHandler(createLog('test', 'silent')));
  return { get: (path: string) => supertest(app).get(path), post: (path: string) => supertest(app).post(path), asked };
}

test('an endpoint with a literal path is not taken for one with a parameter, whichever was declared first', async (t) => {
  const { body } = await bar().get('/bottles/newest');

  t.deepEqual(body, { success: true, bottle: { ...rum, opened_at: '2026-11-26T03:00:00.000Z' } });
});

test('a list is paged, and its filter checked', async (t) => {
  const { get, asked } = bar();

  const answer = await get('/bottles?page=2&name=rum');

  t.deepEqual(answer.body, { success: true, bottles: [rum], pagination: { total: 5, page: 2, pages: 3 } });
  t.is(answer.headers['content-range'], 'bottles 2-2/5');
  t.deepEqual(asked, [{ filter: { name: 'rum' }, page: { offset: 2, limit: 2, sort: 'name', order: 'asc' } }]);
  t.like(await get('/bottles?name=whiskey'), { status: 400, body: { errors: { name: 'Не длиннее пяти' } } });
});

test('a handler gets a checked body and who calls, and answers with the declared status', async (t) => {
  const { post, asked } = bar();

  t.like(await post('/bottles').send({}), { status: 400, body: { error: 'Введите название' } });
  const { status, body } = await post('/bottles').send({ name: 'Джин', unknown: true });

  t.deepEqual([status, body.by], [201, 'Анна']);
  t.deepEqual(asked, [{ name: 'Джин', shelf: 1 }]);
});

test('in tests an answer that differs from its schema fails the request', async (t) => {
  for (const given of [{ name: 1 }, { name: undefined }, { price: 490 }, { opened_at: undefined }]) {
    const { status } = await bar(given).get('/bottles/1');
    t.is(status, 500, JSON.stringify(given));
  }
  t.is((await bar().get('/bottles/1')).status, 200);
});

test('a call is made of its name and parts, and its parameters are escaped', (t) => {
  const call = encodeCall('PUT /bottles/:id/shelves/:shelf', {
    params: { id: 'а/б', shelf: 2 },
    query: { limit: 5, name: undefined },
    body: { name: 'Ром' },
  });

  t.deepEqual(call, { method: 'PUT', path: '/bottles/%D0%B0%2F%D0%B1/shelves/2?limit=5', body: { name: 'Ром' } });
});
