import type { Logger } from '@ostatok/kit/node/log.ts';
import type { CableModel } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import { createFrameReader } from '../frames.ts';
import type { Listener, Source } from '../source.ts';
import { portTrouble } from './port-trouble.ts';
import type { OpenPort, PortInfo, Ports } from './ports.ts';
import { type FoundScale, findScale, type SerialModel } from './serial-scale.ts';

interface SerialParts {
  ports: Ports;
  models: readonly CableModel[];
  clock: Clock;
  log: Logger;
  platform?: NodeJS.Platform;
}

/** How often ports are looked for; a scale that is plugged in again is read within this time. */
const LOOK_EVERY_MS = 2000;
/** A port at which nobody understood us is asked again after this time: a scale may have been off. */
const ASK_AGAIN_MS = 60_000;
/** A scale that answers nothing for so long is off or at another device. */
const SILENCE_MS = 5000;

const isSerial = (model: CableModel): model is SerialModel => 'serial' in model.link;

interface Held extends FoundScale {
  port: PortInfo;
}

async function writeAll(port: OpenPort, frames: readonly Uint8Array[]): Promise<void> {
  for (const frame of frames) port.write(frame);
}

/** Reads the scale until its port is closed or it falls silent. */
async function readScale(
  { model, speed, port }: Held,
  { ports, clock, log }: SerialParts,
  listener: Listener,
  stop: AbortSignal,
): Promise<void> {
  const { ask, accept, tare } = model.link.serial;
  // the venue takes no longer ones
  const scaleId = port.path.slice(0, 64);
  const read = createFrameReader(model, scaleId, listener, log);
  let answeredAt = clock.elapsed();
  const open = await ports.open(port.path, speed, (bytes) => {
    answeredAt = clock.elapsed();
    read(bytes);
    if (accept) open.write(accept);
  });
  const over = new AbortController();
  void open.closed.then(() => over.abort());
  const ended = AbortSignal.any([stop, over.signal]);
  listener.scale({
    scaleId,
    model: model.name,
    state: 'connected',
    ...(tare && { tare: () => writeAll(open, tare) }),
  });
  while (!ended.aborted && (!ask || clock.elapsed() - answeredAt < SILENCE_MS)) {
    if (ask) open.write(ask.frame);
    await clock.wait(ask?.everyMs ?? SILENCE_MS, ended);
  }
  const isPulled = over.signal.aborted;
  await open.close();
  const note = isPulled ? 'Кабель отключён. Вставьте его' : 'Весы не отвечают. Включите их';
  listener.scale({ scaleId, model: model.name, state: 'lost', note });
}

/** Finds scales at serial ports by asking, reads them, and finds them again after they were gone. */
export function createSerialSource(parts: SerialParts): Source {
  const { ports, clock, log, platform = process.platform } = parts;
  const models = parts.models.filter(isSerial);
  /** Ports in use, and when the others may be asked again. */
  const busy = new Map<string, Promise<void>>();
  const askAt = new Map<string, number>();
  /** What was found at a port before. */
  const known = new Map<string, FoundScale>();
  const troubles = new Map<string, string>();

  return {
    async run(listener, stop) {
      function report(path: string, sentence: string | undefined): void {
        if (troubles.get(path) === sentence) return;
        if (sentence === undefined) troubles.delete(path);
        else troubles.set(path, sentence);
        listener.trouble(troubles.values().next().value);
      }

      async function visit(port: PortInfo): Promise<void> {
        const before = known.get(port.path);
        const found = await findScale({ ports, port, models: before ? [before.model] : models, clock }, stop);
        report(port.path, undefined);
        if (found) {
          known.set(port.path, found);
          await readScale({ ...found, port }, parts, listener, stop);
        } else askAt.set(port.path, clock.elapsed() + (before ? LOOK_EVERY_MS : ASK_AGAIN_MS));
      }

      function begin(port: PortInfo): void {
        const visiting = visit(port)
          .catch((error: Error) => {
            log.warn({ path: port.path, reason: error.message }, 'serial port not read');
            report(port.path, portTrouble(error, port.path, platform));
          })
          .finally(() => busy.delete(port.path));
        busy.set(port.path, visiting);
      }

      while (!stop.aborted) {
        const present = await ports.list().catch(() => []);
        const paths = new Set(present.map(({ path }) => path));
        for (const path of [...troubles.keys()]) if (!paths.has(path)) report(path, undefined);
        for (const path of [...known.keys()]) if (!paths.has(path) && !busy.has(path)) known.delete(path);
        for (const path of [...askAt.keys()]) if (!paths.has(path)) askAt.delete(path);
        for (const port of present)
          if (port.vendorId !== undefined && !busy.has(port.path) && clock.elapsed() >= (askAt.get(port.path) ?? 0))
            begin(port);
        await clock.wait(LOOK_EVERY_MS, stop);
      }
      await Promise.all(busy.values());
    },
  };
}
