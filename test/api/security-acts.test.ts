import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { securityEvents } from '@ostatok/api/contract/security.ts';
import test from 'ava';
import { call, newOwner, newVenue, root, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

/** The log's events of this account, the oldest first. */
async function eventsOf(userId: number): Promise<string[]> {
  await platform.accounts.security.flush();
  return platform.db('security_events').where({ user_id: userId }).orderBy('id').pluck('event');
}

test('every word of the security log is written somewhere', async (t) => {
  const written: string[] = [];
  for (const folder of ['api/src', 'migrations/platform'])
    for await (const path of glob('**/*.ts', { cwd: join(root, folder) }))
      written.push(await readFile(join(root, folder, path), 'utf8'));
  const text = written.join('\n');

  const silent = Object.keys(securityEvents).filter((event) => !text.includes(`'${event}'`));

  t.deepEqual(silent, []);
});

test('leaving is told in the security log: one sign-in, all of them, a token used twice, an account deleted', async (t) => {
  const owner = await newOwner(platform);
  const { email, password, userId } = owner;
  const login = async () => (await call(platform.url, 'POST', '/api/auth/login', { body: { email, password } })).body;
  const refresh = (refreshToken: string) => call(platform.url, 'POST', '/api/auth/refresh', { body: { refreshToken } });
  const as = async (method: string, path: string, body?: unknown) =>
    call(platform.url, method, path, { token: (await login()).token, body });

  t.is((await as('POST', '/api/auth/logout', {})).status, 200);
  t.is((await as('DELETE', '/api/auth/sessions')).status, 200);
  const { refreshToken } = await login();
  const next = await refresh(refreshToken);
  await refresh(next.body.refreshToken);
  t.is((await refresh(refreshToken)).status, 401);
  t.is((await as('DELETE', '/api/auth/delete-account', { password })).status, 200);

  const events = (await eventsOf(userId)).filter((event) => !event.startsWith('login.'));
  t.deepEqual([...new Set(events)].sort(), ['session.all_ended', 'session.ended', 'token.reused', 'user.deleted']);
});

test('what is taken away is told in the security log: a list, one’s own data, a venue', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  await platform.db('users').where({ id: owner.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(owner.userId);
  const get = (path: string) =>
    fetch(platform.url + path, { headers: { authorization: `Bearer ${owner.token}` } }).then(async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    });

  t.is(await get('/api/admin/plans/export.xlsx'), 200);
  t.is(await get('/api/auth/export-data'), 200);
  t.is(await get(`/api/auth/export-data/tenants/${venue.id}.xlsx`), 200);

  t.deepEqual(await eventsOf(owner.userId), ['role.changed', 'export.list', 'export.personal', 'export.venue']);
  const [taken] = await platform.db('security_events').where({ event: 'export.venue', user_id: owner.userId });
  t.is(taken.target, `tenant:${venue.id}`);
});

test('a forged token and a foreign name of the server are told with where they came from', async (t) => {
  const { token } = await newOwner(platform);
  const forged = `${token.slice(0, -8)}${'A'.repeat(8)}`;
  const host = 'rebound.evil.example';

  t.is((await call(platform.url, 'GET', '/api/auth/me', { token: forged })).status, 401);
  t.is(
    (await rawRequest(platform.port, { host, path: '/api/plans', headers: { 'user-agent': 'Probe/2.0' } })).status,
    421,
  );

  await platform.accounts.security.flush();
  const [refused] = await platform.db('security_events').where({ event: 'host.refused', details: host });
  t.like(refused, { failed: true, device: 'Probe/2.0', count: 1 });
  t.truthy(refused.ip);
  t.truthy(await platform.db('security_events').where({ event: 'token.refused' }).first());
});
