import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { uidBaseOf } from '../../../api/src/hosting/users.ts';
import { ask, withProcessHost } from '../../support/hosting/process-fixture.ts';
import { until as untilThat } from '../../support/run/until.ts';

const until = (holds: () => boolean | Promise<boolean>): Promise<void> => untilThat(holds, 'what the test says');

test('a venue sees its own environment and nothing of the platform', async (t) => {
  await withProcessHost(async ({ host, spec }) => {
    process.env.PLATFORM_SECRET_OF_TEST = 'must not be seen';
    const { endpoint } = await host.start(spec({ TIMEZONE: 'Asia/Omsk' }));

    const env = await ask<Record<string, string>>(endpoint, '/env');

    t.is(env.TIMEZONE, 'Asia/Omsk');
    t.deepEqual(await ask(endpoint, '/secrets'), { BOT_TOKEN: 'its own' });
    t.deepEqual(
      Object.keys(env)
        .filter((name) => !name.startsWith('NODE_'))
        .sort(),
      [
        'HOST',
        'MALLOC_ARENA_MAX',
        'MALLOC_MMAP_THRESHOLD_',
        'MALLOC_TRIM_THRESHOLD_',
        'SECRETS_FILE',
        'TENANT_ID',
        'TIMEZONE',
        'TMPDIR',
      ],
    );
  });
});

test('a venue reads and writes in its own folder alone', async (t) => {
  await withProcessHost(async ({ host, spec, home }) => {
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
    await withProcessHost(async ({ host, spec, home }) => {
      const { endpoint } = await host.start(spec());

      t.like(await ask(endpoint, '/who'), { uid: uidBaseOf(home) + 7 });
    });
  },
);

test('starting twice, also at once, is one process', async (t) => {
  await withProcessHost(async ({ host, spec }) => {
    const [first, second] = await Promise.all([host.start(spec()), host.start(spec())]);
    const third = await host.start(spec());

    t.is(first.endpoint, second.endpoint);
    t.is(first.endpoint, third.endpoint);
    t.is((await host.list()).length, 1);
  });
});

test('a crashed venue comes back, and the new address is told', async (t) => {
  await withProcessHost(async ({ host, spec, moves }) => {
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
  await withProcessHost(async ({ host, spec }) => {
    await t.throwsAsync(() => host.start(spec({ BROKEN: '1' })), { message: /before it listened/ });

    await until(async () => (await host.state('tenant1')) === 'asleep');
    t.regex((await host.logs('tenant1', 50)).join('\n'), /broken on purpose/);
    t.truthy((await host.start(spec())).endpoint);
  });
});

test('what a venue takes of processor and memory is of all its processes', async (t) => {
  await withProcessHost(async ({ host, spec }) => {
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
  await withProcessHost(async ({ host, spec }) => {
    await host.start(spec({ WARN: 'DEP0040,DEP0169,DEP0106' }));

    const log = async () => (await host.logs('tenant1', 50)).join('\n');
    await until(async () => (await log()).includes('DEP0106'));
    t.notRegex(await log(), /DEP0040|DEP0169/);
  });
});

test('a stopped venue stays stopped, and one that does not listen to reason is killed', async (t) => {
  await withProcessHost(async ({ host, spec, moves }) => {
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
    await withProcessHost(async ({ home, again }) => {
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
  await withProcessHost(async ({ host, spec, home }) => {
    await host.start(spec());
    t.regex(await readFile(join(home, 'tenants/tenant1.log'), 'utf8'), /ready/);
    await host.stop('tenant1');

    await host.forget('tenant1');

    t.deepEqual(await host.logs('tenant1', 10), []);
  });
});

test('what was compiled of another release goes when nothing of the venue runs, and what runs keeps its own', async (t) => {
  await withProcessHost(async ({ host, spec, home }) => {
    const cache = join(home, 'tenants/tenant1/cache');
    const { endpoint } = await host.start(spec());
    t.is(await ask(endpoint, `/write?path=${join(cache, 'of-another-release')}`), 'written');

    await host.startBeside(spec());
    t.true((await readdir(cache)).includes('of-another-release'), 'the first may still need it');
    await host.stop('tenant1');
    await host.start(spec());

    t.deepEqual(
      (await readdir(cache)).filter((name) => name !== spec().release),
      [],
    );
  });
});

for (const claim of ['80@elsewhere.example', '0', 'x', '']) {
  test(`a venue that claims the port "${claim}" is not believed`, (t) =>
    withProcessHost(async ({ host, spec }) => {
      await t.throwsAsync(host.start(spec({ CLAIM: claim })), { message: /told no port/ });
      await until(async () => (await host.list()).length === 0);
    }));
}

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux(
  'a venue listens at the address that the installation names, where other machines reach it, and at no other',
  (t) =>
    withProcessHost(async ({ host, spec }) => {
      const { endpoint } = await host.start(spec());
      t.regex(endpoint, /^http:\/\/127\.0\.0\.2:\d+$/);
      t.is((await fetch(`${endpoint}/healthz`)).status, 200);
      await t.throwsAsync(fetch(endpoint.replace('127.0.0.2', '127.0.0.1')));
    }, '127.0.0.2'),
);
