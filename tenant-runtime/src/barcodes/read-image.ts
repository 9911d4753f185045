import { type ChildProcess, fork } from 'node:child_process';
import { InvalidInput, TooMany } from '@ostatok/kit/node/errors.ts';
import { type Answer, type Refusal, refusals } from './messages.ts';
import { workerPath } from './worker-path.ts';

const LIMIT_MS = 3000;
/** Milliseconds for the process to start; a busy machine must not look like a bad photo. */
const START_MS = 10_000;
const HEAP_MB = 64;
const MAX_WAITING = 8;

const refuse = (refusal: Refusal): InvalidInput => new InvalidInput(refusals[refusal], undefined, refusal);

function start(): ChildProcess {
  const { NODE_ENV, PATH, NODE_COMPILE_CACHE } = process.env;
  return fork(workerPath, [], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    // The process gets none of the tenant's secrets, because a picture comes from outside.
    env: { NODE_ENV, PATH, NODE_COMPILE_CACHE },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

async function readInProcess(image: Uint8Array): Promise<string[]> {
  const child = start();
  let answer: Answer | undefined;
  let late = false;
  const stop = (): void => {
    late = true;
    child.kill('SIGKILL');
  };
  let timer = setTimeout(stop, START_MS);
  child.on('message', (message: Answer | 'ready') => {
    if (message !== 'ready') {
      answer = message;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(stop, LIMIT_MS);
    child.send(image, (error) => error && child.kill('SIGKILL'));
  });
  try {
    await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
  } finally {
    clearTimeout(timer);
  }
  if (answer && 'codes' in answer) return answer.codes;
  if (answer && 'failed' in answer) throw new Error(`photo reader: ${answer.failed}`);
  if (answer) throw refuse(answer.refused);
  throw refuse(late ? 'too_slow' : 'damaged');
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Returns the barcodes in a photo (JPEG, PNG or WebP) in their stored form; [] if none is certain. Photos are read one
 * at a time, each within 3 s. Throws InvalidInput for a file that is not a photo or is too big, and TooMany when too
 * many wait.
 */
export async function readBarcodesOfImage(bytes: Uint8Array): Promise<string[]> {
  if (waiting > MAX_WAITING) throw new TooMany(5, 'Слишком много снимков сразу. Подождите немного');
  waiting += 1;
  const turn = last.then(() => readInProcess(bytes));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting -= 1;
  }
}
