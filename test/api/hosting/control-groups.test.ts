import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createVenueGroup, openControlGroups } from '../../../api/src/hosting/control-groups.ts';

const limits = { memoryMb: 300, tasks: 64 };

async function tree(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-groups-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Files as the kernel shows them to a systemd service with Delegate=yes. */
function service(folder: string, { procs = '41\n', controllers = 'cpu memory pids\n' } = {}) {
  const own = join(folder, 'system.slice/ostatok.service');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, 'cgroup.procs'), procs);
  writeFileSync(join(own, 'cgroup.controllers'), controllers);
  const found = {
    mounts: `30 23 0:26 / ${folder} rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n`,
    groups: '0::/system.slice/ostatok.service\n',
    pid: 41,
  };
  return { own, found };
}

const textOf = (...parts: string[]): string => readFileSync(join(...parts), 'utf8');

test('a service with a group of its own leaves it for its venues, each with its limits', async (t) => {
  const { own, found } = service(await tree(t));

  const groups = openControlGroups('ostatok-1', limits, found);

  if (!groups) return t.fail();
  t.is(textOf(own, 'platform/cgroup.procs'), '41');
  t.is(textOf(own, 'cgroup.subtree_control'), '+memory +pids');
  t.is(textOf(own, 'ostatok-1/cgroup.subtree_control'), '+memory +pids');
  const venue = join(own, 'ostatok-1/venue-7');
  mkdirSync(venue);
  writeFileSync(join(venue, 'memory.events'), 'low 0\noom 1\noom_kill 2\n');
  writeFileSync(join(venue, 'memory.swap.max'), 'max\n');
  const group = createVenueGroup(groups, 7, { memoryMb: 500, tasks: 48 });
  group.add(42);
  t.is(textOf(venue, 'memory.max'), String(300 * 2 ** 20), 'no more than any venue gets');
  t.is(textOf(venue, 'memory.swap.max'), '0');
  t.is(textOf(venue, 'pids.max'), '48');
  t.is(textOf(venue, 'cgroup.procs'), '42');
  t.false(group.ranOutOfMemory(), 'what was ended in it before is not its own');
  writeFileSync(join(venue, 'memory.events'), 'low 0\noom 2\noom_kill 3\n');
  t.true(group.ranOutOfMemory());
});

test('a group that others are in too, or that hands nothing down, is left as it is', async (t) => {
  const folder = await tree(t);
  const { own, found } = service(folder, { procs: '1\n41\n' });
  t.is(openControlGroups('ostatok-1', limits, found), undefined);

  writeFileSync(join(own, 'cgroup.procs'), '41\n');
  writeFileSync(join(own, 'cgroup.controllers'), 'cpu\n');
  t.is(openControlGroups('ostatok-1', limits, found), undefined);

  t.is(openControlGroups('ostatok-1', limits, { ...found, mounts: '' }), undefined);
  t.false(existsSync(join(own, 'platform')));
});

test('in the first version, memory and processes have a tree each, below where the platform is', async (t) => {
  const folder = await tree(t);
  for (const own of ['memory/box', 'pids']) mkdirSync(join(folder, own), { recursive: true });
  const mount = (root: string, controller: string) =>
    `36 32 0:30 ${root} ${folder}/${controller} rw - cgroup cgroup rw,${controller}`;

  const groups = openControlGroups('ostatok-1', limits, {
    mounts: [mount('/', 'memory'), mount('/docker/abc', 'pids')].join('\n'),
    groups: '9:name=systemd:/\n8:pids:/docker/abc\n4:memory:/box\n0::/\n',
    pid: 41,
  });

  t.like(groups, { version: 1, memory: `${folder}/memory/box/ostatok-1`, pids: `${folder}/pids/ostatok-1` });
});
