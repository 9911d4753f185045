import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { until } from '../support/run/until.ts';
import { withinShiftedClock } from './clock.ts';
import { loads, startHogs } from './loads.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('the processes of a load are gone when it has stopped', async (t) => {
  const { pids, stop } = startHogs({ hogs: ['spin', 'write'] });
  t.is(pids.filter(isAlive).length, 2);

  await stop();

  t.is(pids.filter(isAlive).length, 0);
});

test('a load does not outlive the run it belongs to, though that is killed', async (t) => {
  const run = fork(join(import.meta.dirname, 'killed-run.ts'));
  const [pids] = (await once(run, 'message')) as [number[]];
  t.is(pids.filter(isAlive).length, 2);

  run.kill('SIGKILL');

  await until(() => pids.every((pid) => !isAlive(pid)), 'the load ends by itself');
  t.pass();
});

test('a shifted clock stands where calendars are odd, each round elsewhere', (t) => {
  const now = Date.parse('2026-11-22T12:00:00Z');
  const days = [0, 1, 2, 3, 4, 5].map((round) => {
    const [, , , , , ahead] = withinShiftedClock(round, now);
    return new Date(now + Number(ahead) * 1000).toISOString().slice(0, 10);
  });

  t.deepEqual(days, ['2027-02-28', '2028-02-29', '2027-12-31', '2027-03-28', '2027-05-12', '2027-02-28']);
  t.deepEqual(Object.keys(loads), ['quiet', 'busy', 'disk', 'core', 'clock']);
});
