/** Ends early, and without an error, when the signal is aborted. */
export const pause = (ms: number, over?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (over?.aborted) return resolve();
    const timer = setTimeout(end, ms);
    over?.addEventListener('abort', end);
    function end(): void {
      clearTimeout(timer);
      over?.removeEventListener('abort', end);
      resolve();
    }
  });
