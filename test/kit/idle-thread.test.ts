import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createIdleThread } from '@ostatok/kit/node/idle-thread.ts';
import test from 'ava';

/** Answers how many questions this thread has had; at «end» it ends, at «hang» it never answers. */
const SOURCE = `
import { parentPort } from 'node:worker_threads';
let had = 0;
parentPort.on('message', (question) => {
  if (question === 'end') process.exit(0);
  if (question === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  parentPort.postMessage((had += 1));
});
parentPort.postMessage('ready');
`;

let folder: string;
test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ostatok-thread-'));
  await writeFile(join(folder, 'thread.mjs'), SOURCE);
});
test.after.always(() => rm(folder, { recursive: true }));

const thread = (times: { idleMs?: number; longestMs?: number } = {}) =>
  createIdleThread<string, number>(join(folder, 'thread.mjs'), {
    heapMb: 16,
    idleMs: 60_000,
    longestMs: 60_000,
    ...times,
  });

// a thread alone does not keep the process alive, and these tests have nothing else
const awake = setInterval(() => undefined, 1000);
test.after.always(() => clearInterval(awake));

test('questions at once are answered one after another by one thread', async (t) => {
  const ask = thread();

  t.deepEqual(await Promise.all([ask('a'), ask('b'), ask('c')]), [1, 2, 3]);
});

test('a thread that has nothing to do ends, and the next question has another', async (t) => {
  const ask = thread({ idleMs: 0 });

  t.is(await ask('a'), 1);
  await sleep(1);
  t.is(await ask('b'), 1);
});

test('what ends its thread, or takes too long, is refused, and the next question is answered', async (t) => {
  const ask = thread({ longestMs: 5000 });

  await t.throwsAsync(ask('end'));
  t.is(await ask('a'), 1);
  await t.throwsAsync(ask('hang'));
  t.is(await ask('b'), 1);
});
