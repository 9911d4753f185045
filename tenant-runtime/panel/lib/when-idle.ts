/** Runs what may wait when the page has nothing better to do; Safari cannot tell, and is given a moment. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run, 50);
}
