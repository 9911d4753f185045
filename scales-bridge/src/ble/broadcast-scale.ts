import { shortUuid } from '@ostatok/kit/scales/found-model.ts';
import { MANUFACTURER_DATA } from '@ostatok/kit/scales/scale-model.ts';
import { createFrameReader } from '../frames.ts';
import { type FollowedScale, type ScaleParts, sayOf } from './followed-scale.ts';
import type { Peripheral } from './noble.ts';

/** A scale in use advertises several times a second; after this silence it counts as gone. */
const SILENCE_MS = 30_000;

/** A repeated weight of a scale that does not say when it is at rest: only equal ones in a row show that. */
const REPEATED_MS = 250;

/** The number of the company before the data. */
const COMPANY_BYTES = 2;

function dataOf({ advertisement }: Peripheral, where: string): Buffer | undefined {
  if (where === MANUFACTURER_DATA) return advertisement.manufacturerData?.subarray(COMPANY_BYTES);
  return advertisement.serviceData?.find(({ uuid }) => shortUuid(uuid) === where)?.data;
}

/** Follows a scale that broadcasts its weight in the advertisement's data of a service, or in the manufacturer's. */
export function followBroadcast(parts: ScaleParts, where: string): FollowedScale {
  const { clock, model, scaleId, listener, log } = parts;
  const read = createFrameReader(model, scaleId, listener, log);
  const say = sayOf(parts);
  let advertisedAt: number | undefined;
  /** The last data read: an advertisement is repeated many times a second. */
  let last = { hex: '', readAt: 0 };

  function isRepeated(bytes: Buffer, now: number): boolean {
    if (bytes.toString('hex') !== last.hex) return false;
    const frame = model.parse(bytes);
    return 'error' in frame || frame.stable !== undefined || now - last.readAt < REPEATED_MS;
  }

  function lose(note?: string): void {
    if (advertisedAt === undefined) return;
    advertisedAt = undefined;
    last = { hex: '', readAt: 0 };
    say('lost', note === undefined ? {} : { note });
  }
  return {
    advertised(peripheral) {
      const bytes = dataOf(peripheral, where);
      if (!bytes) return;
      if (advertisedAt === undefined) say('connected');
      advertisedAt = clock.elapsed();
      if (isRepeated(bytes, advertisedAt)) return;
      last = { hex: bytes.toString('hex'), readAt: advertisedAt };
      read(bytes);
    },
    adapterOff: () => lose(),
    tick() {
      if (advertisedAt === undefined || clock.elapsed() - advertisedAt < SILENCE_MS) return;
      lose('Весов не слышно. Поднесите их ближе или нажмите на платформу');
    },
    leave: async () => undefined,
  };
}
