import type { Logger } from '@ostatok/kit/node/log.ts';
import type { VenueSocket } from './venue-socket.ts';

/** Why a scale cannot be zeroed, in words for the person who asked. */
export class TareRefused extends Error {}

/** Zeroes the scales that the venue's people ask to, and answers what came of it. */
export function answerTares(socket: VenueSocket, tare: (scaleId: string) => Promise<void>, log: Logger): void {
  socket.on('scales:tare', ({ scaleId }, ack) => {
    tare(scaleId).then(
      () => ack({ ok: true }),
      (error: Error) => {
        log.warn({ scaleId, reason: error.message }, 'scale not zeroed');
        const isOurs = error instanceof TareRefused;
        ack({ ok: false, error: isOurs ? error.message : 'Весы не приняли команду. Повторите' });
      },
    );
  });
}
