import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { VenueSocket } from './venue-socket.ts';

/**
 * Sends the present readings, each after the previous one was acknowledged: a slow connection skips some, but never the
 * last one of a scale.
 */
export function createLiveReadings(socket: VenueSocket, answerWithinMs: number) {
  const unsent = new Map<string, ScalesReading>();
  let sending = false;

  async function sendAll(): Promise<void> {
    for (const [scaleId, reading] of unsent) {
      unsent.delete(scaleId);
      await socket.timeout(answerWithinMs).emitWithAck('scales:reading', reading);
    }
  }
  return {
    send(reading: ScalesReading): void {
      unsent.set(reading.scaleId, reading);
      if (sending) return;
      sending = true;
      sendAll()
        // Without an answer the connection is lost, and the next one begins with the present weights.
        .catch(() => unsent.clear())
        .finally(() => {
          sending = false;
        });
    },
    /** A settled weight comes after them, and by itself. */
    drop: (scaleId: string): void => void unsent.delete(scaleId),
  };
}
export type LiveReadings = ReturnType<typeof createLiveReadings>;
