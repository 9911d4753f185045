import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';

const log = createLog('test', 'silent');

test('what was started last is stopped first, and one failure keeps nothing from stopping', async (t) => {
  const lifecycle = createLifecycle(log);
  const stopped: string[] = [];
  lifecycle.onStop('database', () => void stopped.push('database'));
  lifecycle.onStop('letters', () => {
    throw new Error('the mail server is gone');
  });
  lifecycle.onStop('pages', async () => void stopped.push('pages'));

  await Promise.all([lifecycle.stop(), lifecycle.stop()]);

  t.deepEqual(stopped, ['pages', 'database']);
});

test('what a start begins while all stops is stopped at once, also when what stops waits for it', async (t) => {
  const lifecycle = createLifecycle(log);
  const released = Promise.withResolvers<void>();
  // behaves like a pool of connections
  lifecycle.onStop('database', () => released.promise);

  const stopped = lifecycle.stop();
  lifecycle.onStop('what holds a connection', released.resolve);

  await t.notThrowsAsync(stopped);
});
