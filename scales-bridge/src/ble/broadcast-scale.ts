import { type FollowedScale, type ScaleParts, sayOf } from './followed-scale.ts';
import type { Peripheral } from './noble.ts';
import { shortUuid } from './scale-link.ts';

/** A scale in use advertises several times a second; after this silence it counts as gone. */
const SILENCE_MS = 30_000;

const dataOf = ({ advertisement }: Peripheral, service: string): Buffer | undefined =>
  advertisement.serviceData?.find(({ uuid }) => shortUuid(uuid) === service)?.data;

/** Follows a scale that broadcasts its weight in the advertisement's data of `service`. */
export function followBroadcast(parts: ScaleParts, service: string): FollowedScale {
  const { clock, read } = parts;
  const say = sayOf(parts);
  let advertisedAt: number | undefined;
  /** The last data seen: an advertisement is repeated many times a second. */
  let lastHex = '';

  function lose(note?: string): void {
    if (advertisedAt === undefined) return;
    advertisedAt = undefined;
    lastHex = '';
    say('lost', note === undefined ? {} : { note });
  }
  return {
    advertised(peripheral) {
      const bytes = dataOf(peripheral, service);
      if (!bytes) return;
      if (advertisedAt === undefined) say('connected');
      advertisedAt = clock.elapsed();
      const hex = bytes.toString('hex');
      if (hex === lastHex) return;
      lastHex = hex;
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
