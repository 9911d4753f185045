import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { findingsAtStart } from '../../api/src/hardening/start-findings.ts';
import { requiresAdminFactor } from '../../api/src/settings.ts';
import {
  call,
  newOwner,
  root,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';

const SAFE = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://ostatok.example',
  BASE_DOMAIN: 'ostatok.example',
  SMTP_URL: 'smtps://ostatok:secret@mail.example:465',
  ADMIN_EMAIL: 'anna@ostatok.example',
  BACKUP_DIR: '/var/backups/ostatok',
  OSTATOK_HOME: '/var/lib/ostatok',
  BACKUP_KEY: 'b'.repeat(32),
};

const BUCKET = {
  BACKUP_DIR: '',
  BACKUP_URL: 's3://copies/ours',
  S3_ENDPOINT: 'https://storage.example',
  S3_ACCESS_KEY_ID: 'account',
  S3_SECRET_ACCESS_KEY: 'secret',
};

async function idsOf(env: Record<string, string>, uid: number | undefined = 0): Promise<string[]> {
  const config = loadConfig(platformEnvSchema, env);
  return (await findingsAtStart({ config, home: config.OSTATOK_HOME, uid })).map(({ id }) => id);
}

test('the administrator’s first password is as long as the rule says, in whatever mode', (t) => {
  const read = (ADMIN_PASSWORD: string) => loadConfig(platformEnvSchema, { ADMIN_PASSWORD });

  t.throws(() => read('k7#mQ2x!9Wz'), { message: /ADMIN_PASSWORD: не короче 12 символов/ });
  t.is(read('k7#mQ2x!9Wz4').ADMIN_PASSWORD, 'k7#mQ2x!9Wz4');
});

const cases: [what: string, env: Record<string, string>, ids: string[], uid?: number][] = [
  ['nothing set, on one’s own machine', { OSTATOK_HOME: '/tmp/nowhere' }, [], 1000],
  ['all that docs/deploy.md sets', SAFE, []],
  ['no mail server', { ...SAFE, SMTP_URL: '' }, ['letters']],
  ['no mail server and no mailbox on an open port', { HOST: '0.0.0.0' }, ['letters']],
  ['an open port with the sandbox asked for', { HOST: '0.0.0.0', SANDBOX: '1' }, []],
  ['no public address', { ...SAFE, PUBLIC_URL: '' }, ['public_url']],
  ['plain http', { ...SAFE, PUBLIC_URL: 'http://ostatok.example' }, ['plain_http']],
  ['plain http of this machine alone', { ...SAFE, PUBLIC_URL: 'http://localhost:3000' }, []],
  ['the administrator nobody can write to', { ...SAFE, ADMIN_EMAIL: 'admin@localhost' }, ['admin_email']],
  ['a common password', { ...SAFE, ADMIN_PASSWORD: 'password1234' }, ['admin_password']],
  ['a good password', { ...SAFE, ADMIN_PASSWORD: 'ферма облако трактор' }, []],
  ['venues under the platform’s own user', SAFE, ['hosting'], 1000],
  ['backups anybody reads', { ...SAFE, BACKUP_KEY: '' }, ['backup_key']],
  ['the key beside its backups', { ...SAFE, BACKUP_KEY: '', BACKUP_DIR: '' }, ['secret_beside_backups', 'backup_key']],
  [
    'the key below its backups',
    { ...SAFE, BACKUP_KEY: '', BACKUP_DIR: '/var/lib' },
    ['secret_beside_backups', 'backup_key'],
  ],
  [
    'a neighbour folder that begins alike',
    { ...SAFE, BACKUP_KEY: '', BACKUP_DIR: '/var/lib/ostatok-b' },
    ['backup_key'],
  ],
  ['a key of one’s own', { ...SAFE, BACKUP_KEY: '', BACKUP_DIR: '', SECRET_KEY: 'k'.repeat(32) }, ['backup_key']],
  ['a bucket that is reached by https', { ...SAFE, ...BUCKET, BACKUP_KEY: '' }, ['backup_key']],
  [
    'a bucket that is reached by plain http',
    { ...SAFE, ...BUCKET, S3_ENDPOINT: 'http://storage.example', BACKUP_KEY: '' },
    ['backup_key', 'bucket_http'],
  ],
  ['encrypted backups over plain http', { ...SAFE, ...BUCKET, S3_ENDPOINT: 'http://storage.example' }, []],
  ['a key beside backups that need another', { ...SAFE, BACKUP_DIR: '' }, []],
  ['a sandbox asked for in production', { ...SAFE, SANDBOX: '1' }, ['sandbox']],
  ['venues that only this machine finds', { ...SAFE, BASE_DOMAIN: '' }, ['base_domain']],
  ['a port open beside the proxy', { ...SAFE, HOST: '0.0.0.0' }, ['open_port']],
  ['proxies anywhere', { ...SAFE, HOST: '0.0.0.0', TRUST_PROXY: '0.0.0.0/0' }, ['open_port', 'trust_proxy']],
  ['proxies anywhere in IPv6', { ...SAFE, HOST: '::', TRUST_PROXY: '::/0' }, ['open_port', 'trust_proxy']],
  ['any one proxy before an open port', { ...SAFE, HOST: '0.0.0.0', TRUST_PROXY: '1' }, ['open_port', 'trust_proxy']],
  ['one proxy of this machine', { ...SAFE, TRUST_PROXY: '1' }, []],
  ['every address behind the proxy of this machine', { ...SAFE, TRUST_PROXY: 'loopback,0.0.0.0/0' }, ['trust_proxy']],
  ['the proxy of this machine not believed', { ...SAFE, TRUST_PROXY: '10.0.0.1' }, ['trust_proxy']],
  ['no proxy believed', { ...SAFE, TRUST_PROXY: '0' }, ['trust_proxy']],
  [
    'a public address without NODE_ENV',
    { PUBLIC_URL: 'http://ostatok.example', SANDBOX: '1' },
    [
      'letters',
      'sandbox',
      'plain_http',
      'base_domain',
      'admin_email',
      'hosting',
      'secret_beside_backups',
      'backup_key',
    ],
    1000,
  ],
];
for (const [what, env, ids, uid] of cases) {
  test(`${what}: ${ids.length > 0 ? `found ${ids.join(', ')}` : 'nothing is found'}`, async (t) =>
    t.deepEqual(await idsOf(env, uid), ids));
}

