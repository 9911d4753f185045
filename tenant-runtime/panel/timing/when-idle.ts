/** Runs a function when the browser is idle; Safari has no idle callback, so there it runs after a short delay. */
export function whenIdle(run: () => unknown): void {
  if ('requestIdleCallback' in window) requestIdleCallback(() => void run());
  else setTimeout(run, 50);
}
