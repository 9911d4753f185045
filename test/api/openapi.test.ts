import type { Described } from '@ostatok/api/src/openapi/described.ts';
import { describedRoutes } from '@ostatok/api/src/openapi/described-routes.ts';
import { toJsonSchema } from '@ostatok/kit/node/openapi/json-schema.ts';
import test from 'ava';
import * as yup from 'yup';
import { checkDocument } from '../support/http/openapi.ts';
import { watchRoutes } from '../support/http/routes.ts';
import { call, newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';

const watched = watchRoutes();
let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

/** The routes of the routers; the payments' callbacks are mounted only with a real provider. */
const walked = (): string[] => [
  ...new Set(
    watched
      .list()
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`),
  ),
];
const elsewhere = ['POST /api/billing/webhook/yookassa'];

test('every route is described, and nothing else is', (t) => {
  const routes = walked();
  const described = Object.keys(describedRoutes).filter((name) => !elsewhere.includes(name));

  t.true(routes.length > 100);
  t.deepEqual(
    routes.filter((name) => !describedRoutes[name]),
    [],
    'not described',
  );
  t.deepEqual(
    described.filter((name) => !routes.includes(name)),
    [],
    'described, but not there',
  );
});

test('the document is OpenAPI that names each call, its path, what it takes and what it answers', async (t) => {
  const { status, body } = await call(platform.url, 'GET', '/api/openapi.json');

  t.is(status, 200);
  t.like(body.servers, [{ url: platform.addresses.publicUrl }]);
  checkDocument(t, body);
  t.true(body.paths['/api/admin/aliases/import'].post.requestBody.required);
  const made = body.paths['/api/admin/plans'].post;
  const plan = made.requestBody.content['application/json'].schema;
  t.deepEqual(plan.required.toSorted(), ['display_name', 'name', 'price_monthly']);
  t.like(plan.properties.discount_percent, { type: 'integer', minimum: 0, maximum: 100, default: 0 });
  t.deepEqual(plan.properties.price_yearly.type, ['number', 'null']);
  t.like(plan.properties.features.items.properties.text, { type: 'string', maxLength: 200 });
  t.truthy(made.responses[201]);
  t.deepEqual(body.paths['/api/public/plans'].get.security, []);
  t.is(body.paths['/api/admin/plans'].get.security, undefined);
  t.true(body.paths['/api/admin/users'].get.parameters.some(({ name }: { name: string }) => name === 'range'));
});

test('what is described as the answer of what can be read is in it', async (t) => {
  const kinds = {
    object: (value: unknown) => value === null || (typeof value === 'object' && !Array.isArray(value)),
    list: Array.isArray,
    text: (value: unknown) => typeof value === 'string',
    number: (value: unknown) => typeof value === 'number',
    yes: (value: unknown) => typeof value === 'boolean',
    any: (value: unknown) => value !== undefined,
  };
  const { id: planId } = await platform.db('plans').where({ name: 'professional' }).first('id');
  const questions: Record<string, string> = {
    '/api/catalog/search': '?q=rum',
    '/api/billing/calculate-upgrade': `?newPlanId=${planId}&billingPeriod=monthly`,
  };
  const admin = await newOwner(platform, 'free');
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  const { token } = (await call(platform.url, 'POST', '/api/auth/login', { body: admin })).body;
  const wrong: string[] = [];
  for (const [name, { answer = {} }] of Object.entries(describedRoutes)) {
    const path = /^GET (.+)$/.exec(name)?.[1]?.replace(':type', 'verify_email');
    // the answers of converted endpoints are compared with their schemas wherever tests call them
    if (!path || path.includes(':') || yup.isSchema(answer) || Object.keys(answer).length === 0) continue;
    const { status, body } = await call(platform.url, 'GET', path + (questions[path] ?? ''), { token });
    t.is(status, 200, name);
    for (const [key, kind] of Object.entries(answer as Described['answer'] & object))
      if (!kinds[kind](body[key])) wrong.push(`${name}: ${key}`);
  }
  t.deepEqual(wrong, []);
});

test('a schema says in JSON Schema what it says in yup', (t) => {
  const schema = yup.object({
    email: yup.string().email().required(),
    age: yup.number().integer().min(0).nullable(),
    kind: yup.string().oneOf(['a', 'b']).default('a'),
    at: yup.date(),
    tags: yup.array().of(yup.string().max(5).required()).min(1),
    more: yup.number().moreThan(0),
  });

  t.deepEqual(toJsonSchema(schema), {
    type: 'object',
    required: ['email'],
    properties: {
      email: { type: 'string', format: 'email' },
      age: { type: ['integer', 'null'], minimum: 0 },
      kind: { type: 'string', enum: ['a', 'b'], default: 'a' },
      at: { type: 'string', format: 'date-time' },
      tags: { type: 'array', minItems: 1, items: { type: 'string', maxLength: 5 } },
      more: { type: 'number', exclusiveMinimum: 0 },
    },
  });
});

test('the page to read is searched without a script, asks nobody else, and shows nothing of what is searched for but text', async (t) => {
  const read = async (q?: string) => {
    const response = await fetch(`${platform.url}/api/docs${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`);
    return {
      status: response.status,
      policy: response.headers.get('content-security-policy') ?? '',
      html: await response.text(),
    };
  };
  const [all, some, none, attack] = await Promise.all([
    read(),
    read('USERS status'),
    read('nothing at all'),
    read('"><script>alert(1)</script>'),
  ]);

  t.is(all.status, 200);
  t.regex(all.policy, /script-src 'self'/);
  t.notRegex(all.html, /<script|src=|https?:\/\//);
  for (const name of Object.keys(describedRoutes))
    t.true(all.html.includes(name.split(' ')[1]?.replace(/:(\w+)/g, '{$1}') ?? ''), name);
  t.true(some.html.includes('/api/admin/users/{id}/status') && !some.html.includes('/api/admin/plans'));
  t.true(none.html.includes('Nothing matches'));
  t.notRegex(attack.html, /<script/);
});
