import { AppError } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { type ScalesAck, scaleStatesSchema, scalesReadingSchema } from '../../contract/socket.ts';
import type { Scales, Sender } from '../scales/scales.service.ts';
import type { LiveSocket } from './socket.ts';

/**
 * A scale sends at most ten readings a second, and a bridge sends stored ones all at once; more come from a faulty
 * sender.
 */
const MAX_PER_SECOND = 200;

function refusal(error: unknown): ScalesAck {
  return { ok: false, error: error instanceof AppError ? error.message : 'Показание прочитать не удалось' };
}

/**
 * Counts each sender's readings per second over all its connections, because every reading is sent to all watching
 * clients.
 */
export function createReadingLimit() {
  const counts = new Map<string, { second: number; count: number }>();
  return {
    tooMany({ key }: Sender): boolean {
      const second = Math.floor(Date.now() / 1000);
      const known = counts.get(key);
      const count = known?.second === second ? known.count + 1 : 1;
      counts.set(key, { second, count });
      return count > MAX_PER_SECOND;
    },
  };
}
export type ReadingLimit = ReturnType<typeof createReadingLimit>;

/** Receives scale events from a bridge or from a user's own program. */
export function listenForScales(socket: LiveSocket, sender: Sender, scales: Scales, limit: ReadingLimit): void {
  function taking<T>(take: (raw: T) => ScalesAck): (raw: T, ack?: (answer: ScalesAck) => void) => void {
    return (raw, ack) => {
      const answer = typeof ack === 'function' ? ack : () => {};
      if (limit.tooMany(sender)) return answer({ ok: false, error: 'Слишком много показаний' });
      try {
        answer(take(raw));
      } catch (error) {
        answer(refusal(error));
      }
    };
  }
  socket.on(
    'scales:reading',
    taking((raw) => scales.read(sender, parse(scalesReadingSchema, raw))),
  );
  socket.on(
    'scales:state',
    taking((raw) => scales.report(sender, parse(scaleStatesSchema, raw).scales)),
  );
  socket.on('disconnect', () => scales.gone(sender));
}
