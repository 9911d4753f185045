import type { Logger } from './log.ts';

type Step = { name: string; stop: () => Promise<unknown> | unknown };

/** One Ctrl-C arrives twice: the terminal sends it to the whole group, and npm passes its own on. */
const IMPATIENT_AFTER_MS = 1500;

/** Things to stop, the last started first. One failing step never keeps the others from stopping. */
export function createLifecycle(log: Logger, timeoutMs = 20_000) {
  const steps: Step[] = [];
  let stopping: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (const { name, stop } of steps.reverse()) {
      try {
        await stop();
      } catch (error) {
        log.error({ err: error, step: name }, 'stop failed');
      }
    }
  }

  const stop = (): Promise<void> => (stopping ??= stopAll());

  return {
    onStop: (name: string, stopStep: Step['stop']): void => void steps.push({ name, stop: stopStep }),
    stop,
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
        setTimeout(() => process.exit(1), timeoutMs).unref();
        void stop().then(() => process.exit(0));
      };
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
    },
  };
}
export type Lifecycle = ReturnType<typeof createLifecycle>;
