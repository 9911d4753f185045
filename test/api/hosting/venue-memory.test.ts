import { existsSync, mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { openControlGroups, removeControlGroups } from '../../../api/src/hosting/control-groups.ts';
import { type Ran, withSpawner } from '../../support/hostile/hostile-host.ts';
import { root } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

const limits = { memoryMb: 256, tasks: 48 };

function isAvailable(): boolean {
  if (process.getuid?.() !== 0) return false;
  const groups = openControlGroups(`ostatok-probe-${process.pid}`, limits);
  if (groups) removeControlGroups(groups, true);
  return groups !== undefined;
}

/** Runs only as root on a machine with control groups that can be divided. */
const grouped = isAvailable() ? test : test.skip;

const pidOf = async (ask: (act: string, it: string) => Promise<never>): Promise<string> =>
  ((await ask('sh', 'echo $PPID')) as Ran).out;

grouped('a venue that takes more memory than it may is ended alone, comes back, and its log says why', async (t) => {
  const { host, venue } = await withSpawner(t, limits);
  const [ask, other] = [await venue(1), await venue(2)];
  const neighbour = await pidOf(other);

  await ask('eat', 400).catch(() => undefined);

  const isBack = async () =>
    (await host.state('tvenue00001')) === 'running' && (await host.list()).some((v) => v.crashes);
  await until(isBack, 'the venue again');
  const hosted = (await host.list()).find(({ id }) => id === 'tvenue00001');
  t.like(hosted, { crashes: 1, outOfMemory: true });
  t.regex((await host.logs('tvenue00001', 5)).join(), /не хватило памяти/);
  t.is(await pidOf(other), neighbour);
});

grouped('a venue and all that it has started share one limit of memory and of tasks', async (t) => {
  const { host, venue, groups } = await withSpawner(t, limits);
  const ask = await venue(1);

  await ask('sh', 'for i in 1 2 3 4; do head -c 100M /dev/zero | tail -c 100M > /dev/null & done; wait');
  const pids: number[] = await ask('bomb', 100);

  t.true(pids.length < limits.tasks, `${pids.length} processes`);
  t.regex(await readFile(join(groups.memory, 'venue-1', oomFile(groups.version)), 'utf8'), /^oom_kill [1-9]/m);
  await host.stop('tvenue00001');
  for (const parent of [groups.memory, groups.pids]) t.false(existsSync(join(parent, 'venue-1')));
});

grouped('a venue neither leaves its group nor raises its limits', async (t) => {
  const { venue, groups } = await withSpawner(t, limits);
  const ask = await venue(1);

  for (const [path, value] of [
    [join(groups.memory, 'cgroup.procs'), '$PPID'],
    [join(groups.pids, 'venue-1/pids.max'), 'max'],
    [join(groups.memory, 'venue-1', groups.version === 2 ? 'memory.max' : 'memory.limit_in_bytes'), '999999999999'],
  ]) {
    const { status, out } = (await ask('sh', `echo ${value} > ${path}`)) as Ran;
    t.not(status, 0, path);
    t.regex(out, /Permission denied/, path);
  }
});

grouped('a workbook that explodes ends its own process alone, with a refusal, and the venue lives', async (t) => {
  const { host, venue, folder } = await withSpawner(t, limits, [join(root, 'kit'), join(root, 'node_modules')]);
  const ask = await venue(1);
  const worker = join(folder, 'worker.ts');
  await writeFile(
    worker,
    `import { serveJob } from '${root}/kit/node/workbooks/worker.ts';
     serveJob(async () => { const all = []; for (;;) all.push(Buffer.alloc(4 << 20, 1)); });`,
  );
  const venuePid = await pidOf(ask);
  // the tenant is the larger of the two when memory runs out
  await ask('eat', 140);

  const refusal = await ask('work', `${root}/kit/node/workbooks/worker-process.ts ${worker}`);

  t.like(refusal, { code: 'too_big' });
  t.regex((refusal as { message: string }).message, /Таблица слишком большая/);
  t.is(await pidOf(ask), venuePid);
  t.is((await host.list())[0]?.crashes, 0);
});

grouped('groups that a killed platform has left are removed by the next, and all of them at the end', async (t) => {
  const { host, spawner, groups, again } = await withSpawner(t, limits);
  await host.detach();
  for (const parent of [groups.memory, groups.pids]) mkdirSync(join(parent, 'venue-9'), { recursive: true });
  const next = again();
  await until(() => !existsSync(join(groups.memory, 'venue-9')), 'the end of what was left');

  await Promise.all([next.close(), spawner.close()]);

  for (const parent of [groups.memory, groups.pids]) t.false(existsSync(parent));
});

const oomFile = (version: 1 | 2): string => (version === 2 ? 'memory.events' : 'memory.oom_control');
