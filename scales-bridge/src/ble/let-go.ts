import type { Clock } from '../clock.ts';
import type { Peripheral } from './noble.ts';

/** An adapter that was pulled out answers nothing. */
const DISCONNECT_WITHIN_MS = 2000;

/** Disconnects a scale. What is not connected is left alone: the adapter never answers for it. */
export async function letGo(peripheral: Peripheral, clock: Clock): Promise<void> {
  if (peripheral.state !== 'connected') return;
  const over = new AbortController();
  const disconnected = peripheral.disconnectAsync().catch(() => undefined);
  await Promise.race([disconnected, clock.wait(DISCONNECT_WITHIN_MS, over.signal)]);
  over.abort();
}