/** Runs `npm start` without npm. */
async function start(env: Record<string, string>): Promise<{ code: number; said: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, ['api/dist/main.mjs'], { cwd: root, env: { PATH, HOME, PORT: '0', ...env } });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, said };
}

test('production refuses to start with all that is unsafe said at once, and leaves nothing behind', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-unsafe-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  const { code, said } = await start({ NODE_ENV: 'production', OSTATOK_HOME: home, ADMIN_PASSWORD: 'password1234' });
  t.is(code, 2);
  t.notRegex(said, /SANDBOX/, 'nothing is advised that production refuses');
  for (const name of ['SMTP_URL', 'PUBLIC_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD', 'BACKUP_DIR'])
    t.regex(said, RegExp(name));
  await t.throwsAsync(chmod(home, 0o755), { code: 'ENOENT' });
});

/** Makes the user an administrator and returns the findings about the platform. */
async function findingsOf(platform: TestPlatform, { userId, token }: TestOwner): Promise<Finding[]> {
  await platform.db('users').where({ id: userId }).update({ role: 'admin' });
  return (await call(platform.url, 'GET', '/api/test/security', { token })).body.findings;
}

test('administrators need a second factor where strangers may come, whatever NODE_ENV says, unless told otherwise', (t) => {
  const required = (env: Record<string, string>) => requiresAdminFactor(loadConfig(platformEnvSchema, env));
  const opens: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://ostatok.example' },
    { NODE_ENV: 'development', BASE_DOMAIN: 'bars.example' },
  ];
  for (const open of opens) {
    t.true(required(open), JSON.stringify(open));
    t.false(required({ ...open, REQUIRE_ADMIN_2FA: '0' }));
  }
  t.false(required({}));
  t.false(required({ HOST: '0.0.0.0' }), 'of this machine or its network alone');
  t.true(required({ REQUIRE_ADMIN_2FA: '1' }));
});

test('accounts of administrators are looked at: who cannot be written to, who has no second step', async (t) => {
  const platform = await startTestPlatform({ BASE_DOMAIN: 'ostatok.example', REQUIRE_ADMIN_2FA: '1' });
  t.teardown(() => platform.stop());
  const [admin, left, looker] = [await newOwner(platform), await newOwner(platform), await newOwner(platform)];
  const confirmed_at = new Date();
  const totp = { secret_sealed: '', created_at: new Date() };
  await platform.db('totp_factors').insert({ ...totp, id: randomUUID(), user_id: looker.userId, confirmed_at });
  const found = async () =>
    (await findingsOf(platform, looker))
      .filter(({ id }) => id.startsWith('administrator_'))
      .map(({ id, message }) => `${id} ${/\S+@\S+/.exec(message)}`);
  await platform.db('users').where({ id: left.userId }).update({ role: 'admin', status: 'blocked' });
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin', email: 'admin@localhost' });
  t.deepEqual(await found(), ['administrator_address admin@localhost', 'administrator_factor admin@localhost']);
  await platform.db('users').where({ id: admin.userId }).update({ email: admin.email });
  await platform.db('totp_factors').insert({ ...totp, id: randomUUID(), user_id: admin.userId });
  t.deepEqual(await found(), [`administrator_factor ${admin.email}`]);
  await platform.db('totp_factors').update({ confirmed_at });
  t.deepEqual(await found(), []);
});

test('a replaced SECRET_KEY is told of until nothing needs the one before it and it is gone', async (t) => {
  const [before, present] = [randomUUID(), randomUUID()];
  const platform = await startTestPlatform({}, { secretKey: present, previousKeys: [before] });
  t.teardown(() => platform.stop());
  const owner = await newOwner(platform);
  const ids = async () => (await findingsOf(platform, owner)).map(({ id }) => id);
  t.deepEqual(await ids(), ['previous_key']);
  const secret_sealed = createSecrets(before).seal('GEZDGNBVGY3TQOJQ', 'totp');
  await platform
    .db('totp_factors')
    .insert({ id: randomUUID(), user_id: owner.userId, secret_sealed, created_at: new Date() });
  t.deepEqual(await ids(), ['sealed_otherwise']);
});

test('an administrator reads what is unsafe of the running installation; an owner does not', async (t) => {
  const platform = await startTestPlatform({
    PUBLIC_URL: 'https://127.0.0.1.nip.invalid',
    REQUIRE_ADMIN_2FA: '0',
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  t.teardown(() => platform.stop());
  const owner = await newOwner(platform);
  t.is((await owner.call('GET', '/api/test/security')).status, 403);
  const findings = await findingsOf(platform, owner);
  const ids = findings.map(({ id }) => id);
  for (const id of ['tls', 'smtp', 'admin_email', 'secret_beside_backups', 'base_domain']) t.true(ids.includes(id), id);
  for (const { message, advice } of findings) t.regex(message + advice, /[а-я]/);
});
