import type { ScaleState, ScalesAck, ScalesReading } from '../../contract/socket.ts';
import type { Base } from '../module.ts';
import { scalesRoutes } from './scales.routes.ts';
import { createScales } from './scales.service.ts';

/** Sends to the panels that watch, and to the bridge of a scale. */
interface Watched {
  scalesReading(reading: ScalesReading): void;
  scalesState(states: ScaleState[]): void;
  tareScale(connection: string, scaleId: string): Promise<ScalesAck>;
}

interface ScalesDeps extends Pick<Base, 'clock'> {
  /** The sockets are made after the scales, which they ask for their state. */
  live: () => Watched;
}

/** The scales whose readings reach the tenant. */
export function createScalesModule({ clock, live }: ScalesDeps) {
  const scales = createScales({
    clock,
    onReading: (reading) => live().scalesReading(reading),
    onState: (states) => live().scalesState(states),
    onTare: (connection, scaleId) => live().tareScale(connection, scaleId),
  });
  return { services: { scales }, endpoints: scalesRoutes(scales) };
}
