import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import type { Job, Message } from './messages.ts';
import { unreadable } from './unreadable.ts';

export interface WorkerLimits {
  /** The heap of the process. */
  heapMb: number;
  /** All its memory, buffers outside the heap included. */
  memoryMb: number;
  /** Without a sign of progress. */
  stallMs: number;
  totalMs: number;
}

export const defaultLimits: WorkerLimits = { heapMb: 144, memoryMb: 290, stallMs: 9_000, totalMs: 120_000 };
const MEMORY_CHECK_MS = 50;

/** Resident memory where the system tells it without a process of its own (Linux), else undefined. */
async function residentMb(pid: number): Promise<number | undefined> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => undefined);
  const pages = statm?.split(' ')[1];
  return pages === undefined ? undefined : (Number(pages) * 4096) / 2 ** 20;
}

function start(workerPath: string, heapMb: number): ChildProcess {
  const child = fork(workerPath, [], {
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
    // Nothing of the tenant's own secrets: the job brings the one it needs.
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, TMPDIR: process.env.TMPDIR },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Counting goes first. Where lowering is not allowed the job runs as it is.
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
  return child;
}

/** Runs one job in a process of its own. Throws Unreadable when the file, or the memory or time it takes, is at fault. */
export async function runWorker(workerPath: string, job: Job, limits: WorkerLimits = defaultLimits): Promise<Message> {
  const child = start(workerPath, limits.heapMb);
  let last: Message | undefined;
  let progressAt = performance.now();
  const startedAt = progressAt;
  let reason: 'too_big' | 'too_slow' | 'crashed' = 'crashed';

  const watch = setInterval(async () => {
    const now = performance.now();
    const slow = now - progressAt > limits.stallMs || now - startedAt > limits.totalMs;
    const big = !slow && child.pid !== undefined && ((await residentMb(child.pid)) ?? 0) > limits.memoryMb;
    if (!slow && !big) return;
    reason = slow ? 'too_slow' : 'too_big';
    child.kill('SIGKILL');
  }, MEMORY_CHECK_MS);

  child.on('message', (message: Message) => {
    last = message;
    progressAt = performance.now();
  });
  try {
    child.send(job);
    const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (_code, killed) => resolve(killed));
    });
    // V8 aborts the process when its heap is full.
    if (signal === 'SIGABRT' || signal === 'SIGTRAP') reason = 'too_big';
  } finally {
    clearInterval(watch);
  }
  if (last && 'unreadable' in last) throw unreadable(last.unreadable);
  if (last && 'failed' in last) throw new Error(`spreadsheet process: ${last.failed}`);
  if (!last || 'rows' in last) throw unreadable(reason);
  return last;
}
