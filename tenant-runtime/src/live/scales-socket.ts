import { AppError } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import {
  type ScalesAck,
  scaleStatesSchema,
  scalesAckSchema,
  scalesReadingSchema,
  scaleTareSchema,
} from '../../contract/socket.ts';
import type { Scales, Sender } from '../scales/scales.service.ts';
import type { LiveSocket } from './socket.ts';

/**
 * A scale sends at most ten readings a second, and a bridge sends stored ones all at once; more come from a faulty
 * sender.
 */
const MAX_PER_SECOND = 200;
/** How long a bridge may take to zero its scale. */
const TARE_WITHIN_MS = 5000;
const NO_BRIDGE = 'Мост весов не отвечает. Проверьте, что программа весов запущена';

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

/** Has a bridge zero its scale; what it answers is checked, because a bridge may be anybody's program. */
export async function tareBy(bridge: Pick<LiveSocket, 'timeout'> | undefined, scaleId: string): Promise<ScalesAck> {
  try {
    if (!bridge) return { ok: false, error: NO_BRIDGE };
    const answer: unknown = await bridge.timeout(TARE_WITHIN_MS).emitWithAck('scales:tare', { scaleId });
    const { ok, error } = parse(scalesAckSchema, answer);
    return ok ? { ok } : { ok, error: error || 'Весы не обнулились' };
  } catch {
    return { ok: false, error: NO_BRIDGE };
  }
}

/** Lets a person zero the scales of the tenant's bridges. */
export function listenForTares(socket: LiveSocket, scales: Scales): void {
  async function tare(raw: unknown): Promise<ScalesAck> {
    try {
      return await scales.tare(parse(scaleTareSchema, raw).scaleId);
    } catch (error) {
      return { ok: false, error: error instanceof AppError ? error.message : 'Весы не обнулились' };
    }
  }
  socket.on('scales:tare', (raw, ack) => void tare(raw).then((answer) => typeof ack === 'function' && ack(answer)));
}
