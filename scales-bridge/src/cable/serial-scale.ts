import { createFrameReader } from '@ostatok/kit/scales/frame-reader.ts';
import type { CableModel, Frame, SerialLine, SerialSpeed } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import type { PortInfo, Ports } from './ports.ts';

export type SerialModel = CableModel & { link: { serial: SerialLine } };

export interface FoundScale {
  model: SerialModel;
  speed: SerialSpeed;
}

/** How long a scale may take to answer. */
const ANSWER_WITHIN_MS = 600;
/** What only the scale of this protocol says, though it is no weight. */
const TELLING = new Set(['overload', 'underload', 'unit', 'refused', 'range', 'measurement_unsuccessful']);

const isTelling = (frame: Frame): boolean => !('error' in frame) || TELLING.has(frame.error);

const usbOf = ({ vendorId, productId }: PortInfo): string => `${vendorId}:${productId}`.toLowerCase();
const mayBe = (port: PortInfo, { link }: SerialModel): boolean =>
  link.serial.onlyUsb === undefined || link.serial.onlyUsb.includes(usbOf(port));

/** Every speed with the models that use it; a port is opened once for all of these. */
function bySpeed(models: readonly SerialModel[]): [SerialSpeed, SerialModel[]][] {
  const found = new Map<string, [SerialSpeed, SerialModel[]]>();
  for (const model of models)
    for (const speed of model.link.serial.speeds) {
      const key = `${speed.baudRate}${speed.parity}`;
      const [, others] = found.get(key) ?? [speed, []];
      found.set(key, [speed, [...others, model]]);
    }
  return [...found.values()];
}

/** Asks in the words of each model, one after another, until one understands the answer. Rejects if the port does not open. */
export async function findScale(
  { ports, port, models, clock }: { ports: Ports; port: PortInfo; models: readonly SerialModel[]; clock: Clock },
  stop: AbortSignal,
): Promise<FoundScale | undefined> {
  for (const [speed, spoken] of bySpeed(models.filter((model) => mayBe(port, model)))) {
    let onData: (bytes: Uint8Array) => void = () => undefined;
    const open = await ports.open(port.path, speed, (bytes) => onData(bytes));
    try {
      for (const model of spoken) {
        if (stop.aborted) return undefined;
        const answered = new AbortController();
        const read = createFrameReader(model);
        onData = (bytes) => {
          if (read(bytes).some(isTelling)) answered.abort();
        };
        const { ask } = model.link.serial;
        if (ask) open.write(ask.frame);
        await clock.wait(ANSWER_WITHIN_MS, AbortSignal.any([stop, answered.signal]));
        if (answered.signal.aborted) return { model, speed };
      }
    } finally {
      await open.close();
    }
  }
  return undefined;
}
