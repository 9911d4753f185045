import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { findTools } from '../../../api/src/hosting/confinement.ts';
import type { Host, TenantSpec } from '../../../api/src/hosting/host.ts';
import { createLauncher } from '../../../api/src/hosting/launcher.ts';
import { createProcessHost } from '../../../api/src/hosting/process-host.ts';
import { releaseOf } from '../../../api/src/hosting/release.ts';
import { uidBaseOf } from '../../../api/src/hosting/users.ts';

/** A tenant's process as far as a host can see: it listens, reports its port, and does what requests ask. */
const program = `
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
const attempt = (act) => { try { return act(); } catch (error) { return error.code; } };
const answers = {
  '/env': () => process.env,
  '/secrets': () => JSON.parse(readFileSync(0, 'utf8')),
  '/who': () => ({ uid: process.getuid?.(), pid: process.pid }),
  '/read': (path) => attempt(() => readFileSync(path, 'utf8')),
  '/write': (path) => attempt(() => writeFileSync(path, 'x')) ?? 'written',
  '/healthz': () => { if (process.env.SICK) throw new Error('sick'); },
  '/die': () => process.exit(3),
  '/spawn': () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }).pid,
};
const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://x');
  res.end(JSON.stringify(answers[pathname](searchParams.get('path')) ?? null));
});
for (const code of (process.env.WARN ?? '').split(',').filter(Boolean)) process.emitWarning('old ' + code, 'DeprecationWarning', code);
if (process.env.BROKEN) throw new Error('broken on purpose');
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => { if (!process.env.STUBBORN) process.exit(0); });
server.listen(0, '127.0.0.1', () => { console.log('ready'); process.send(null); process.send({ type: 'listening', port: process.env.CLAIM ?? server.address().port }); });
`;

interface Fixture {
  host: Host;
  home: string;
  moves: (string | null)[];
  spec: (extra?: Record<string, string>) => TenantSpec;
  /** The host of a platform that is started after this one. */
  again: () => Host;
}

