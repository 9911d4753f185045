import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { Unreadable } from '../errors.ts';
import type { Message, Usage } from './messages.ts';
import { unreadable } from './unreadable.ts';

export interface WorkerLimits {
  /** The heap of the process. */
  heapMb: number;
  /** All memory of the process, including buffers outside the heap. */
  memoryMb: number;
  /** Processor time without progress. Processor time is used so that a busy machine does not make a file fail. */
  stallMs: number;
  totalMs: number;
}

export const defaultLimits: WorkerLimits = { heapMb: 144, memoryMb: 290, stallMs: 8_000, totalMs: 120_000 };
const CHECK_MS = 50;
/**
 * Niceness of the process: it gets a third of the share of a process that counts stock when both want the processor.
 */
const NICENESS = 5;

/** How many times `stallMs` a process may send nothing when its own messages are the only measure. */
const SILENCE = 4;

/**
 * The resources that the process has used, read from Linux's proc(5) `stat` without starting a process. Undefined when
 * the system has none or this process may not read it: a hosted tenant may not, since the secrets of processes of the
 * same user lie beside it.
 */
async function usageOf(pid: number): Promise<Usage | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const [user = 0, system = 0] = fields.slice(11, 13);
  return { cpuMs: (user + system) * 10, memoryMb: ((fields[21] ?? 0) * 4096) / 2 ** 20 };
}

function start(workerPath: string, heapMb: number): ChildProcess {
  const { NODE_ENV, PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = fork(workerPath, [], {
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=16'],
    // The server's secrets are not passed on: the job brings everything it needs.
    env: { NODE_ENV, PATH, TMPDIR, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  try {
    // counting stock has priority over this process
    if (child.pid) setPriority(child.pid, NICENESS);
  } catch {
    // where the priority may not be lowered, the job runs with the normal one
  }
  return child;
}

/**
 * Runs one job in a process of its own. Throws Unreadable when the file, or the memory or time it takes, is at fault.
 */
export async function runWorker<Answer>(
  workerPath: string,
  job: Serializable,
  limits: WorkerLimits = defaultLimits,
): Promise<Answer> {
  const child = start(workerPath, limits.heapMb);
  let last: Message<Answer> | undefined;
  const startedAt = performance.now();
  let reported: Usage | undefined;
  let receivedAt = startedAt;
  let usedMs = 0;
  let usedAtProgressMs = 0;
  let reason: 'too_big' | 'too_slow' | 'crashed' = 'crashed';

  const watch = setInterval(async () => {
    const measured = child.pid === undefined ? undefined : await usageOf(child.pid);
    const usage = measured ?? reported;
    usedMs = usage?.cpuMs ?? 0;
    const now = performance.now();
    const silent = !measured && now - receivedAt > SILENCE * limits.stallMs;
    const slow = silent || usedMs - usedAtProgressMs > limits.stallMs || now - startedAt > limits.totalMs;
    if (!slow && (usage?.memoryMb ?? 0) <= limits.memoryMb) return;
    reason = slow ? 'too_slow' : 'too_big';
    child.kill('SIGKILL');
  }, CHECK_MS);

  child.on('message', (message: Message<Answer>) => {
    receivedAt = performance.now();
    if ('usage' in message) {
      reported = message.usage;
      return;
    }
    last = message;
    usedAtProgressMs = usedMs;
  });
  try {
    child.send(job);
    // 'exit' may come before the last messages are read: 'disconnect' comes after all of them
    const disconnected = new Promise<void>((resolve) => child.once('disconnect', resolve));
    const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (_code, killed) => resolve(killed));
    });
    await disconnected;
    // V8 aborts the process when its heap is full; the kernel kills it when the tenant's memory is full.
    const isFull = signal === 'SIGABRT' || signal === 'SIGTRAP' || (signal === 'SIGKILL' && reason === 'crashed');
    if (isFull) reason = 'too_big';
  } finally {
    clearInterval(watch);
  }
  if (last && 'unreadable' in last) throw new Unreadable(last.unreadable.code, last.unreadable.message);
  if (last && 'failed' in last) throw new Error(`spreadsheet process: ${last.failed}`);
  if (!last || !('answer' in last)) throw unreadable(reason);
  return last.answer;
}
