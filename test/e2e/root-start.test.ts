import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { uidBaseOf } from '../../api/src/hosting/users.ts';
import { answers, newHome, postgresPid, start, untilIntroduced } from '../support/platform/started-platform.ts';
import { childrenOf, isLive, statusOf } from '../support/run/processes.ts';
import { until } from '../support/run/until.ts';

const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? test : test.skip;

async function spawnerOf(platform: number): Promise<number> {
  for (const pid of await childrenOf(platform)) {
    if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('spawner.ts')) return pid;
  }
  return 0;
}

asRoot(
  'started by root, the platform goes on as nobody in particular, and everything is kept by that user',
  async (t) => {
    t.timeout(600_000);
    const { home, port, env } = await newHome();
    // as a release that kept running as root has left it
    const uid = uidBaseOf(home);
    await mkdir(join(home, 'secrets'), { mode: 0o700 });
    await writeFile(join(home, 'secrets/secret-key'), 'k'.repeat(43), { mode: 0o600 });
    await mkdir(join(home, 'backups/platform'), { recursive: true, mode: 0o700 });
    await mkdir(join(home, 'tenants/told0000001/tmp'), { recursive: true });
    execFileSync('chown', ['-R', '200001:200001', join(home, 'tenants/told0000001')]);
    let running = start(env);
    try {
      await until(() => /Демо-заведение {2}http/.test(running.output()), 'the demo', 600_000);
      const platform = running.child.pid ?? 0;
      const status = await statusOf(platform);
      t.regex(status, new RegExp(`^Uid:\\s+${uid}\\s+${uid}\\s+${uid}\\s+${uid}$`, 'm'));
      t.regex(status, /^CapPrm:\s+0+$/m);
      t.regex(status, /^CapEff:\s+0+$/m);
      for (const name of [
        '.',
        'secrets',
        'secrets/secret-key',
        'backups/platform',
        'tenants/told0000001',
        'platform.log',
      ]) {
        t.is((await stat(join(home, name))).uid, uid, name);
      }
      await t.throwsAsync(stat(join(home, 'tenants/told0000001/tmp')), { code: 'ENOENT' });

      const spawner = await spawnerOf(platform);
      t.regex(await statusOf(spawner), /^Uid:\s+0\s/m);
      const venues = await childrenOf(spawner);
      t.is(venues.length, 1);
      t.regex(await statusOf(venues[0] ?? 0), new RegExp(`^Uid:\\s+${uid + 1}\\s`, 'm'));

      const database = (await postgresPid(home)) ?? 0;
      process.kill(database, 'SIGKILL');
      await until(async () => ((await postgresPid(home)) ?? database) !== database, 'another database');

      running.child.kill('SIGKILL');
      await running.ended;
      await until(
        async () => !(await isLive(spawner)) && !(await isLive(venues[0] ?? 0)),
        'the end of the spawner and the venue',
      );

      running = start(env);
      await until(() => answers(port), 'it answers after kill -9');
      process.kill(await spawnerOf(running.child.pid ?? 0), 'SIGKILL');
      t.is(await running.ended, 1);

      running = start(env);
      await untilIntroduced(running, port);
      running.child.kill('SIGTERM');
      t.is(await running.ended, 0);
      t.is(await postgresPid(home), undefined);
    } finally {
      running.child.kill('SIGTERM');
      await running.ended;
      await rm(home, { recursive: true, force: true });
    }
  },
);

/** The uid of a system user; the tests use some that every Debian has. */
const idOf = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name}:[^:]*:(\\d+):`, 'm').exec(await readFile('/etc/passwd', 'utf8'))?.[1]);

asRoot(
  'under another OSTATOK_USER than before, everything is kept by that one, also after a start cut short',
  async (t) => {
    t.timeout(180_000);
    const { home, port, env } = await newHome();
    const backups = `${home}-backups`;
    const options = { ...env, OSTATOK_DEMO: '0', BACKUP_DIR: backups };
    const kept = [
      home,
      join(home, 'secrets/secret-key'),
      join(home, 'platform.log'),
      backups,
      join(backups, 'platform'),
    ];
    const runAs = async (user: Record<string, string>, uid: number): Promise<void> => {
      const running = start({ ...options, ...user });
      await untilIntroduced(running, port);
      for (const path of kept) t.is((await stat(path)).uid, uid, path);
      running.child.kill('SIGTERM');
      t.is(await running.ended, 0);
    };
    await mkdir(join(backups, 'platform'), { recursive: true, mode: 0o700 });
    try {
      await runAs({ OSTATOK_USER: 'games' }, await idOf('games'));
      await runAs({ OSTATOK_USER: 'daemon' }, await idOf('daemon'));
      // as a start that was interrupted while it changed owners has left it
      await chown(join(home, 'secrets'), await idOf('games'), 0);
      await chown(home, await idOf('games'), 0);
      await runAs({ OSTATOK_USER: 'daemon' }, await idOf('daemon'));
      await runAs({}, uidBaseOf(home));
    } finally {
      for (const folder of [home, backups]) await rm(folder, { recursive: true, force: true });
    }
  },
);

asRoot('root is refused what it must not give away, in words, and changes nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-root-'));
  const others = join(folder, 'others');
  await mkdir(others);
  await writeFile(join(others, 'letters.txt'), 'somebody’s');
  const refused = async (env: Record<string, string>): Promise<string> => {
    const running = start({ PORT: '0', ...env });
    t.is(await running.ended, 1);
    return running.output();
  };

  const closed = await refused({ OSTATOK_HOME: join(folder, 'home') });
  t.true(closed.includes(`chmod o+x ${folder}`), closed);
  t.is((await stat(folder)).mode & 0o777, 0o700);
  await chmod(folder, 0o755);
  t.regex(await refused({ OSTATOK_HOME: others }), /занята другим. Задайте OSTATOK_HOME/);
  t.regex(await refused({ OSTATOK_HOME: '/' }), /занята другим/);
  t.regex(await refused({ OSTATOK_HOME: join(folder, 'home'), OSTATOK_USER: 'nobody-at-all' }), /нет пользователя/);
  t.regex(await refused({ OSTATOK_HOME: join(folder, 'home'), OSTATOK_USER: 'root' }), /нужен обычный пользователь/);

  t.deepEqual(await readdir(others), ['letters.txt']);
  t.is((await stat(others)).uid, 0);
  await rm(folder, { recursive: true, force: true });
});
