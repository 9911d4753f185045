import type { Logger } from './log.ts';

type Step = { name: string; stop: () => Promise<unknown> | unknown };

/** One Ctrl-C arrives twice: the terminal sends it to the whole group, and npm passes its own on. */
const IMPATIENT_AFTER_MS = 1500;

/** Runs stop steps in reverse order of registration. One failing step never keeps the others from running. */
export function createLifecycle(log: Logger, timeoutMs = 20_000) {
  const steps: Step[] = [];
  let stopping: Promise<void> | undefined;

  async function stopStep({ name, stop }: Step): Promise<void> {
    try {
      await stop();
    } catch (error) {
      log.error({ err: error, step: name }, 'stop failed');
    }
  }

  async function stopAll(): Promise<void> {
    for (let step = steps.pop(); step; step = steps.pop()) await stopStep(step);
  }

  const stop = (): Promise<void> => (stopping ??= stopAll());

  function end(code: number): void {
    setTimeout(() => process.exit(1), timeoutMs).unref();
    void stop().then(() => process.exit(code));
  }

  return {
    /** A step that is added during the stop runs at once: a step that is already stopping may be waiting for it. */
    onStop(name: string, stop: Step['stop']): void {
      if (stopping) void stopStep({ name, stop });
      else steps.push({ name, stop });
    },
    stop,
    /** Stops, and ends the process with the code, or with 1 when that takes too long. */
    end,
    /** SIGINT, SIGTERM and a lost terminal stop once, in order; a second signal or the time limit ends the process. */
    handleSignals(): void {
      let askedAt: number | undefined;
      const onSignal = (signal: NodeJS.Signals): void => {
        if (askedAt !== undefined) {
          if (performance.now() - askedAt > IMPATIENT_AFTER_MS) process.exit(1);
          return;
        }
        askedAt = performance.now();
        log.info({ signal }, 'stopping');
        end(0);
      };
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
    },
  };
}
export type Lifecycle = ReturnType<typeof createLifecycle>;
