/** Routes whose body contains the id of a row, as their schemas say. */
import { describedRoutes } from '@ostatok/api/src/openapi/described-routes.ts';
import { type JsonSchema, toJsonSchema } from '@ostatok/kit/node/openapi/json-schema.ts';
import test from 'ava';
import { mistakeOf } from '../support/http/routes.ts';
import { isRowName, sampleOf } from '../support/http/samples.ts';
import { call, newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';

let platform: TestPlatform;
let owner: TestOwner;
let admin: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  owner = await newOwner(platform);
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  admin.token = (await call(platform.url, 'POST', '/api/auth/login', { body: admin })).body.token;
  // the shipped templates are inserted when they are first requested
  await call(platform.url, 'GET', '/api/admin/email-templates', { token: admin.token });
});
test.after.always(() => platform?.stop());

type Fields = Record<string, JsonSchema>;

/** Fields of a route's body that contain a row's id; a filter is not one, since it may match nothing. */
function rowFields(): { route: string; field: string; body: unknown }[] {
  return Object.entries(describedRoutes).flatMap(([route, described]) => {
    if (!described.body) return [];
    const schema = toJsonSchema(described.body);
    const sample = sampleOf(schema) as Record<string, unknown>;
    return Object.entries((schema.properties ?? {}) as Fields).flatMap(([field, inner]) => {
      if (isRowName(field)) return [{ route, field, body: { ...sample, [field]: sampleOf(inner, true) } }];
      const item = (inner.items ?? {}) as JsonSchema;
      const listed = Object.keys((item.properties ?? {}) as Fields).filter(isRowName);
      return listed.map((name) => ({
        route,
        field: `${field}[].${name}`,
        body: { ...sample, [field]: [sampleOf(item)] },
      }));
    });
  });
}

test('a row that is named in a body and is not there is answered in words', async (t) => {
  const asked = rowFields();
  t.true(asked.length >= 8, `${asked.length} fields name rows`);

  for (const { route, field, body } of asked) {
    const [method = '', path = ''] = route.split(' ');
    const { token } = path.startsWith('/api/admin/') ? admin : owner;
    const real = path.replace(':userId', String(owner.userId));
    const answer = await call(platform.url, method, real, { token, body });
    const summary = `${route} with an unknown ${field}: ${answer.status} ${JSON.stringify(answer.body)}`;
    t.true([400, 404, 409].includes(answer.status), summary);
    t.is(mistakeOf(answer.body), undefined, summary);
  }
});
