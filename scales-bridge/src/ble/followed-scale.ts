import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Clock } from '../clock.ts';
import type { ScaleModel } from '../models/scale-model.ts';
import type { Listener, ScaleStatus } from '../source.ts';
import type { Peripheral } from './noble.ts';

/** A scale that was seen once, from then on. */
export interface FollowedScale {
  /** It advertises. */
  heard(peripheral: Peripheral): void;
  /** The adapter is off. */
  adapterOff(): void;
  /** Some seconds have gone by. */
  tick(): void;
  leave(): Promise<void>;
}

export interface ScaleParts {
  scaleId: string;
  model: ScaleModel;
  listener: Listener;
  /** Reads a frame. */
  read: (bytes: Uint8Array) => void;
  clock: Clock;
  log: Logger;
  stop: AbortSignal;
  /** Runs one after the other: two connections at once confuse some adapters. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>;
}

export const sayOf =
  ({ scaleId, model, listener }: ScaleParts) =>
  (state: ScaleStatus['state'], more: { note?: string; retryAt?: number } = {}): void =>
    listener.scale({ scaleId, model: model.name, state, ...more });
