import { useEffect } from 'react';

/** A phone that was not touched for this long may sleep. */
const IDLE_MS = 5 * 60_000;
const signs = ['pointerdown', 'keydown', 'popstate'] as const;

/**
 * Keeps the screen on if the browser can (Screen Wake Lock, W3C): while the scanner is in use, or without `idleMs` all
 * the time. The browser lets it sleep with the page, so the lock is taken again when the page is back.
 */
function keepAwake(idleMs?: number): () => void {
  let lock: WakeLockSentinel | undefined;
  let asking = false;
  let left = false;
  let idle: ReturnType<typeof setTimeout> | undefined;

  async function take(): Promise<void> {
    if (asking || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
    asking = true;
    // The lock may be refused when the battery is low.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    asking = false;
    if (left) release();
  }
  function release(): void {
    void lock?.release().catch(() => {});
    lock = undefined;
  }
  function onSign(): void {
    clearTimeout(idle);
    if (idleMs !== undefined) idle = setTimeout(release, idleMs);
    void take();
  }
  onSign();
  for (const sign of signs) window.addEventListener(sign, onSign, true);
  document.addEventListener('visibilitychange', onSign);
  return () => {
    left = true;
    clearTimeout(idle);
    for (const sign of signs) window.removeEventListener(sign, onSign, true);
    document.removeEventListener('visibilitychange', onSign);
    release();
  };
}

/** Keeps the screen on between two bottles. A change of `of` counts as activity. */
export function useWakeLock(of: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a screen that opens by itself is a sign of life
  useEffect(() => keepAwake(IDLE_MS), [of]);
}

/** Keeps the screen on while this is so, also when nobody touches it. */
export function useAwakeWhile(isSo: boolean): void {
  useEffect(() => (isSo ? keepAwake() : undefined), [isSo]);
}
