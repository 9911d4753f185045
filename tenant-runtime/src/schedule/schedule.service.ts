import { backoffMs } from '@ostatok/kit/contract/backoff.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { PlatformClient } from '../platform/platform-client.ts';

/** Work that a slice has to do at certain times. */
export interface ScheduledTask {
  name: string;
  /** Returns when it is due next, perhaps in the past; null for never. */
  nextAt: () => Promise<Date | null>;
  /** Does what is due by now. It may be cut off at any point, and another instance may run it at the same time. */
  run: () => Promise<void>;
}

const RETRY = { firstMs: 60_000, lastMs: 3600_000 };
/** A timer longer than this is set anew when it ends. */
const LONGEST_TIMER_MS = 3600_000;

interface Deps {
  platform: Pick<PlatformClient, 'connected' | 'wakeAt'>;
  clock: () => Date;
  log: Logger;
}

const earliest = (times: (Date | null)[]): Date | null =>
  times.reduce((first, at) => (at && (!first || at < first) ? at : first), null);

/**
 * Runs the tasks of other slices at their times. While the tenant sleeps, the platform wakes it at the time that was
 * reported last; whatever is due then runs at the start.
 */
export function createSchedule({ platform, clock, log }: Deps) {
  const tasks: ScheduledTask[] = [];
  /** Of tasks that have failed, or are due again at once: how often, and when they are tried again. */
  const retries = new Map<string, { failures: number; at: Date }>();
  let timer: NodeJS.Timeout | undefined;
  let isBegun = false;
  let isClosed = false;
  let isAsked = false;
  /** Whether the tenant must stay awake: work runs, or a time has not been reported. */
  let isBusy = false;
  let running: Promise<void> | undefined;
  /** What the platform knows; undefined before the first report. */
  let reported: number | null | undefined;

  function postpone(name: string): void {
    const failures = (retries.get(name)?.failures ?? 0) + 1;
    retries.set(name, { failures, at: new Date(clock().getTime() + backoffMs(RETRY, failures)) });
  }

  async function dueAt(task: ScheduledTask): Promise<Date | null> {
    const at = await task.nextAt();
    const retry = retries.get(task.name)?.at;
    return at && retry && retry > at ? retry : at;
  }

  /** Runs what is due and returns when something is due next. */
  async function runDue(): Promise<Date | null> {
    const times: (Date | null)[] = [];
    for (const task of tasks) {
      let at = await dueAt(task);
      if (at && at <= clock() && !isClosed) {
        try {
          await task.run();
          const next = await task.nextAt();
          if (next && next <= clock()) postpone(task.name);
          else retries.delete(task.name);
        } catch (error) {
          log.error({ err: error, task: task.name }, 'scheduled work failed');
          postpone(task.name);
        }
        at = await dueAt(task);
      }
      times.push(at);
    }
    return earliest(times);
  }

  function lookAgainIn(ms: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(look, Math.min(Math.max(ms, 0), LONGEST_TIMER_MS)).unref();
  }

  async function pass(): Promise<void> {
    const next = await runDue();
    if (next) lookAgainIn(next.getTime() - clock().getTime());
    else isBusy = false;
    const at = next?.getTime() ?? null;
    if (at === reported || !platform.connected) return;
    if (await platform.wakeAt(next)) reported = at;
    else lookAgainIn(RETRY.firstMs);
  }

  async function passes(): Promise<void> {
    try {
      while (isAsked && !isClosed) {
        isAsked = false;
        await pass();
      }
    } catch (error) {
      log.error({ err: error }, 'could not see what is due');
      lookAgainIn(RETRY.firstMs);
    } finally {
      running = undefined;
      isBusy = false;
    }
  }

  function look(): void {
    if (!isBegun || isClosed) return;
    clearTimeout(timer);
    isAsked = true;
    isBusy = true;
    running ??= passes();
  }

  return {
    /** Call it before `begin`. */
    add: (task: ScheduledTask): void => void tasks.push(task),
    /** Begins to run tasks; of two instances only one does. */
    begin(): void {
      isBegun = true;
      look();
    },
    /** Call it after the times of a task have changed. */
    changed: look,
    isBusy: (): boolean => isBusy,
    /** Waits for what runs now; tests use it. */
    settled: async (): Promise<void> => {
      while (running) await running;
    },
    /** Starts no further task, and waits for the one that runs. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
export type Schedule = ReturnType<typeof createSchedule>;
