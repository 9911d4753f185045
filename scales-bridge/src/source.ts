import type { RawReading } from '@ostatok/kit/scales/settling.ts';
import type { ScaleState } from '@ostatok/tenant-runtime/contract/socket.ts';

/** A scale and its state. */
export interface ScaleStatus extends ScaleState {
  /** The time of the next attempt, in the clock's `elapsed`. */
  retryAt?: number;
  /** The problem and what to do about it. */
  note?: string;
  /** Sets the scale to zero; told once it is connected, by scales that take such a command. */
  tare?: () => Promise<void>;
}

/** A raw frame as received, for recording. */
export interface RawFrame {
  scaleId: string;
  /** The id of its model. */
  model: string;
  bytes: Uint8Array;
}

/** Receives the events of a source. */
export interface Listener {
  reading(reading: RawReading): void;
  scale(status: ScaleStatus): void;
  frame(frame: RawFrame): void;
  /** Tells whether a person has said that this scale, which does not say it itself, shows grams. */
  showsGrams(scaleId: string): boolean;
  /** A message while no scale can be found, such as when the adapter is off; undefined when that is over. */
  trouble(sentence: string | undefined): void;
}

/** Produces readings until `stop`. Ends by itself only when no more can come. */
export interface Source {
  run(listener: Listener, stop: AbortSignal): Promise<void>;
}
