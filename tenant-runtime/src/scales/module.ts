import type { ScaleState, ScalesReading } from '../../contract/socket.ts';
import type { Base } from '../module.ts';
import { scalesRoutes } from './scales.routes.ts';
import { createScales } from './scales.service.ts';

/** Sends to the panels that watch. */
interface Watched {
  scalesReading(reading: ScalesReading): void;
  scalesState(states: ScaleState[]): void;
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
  });
  return { services: { scales }, endpoints: scalesRoutes(scales) };
}
