import { ValidationError } from 'yup';
import { scalesReadingSchema } from '../../contract/socket.ts';
import type { LiveSocket } from '../live.ts';

/** A scale gives ten readings a second at most; more is a bridge gone wrong. */
const MAX_PER_SECOND = 50;

/** Passes a bridge's readings on to everyone who watches; only the newest matters, so a slow watcher may miss some. */
export function relayReadings(socket: LiveSocket): void {
  let second = 0;
  let count = 0;
  socket.on('scales:reading', (raw, ack) => {
    const answer = typeof ack === 'function' ? ack : () => {};
    const now = Math.floor(Date.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count > MAX_PER_SECOND) return answer({ ok: false, error: 'Слишком много показаний' });
    try {
      const reading = scalesReadingSchema.validateSync(raw, { stripUnknown: true });
      socket.nsp.volatile.emit('scales:reading', reading);
      answer({ ok: true });
    } catch (error) {
      answer({ ok: false, error: error instanceof ValidationError ? error.message : 'Показание прочитать не удалось' });
    }
  });
}