async function withHost(use: (fixture: Fixture) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-host-'));
  await chmod(folder, 0o755);
  const bundle = join(folder, 'main.mjs');
  await writeFile(bundle, program);
  const moves: (string | null)[] = [];
  const home = join(folder, 'home');
  await mkdir(home);
  const uidBase = uidBaseOf(home);
  const runtime = { bundle, readable: [bundle] };
  const service = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const options = {
    home,
    built: folder,
    packages: join(folder, 'node_modules'),
    launcher: createLauncher({ home, runtime, uidBase, service, tools: findTools() }),
    log: createLog('host', 'silent'),
    onMoved: (_id: string, endpoint: string | null) => moves.push(endpoint),
  };
  const host = createProcessHost(options);
  try {
    await use({
      again: () => createProcessHost(options),
      host,
      home,
      moves,
      spec: (extra = {}) => ({
        id: 'tenant1',
        number: 7,
        release: releaseOf(folder),
        env: { TENANT_ID: 'tenant1', ...extra },
        secrets: { BOT_TOKEN: 'its own' },
      }),
    });
  } finally {
    await host.detach();
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask<T>(endpoint: string, path: string): Promise<T> {
  return (await fetch(endpoint + path)).json() as Promise<T>;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('not in time');
    await sleep(20);
  }
}

test('a venue sees its own environment and nothing of the platform', async (t) => {
  await withHost(async ({ host, spec }) => {
    process.env.PLATFORM_SECRET_OF_TEST = 'must not be seen';
    const { endpoint } = await host.start(spec({ TIMEZONE: 'Asia/Omsk' }));

    const env = await ask<Record<string, string>>(endpoint, '/env');

    t.is(env.TIMEZONE, 'Asia/Omsk');
    t.deepEqual(await ask(endpoint, '/secrets'), { BOT_TOKEN: 'its own' });
    t.deepEqual(
      Object.keys(env)
        .filter((name) => !name.startsWith('NODE_'))
        .sort(),
      ['MALLOC_ARENA_MAX', 'SECRETS_FILE', 'TENANT_ID', 'TIMEZONE', 'TMPDIR'],
    );
  });
});

test('a venue reads and writes in its own folder alone', async (t) => {
  await withHost(async ({ host, spec, home }) => {
    const { endpoint } = await host.start(spec());
    const secret = join(home, 'secret');
    await writeFile(secret, 'of the platform');
    const [own] = [join(home, 'tenants/tenant1/tmp/file')];

    t.is(await ask(endpoint, `/write?path=${own}`), 'written');
    t.is(await ask(endpoint, `/read?path=${own}`), 'x');
    for (const path of [secret, '/etc/passwd', join(home, 'tenants/other')]) {
      t.is(await ask(endpoint, `/read?path=${path}`), 'ERR_ACCESS_DENIED', path);
      t.is(await ask(endpoint, `/write?path=${path}`), 'ERR_ACCESS_DENIED', path);
    }
  });
});

(process.getuid?.() === 0 ? test : test.skip)(
  'where the platform is root, a venue has a user of its own',
  async (t) => {
    await withHost(async ({ host, spec, home }) => {
      const { endpoint } = await host.start(spec());

      t.like(await ask(endpoint, '/who'), { uid: uidBaseOf(home) + 7 });
    });
  },
);

test('starting twice, also at once, is one process', async (t) => {
  await withHost(async ({ host, spec }) => {
    const [first, second] = await Promise.all([host.start(spec()), host.start(spec())]);
    const third = await host.start(spec());

    t.is(first.endpoint, second.endpoint);
    t.is(first.endpoint, third.endpoint);
    t.is((await host.list()).length, 1);
  });
});

test('a crashed venue comes back, and the new address is told', async (t) => {
  await withHost(async ({ host, spec, moves }) => {
    const { endpoint } = await host.start(spec());

    await ask(endpoint, '/die').catch(() => undefined);
    await until(() => moves.length === 2);

    t.is(moves[0], null);
    t.truthy(moves[1]);
    t.is(await host.state('tenant1'), 'running');
    t.like((await host.list())[0], { crashes: 1, endpoint: moves[1] });
  });
});

test('a venue that cannot start is reported, not started again and again', async (t) => {
  await withHost(async ({ host, spec }) => {
    await t.throwsAsync(() => host.start(spec({ BROKEN: '1' })), { message: /before it listened/ });

    await until(async () => (await host.state('tenant1')) === 'asleep');
    t.regex((await host.logs('tenant1', 50)).join('\n'), /broken on purpose/);
    t.truthy((await host.start(spec())).endpoint);
  });
});

test('what a venue takes of processor and memory is of all its processes', async (t) => {
  await withHost(async ({ host, spec }) => {
    const { endpoint } = await host.start(spec());
    const [alone] = (await host.load?.('now')) ?? [];

    await ask(endpoint, '/spawn');

    await until(async () => {
      const [both] = (await host.load?.('now')) ?? [];
      return Number(both?.memory_bytes) > Number(alone?.memory_bytes) * 1.3 && Number(both?.cpu_percent) >= 10;
    });
    t.is((await host.load?.('now'))?.length, 1);

    await host.load?.('sinceLast');
    await until(async () => Number((await host.load?.('sinceLast'))?.[0]?.cpu_percent) >= 10);
  });
});

test("a venue's log holds no warning of what its packages call, and every other one", async (t) => {
  await withHost(async ({ host, spec }) => {
    await host.start(spec({ WARN: 'DEP0040,DEP0169,DEP0106' }));

    const log = async () => (await host.logs('tenant1', 50)).join('\n');
    await until(async () => (await log()).includes('DEP0106'));
    t.notRegex(await log(), /DEP0040|DEP0169/);
  });
});

test('a stopped venue stays stopped, and one that does not listen to reason is killed', async (t) => {
  await withHost(async ({ host, spec, moves }) => {
    const { endpoint } = await host.start(spec({ STUBBORN: '1' }));
    const { pid } = await ask<{ pid: number }>(endpoint, '/who');

    await host.stop('tenant1');

    t.is(await host.state('tenant1'), 'asleep');
    t.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    t.deepEqual(moves, []);
    await host.stop('tenant1');
  });
});

(process.platform === 'linux' ? test : test.skip)(
  'what an earlier platform left hanging is killed by the next, and a stranger under its pid is not',
  async (t) => {
    await withHost(async ({ home, again }) => {
      const idle = ['-e', 'setInterval(() => undefined, 1000)'];
      const hanging = spawn(process.execPath, idle, { env: { TENANT_ID: 'left' }, stdio: 'ignore' });
      const stranger = spawn(process.execPath, idle, { env: {}, stdio: 'ignore' });
      await writeFile(join(home, `tenants/left.${hanging.pid}.pid`), '0');
      await writeFile(join(home, `tenants/gone.${stranger.pid}.pid`), '0');

      again();
      await once(hanging, 'exit');

      t.is(hanging.signalCode, 'SIGKILL');
      t.is(stranger.exitCode ?? stranger.signalCode, null);
      stranger.kill('SIGKILL');
    });
  },
);

test('what it keeps for a venue is removed when it is forgotten', async (t) => {
  await withHost(async ({ host, spec, home }) => {
    await host.start(spec());
    t.regex(await readFile(join(home, 'tenants/tenant1.log'), 'utf8'), /ready/);
    await host.stop('tenant1');

    await host.forget('tenant1');

    t.deepEqual(await host.logs('tenant1', 10), []);
  });
});

for (const claim of ['80@elsewhere.example', '0', 'x', '']) {
  test(`a venue that claims the port "${claim}" is not believed`, (t) =>
    withHost(async ({ host, spec }) => {
      await t.throwsAsync(host.start(spec({ CLAIM: claim })), { message: /told no port/ });
      await until(async () => (await host.list()).length === 0);
    }));
}
