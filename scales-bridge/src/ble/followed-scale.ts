import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import type { Listener, ScaleStatus } from '../source.ts';
import type { Peripheral } from './noble.ts';

/** A scale that has been seen once and is followed from then on. */
export interface FollowedScale {
  /** Called when the scale advertises. */
  advertised(peripheral: Peripheral): void;
  /** Called when the adapter goes off. */
  adapterOff(): void;
  /** Called every few seconds. */
  tick(): void;
  leave(): Promise<void>;
}

export interface ScaleParts {
  scaleId: string;
  /** The first that its advertisement allows. */
  model: ScaleModel;
  listener: Listener;
  clock: Clock;
  log: Logger;
  stop: AbortSignal;
  /** Runs tasks one after another: two connection attempts at once confuse some adapters. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>;
}

export const sayOf =
  ({ scaleId, model, listener }: ScaleParts) =>
  (state: ScaleStatus['state'], more: Pick<ScaleStatus, 'note' | 'retryAt' | 'tare'> = {}): void =>
    listener.scale({ scaleId, model: model.name, state, ...more });
