import { chmod, chown, copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Fixture, type Ran, spec, withSpawner } from '../../support/hostile/hostile-host.ts';
import { isLive, livesAs, statusOf } from '../../support/run/processes.ts';
import { until } from '../../support/run/until.ts';

/** Only root can run tenants as users of their own. */
const asRoot = process.getuid?.() === 0 && process.platform === 'linux' ? test : test.skip;

asRoot('a venue has a user of its own, no rights of root, and never gains any', async (t) => {
  const { venue, uidBase, folder } = await withSpawner(t);
  const ask = await venue(7);
  const ran: Ran = await ask('sh', 'echo $PPID');
  const status = await statusOf(Number(ran.out));
  const asked = join(folder, 'id-of-root');
  await copyFile('/usr/bin/id', asked);
  await chmod(asked, 0o4755);

  t.regex(status, new RegExp(`^Uid:\\s+${uidBase + 7}\\s+${uidBase + 7}\\s+${uidBase + 7}`, 'm'));
  for (const set of ['CapInh', 'CapPrm', 'CapEff', 'CapAmb']) t.regex(status, new RegExp(`^${set}:\\s+0+$`, 'm'), set);
  t.regex(status, /^NoNewPrivs:\s+1$/m);
  t.regex(status, /^Groups:\s*$/m);
  t.is(await ask('setuid', 0), 'EPERM' as never);
  t.is(((await ask('sh', `${asked} -u`)) as Ran).out.trim(), String(uidBase + 7));
  t.not(((await ask('sh', 'chown 0 "$TMPDIR"')) as Ran).status, 0);
});

const reads: [string, (f: Fixture, pids: Pids) => string][] = [
  ["the platform's key", ({ home }) => `cat ${home}/secrets/secret-key`],
  ["the names of the platform's secrets", ({ home }) => `ls ${home}/secrets`],
  ["the platform's log", ({ home }) => `cat ${home}/platform.log`],
  ["the platform's environment", (_f, { platform }) => `cat /proc/${platform}/environ`],
  ["the platform's memory", (_f, { platform }) => `cat /proc/${platform}/maps; head -c1 /proc/${platform}/mem`],
  ["the spawner's environment", (_f, { spawner }) => `cat /proc/${spawner}/environ`],
  ["another venue's environment", (_f, { other }) => `cat /proc/${other}/environ`],
  ["another venue's memory", (_f, { other }) => `cat /proc/${other}/maps`],
  ["another venue's open files", (_f, { other }) => `ls /proc/${other}/fd`],
  ["another venue's files", ({ home }) => `cat ${home}/tenants/tvenue00002/tmp/own`],
  ["another venue's folder", ({ home }) => `ls ${home}/tenants/tvenue00002 ; ls ${home}/tenants/tvenue00002/tmp`],
  ['who else is there', ({ home }) => `ls ${home}/tenants`],
  ["another venue's log", ({ home }) => `cat ${home}/tenants/tvenue00002.log`],
  ["the system's passwords", () => 'cat /etc/shadow'],
];

const writes: [string, (f: Fixture) => string][] = [
  ["the platform's home", ({ home }) => `touch ${home}/x`],
  ['the folder of all venues', ({ home }) => `touch ${home}/tenants/x`],
  ['its own folder beside what it was given', ({ home }) => `touch ${home}/tenants/tvenue00001/x`],
  ["another venue's folder", ({ home }) => `touch ${home}/tenants/tvenue00002/tmp/x`],
  ["another venue's name", ({ home }) => `mv ${home}/tenants/tvenue00002 ${home}/tenants/tvenue00001/tmp/`],
  ['the code that venues run', ({ folder }) => `echo x >> ${folder}/main.mjs`],
  ["the machine's settings", () => 'echo 1 > /proc/sys/kernel/core_pattern'],
];

interface Pids {
  platform: number;
  spawner: number;
  other: number;
}

async function withTwo(t: ExecutionContext) {
  const fixture = await withSpawner(t);
  const [ask, other] = [await fixture.venue(1), await fixture.venue(2)];
  const pidOf = async (who: typeof ask, word: string): Promise<number> => Number(((await who('sh', word)) as Ran).out);
  await other('sh', 'echo own > "$TMPDIR/own"');
  const mine = await pidOf(ask, 'echo $PPID');
  const spawner = Number(/^PPid:\s+(\d+)/m.exec(await statusOf(mine))?.[1]);
  return { fixture, ask, other, pids: { platform: process.pid, spawner, other: await pidOf(other, 'echo $PPID') } };
}

