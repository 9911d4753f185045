import type { Live } from '../live.ts';
import type { Base } from '../module.ts';
import { scalesRoutes } from './scales.routes.ts';
import { createScales } from './scales.service.ts';

interface ScalesDeps extends Pick<Base, 'clock'> {
  /** The sockets are made after the scales, which they ask for their state. */
  live: () => Pick<Live, 'scalesReading' | 'scalesState'>;
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
