import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { RawReading, Source } from './source.ts';

/** Where readings go. Never throws and never waits: what cannot be sent now is the sink's concern. */
export interface Sink {
  send(reading: ScalesReading): void;
  close(): Promise<void>;
}

/** So many equal weights in a row count as rest, where the scale itself does not say. */
const EQUAL_READINGS = 5;

/** Adds what the scale leaves out. */
function createSettling(): (reading: RawReading) => ScalesReading {
  const runs = new Map<string, { weightG: number; length: number }>();
  return ({ scaleId, weightG, stable }) => {
    const run = runs.get(scaleId);
    const length = run?.weightG === weightG ? run.length + 1 : 1;
    runs.set(scaleId, { weightG, length });
    return { scaleId, weightG, stable: stable ?? length >= EQUAL_READINGS };
  };
}

/** Carries readings from scales to a venue. `stop` ends it; resolves when the source has ended and the sink is closed. */
export function createBridge({ source, sink, log }: { source: Source; sink: Sink; log: Logger }) {
  const settle = createSettling();
  return {
    async run(stop: AbortSignal): Promise<void> {
      try {
        for await (const raw of source.readings(stop)) {
          const reading = settle(raw);
          log.debug(reading, 'reading');
          sink.send(reading);
        }
      } finally {
        await sink.close();
      }
    },
  };
}