asRoot('a venue reads nothing of the platform and nothing of another venue, by a child process neither', async (t) => {
  const { fixture, ask, pids } = await withTwo(t);

  for (const [what, script] of reads) {
    const { status, out }: Ran = await ask('sh', script(fixture, pids));
    t.not(status, 0, what);
    t.regex(out, /Permission denied|Operation not permitted/, `${what}: ${out}`);
    t.notRegex(out, /platform's key|secret of|own\n/, what);
  }
});

asRoot('a venue writes nowhere but into the two folders that it is given', async (t) => {
  const { fixture, ask } = await withTwo(t);

  for (const [what, script] of writes) t.not(((await ask('sh', script(fixture))) as Ran).status, 0, what);
  t.is(((await ask('sh', 'touch "$TMPDIR/x"')) as Ran).status, 0);
});

asRoot('a venue ends no process but its own', async (t) => {
  const { ask, pids } = await withTwo(t);

  for (const [who, pid] of Object.entries(pids)) t.is(await ask('kill', pid), 'EPERM' as never, who);
  t.is(await ask('kill', 1), 'EPERM' as never);
});

asRoot('a venue that multiplies comes to its limit, and nothing of it is left when it is stopped', async (t) => {
  const { host, venue, uidBase } = await withSpawner(t);
  const ask = await venue(1);

  const pids: number[] = await ask('bomb', 300);

  t.true(pids.length < 128, `${pids.length} processes`);
  t.true(pids.length > 10);
  await host.stop('tvenue00001');
  for (const pid of pids) t.false(await livesAs(pid, uidBase + 1));
  t.truthy((await host.start(spec(1))).endpoint);
});

asRoot(
  'a venue that takes memory, files and room without end comes to its limits, and cannot raise them',
  async (t) => {
    const { venue } = await withSpawner(t);
    const ask = await venue(1);

    t.not(
      await ask('node', 'const all = []; for (let i = 0; i < 40; i += 1) all.push(Buffer.alloc(64 << 20));'),
      0 as never,
    );
    t.regex(
      ((await ask('sh', 'truncate -s 300M "$TMPDIR/big"; ls "$TMPDIR"')) as Ran).out,
      /File (size limit|too large)/i,
    );
    t.is(((await ask('sh', 'ulimit -n; ulimit -c')) as Ran).out, '4096\n0\n');
    t.not(((await ask('sh', 'ulimit -Hn 100000')) as Ran).status, 0);
    t.not(((await ask('sh', 'prlimit --pid $PPID --nproc=unlimited')) as Ran).status, 0);
  },
);

asRoot('what a venue says over its channel is no request to root, and too much of it ends the venue', async (t) => {
  const { host, spawner, home, venue } = await withSpawner(t);
  const ask = await venue(1);
  await mkdir(join(home, 'tenants/tvenue00009/tmp'), { recursive: true });

  for (const forged of [
    { call: 1, launch: spec(9) },
    { call: 2, empty: join(home, 'tenants/tvenue00009') },
  ]) {
    t.not(await ask('say', `${JSON.stringify(forged)}\n`), 'EPERM' as never);
  }
  t.is((await host.list()).length, 1);
  await ask('flood', 4_000_000).catch(() => undefined);

  t.truthy((await host.start(spec(2))).endpoint);
  t.is(await Promise.race([spawner.ended.then(() => 'ended'), 'runs']), 'runs');
});

asRoot('what a venue has locked up is removed all the same, and what its links point to is not', async (t) => {
  const { host, home, venue, folder } = await withSpawner(t);
  const ask = await venue(1);
  const precious = join(folder, 'precious');
  await mkdir(precious);
  await writeFile(join(precious, 'file'), 'kept');
  await ask('sh', `cd "$TMPDIR"; ln -s ${precious} link; mkdir -p a/b; touch a/b/c; chmod 0 a/b a`);

  await host.stop('tvenue00001');
  await host.forget('tvenue00001');

  await t.throwsAsync(stat(join(home, 'tenants/tvenue00001')), { code: 'ENOENT' });
  t.is(await readFile(join(precious, 'file'), 'utf8'), 'kept');
});

asRoot('a folder that is not the platform’s to give is not given to a venue', async (t) => {
  const { host, home, folder } = await withSpawner(t);
  const others = join(folder, 'others');
  await mkdir(others);
  await chown(others, 12_345, 12_345);
  await mkdir(join(home, 'tenants/tvenue00003'), { recursive: true });
  await rm(join(home, 'tenants/tvenue00003/tmp'), { recursive: true, force: true });
  await mkdir(join(home, 'tenants/tvenue00003/tmp'));
  await chown(join(home, 'tenants/tvenue00003/tmp'), 12_345, 12_345);

  await t.throwsAsync(host.start(spec(3)), { message: /not a folder to be given away/ });

  t.is((await stat(join(home, 'tenants/tvenue00003/tmp'))).uid, 12_345);
});

asRoot('a spawner that is killed takes its venues with it, and its platform hears of it', async (t) => {
  const { host, spawner, venue } = await withSpawner(t);
  const ask = await venue(1);
  const pid = Number(((await ask('sh', 'echo $PPID')) as Ran).out);
  const spawnerPid = Number(/^PPid:\s+(\d+)/m.exec(await statusOf(pid))?.[1]);

  process.kill(spawnerPid, 'SIGKILL');
  await spawner.ended;

  await until(async () => !(await isLive(pid)), 'the end of the venue');
  await t.throwsAsync(host.start(spec(2)), { message: /spawner has ended/ });
});

asRoot('a spawner whose platform is gone ends its venues and itself', async (t) => {
  const { spawner, venue } = await withSpawner(t);
  const ask = await venue(1);
  const pid = Number(((await ask('sh', 'echo $PPID')) as Ran).out);

  await spawner.close();

  t.false(await isLive(pid));
});

asRoot('a venue that is stopped, crashes or is asked for its log is as ever', async (t) => {
  const { host, venue } = await withSpawner(t);
  const ask = await venue(1);

  t.deepEqual(await host.logs('tvenue00001', 5), ['ready']);
  t.true((await host.diskUse('tvenue00001')) > 0);
  await ask('sh', 'kill -9 $PPID').catch(() => undefined);
  const isBack = async () => (await host.list())[0]?.crashes === 1 && (await host.state('tvenue00001')) === 'running';
  await until(isBack, 'the venue again');
  await host.stop('tvenue00001');
  t.is(await host.state('tvenue00001'), 'asleep');
});
