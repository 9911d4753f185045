import type { SerialSpeed } from '@ostatok/kit/scales/scale-model.ts';
import { createFrameLog, RECORD_MS, SERIAL } from '@ostatok/kit/scales/scale-recording.ts';
import { type CapturedScale, type ListenParts, PUT_ON } from '../captured-scale.ts';
import { UsageError } from '../config.ts';
import { portTrouble } from './port-trouble.ts';
import type { Ports } from './ports.ts';

async function notOpened(error: Error, path: string, ports: Ports): Promise<UsageError> {
  const trouble = portTrouble(error, path, process.platform);
  if (trouble !== undefined) return new UsageError(trouble);
  const present = (await ports.list().catch(() => [])).map((port) => port.path);
  return new UsageError(`Порта ${path} нет. Есть: ${present.join(', ') || 'ни одного'}`);
}

/** Listens for ten seconds to a port and writes nothing to it: a stranger may stand there. Throws UsageError. */
export async function capturePort(
  ports: Ports,
  { path, speed }: { path: string; speed: SerialSpeed },
  { clock, stop, say }: ListenParts,
): Promise<CapturedScale> {
  const log = createFrameLog(() => clock.elapsed());
  const open = await ports
    .open(path, speed, (bytes) => log.add(SERIAL, bytes))
    .catch(async (error: Error) => {
      throw await notOpened(error, path, ports);
    });
  const lost = new AbortController();
  void open.closed.then(() => lost.abort());
  say(PUT_ON);
  await clock.wait(RECORD_MS, AbortSignal.any([stop, lost.signal]));
  const isCut = lost.signal.aborted;
  await open.close();
  return { scale: { name: '', services: [], characteristics: [], serial: speed }, frames: log.frames, isCut };
}
