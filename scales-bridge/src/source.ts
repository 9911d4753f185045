import type { ScaleState } from '@ostatok/tenant-runtime/contract/socket.ts';

/** One weight as it came; `stable` is left out where the scale does not tell. */
export interface RawReading {
  scaleId: string;
  weightG: number;
  stable?: boolean;
  stepG?: number;
}

/** A scale and how it is doing. */
export interface ScaleStatus extends ScaleState {
  /** By the clock's `elapsed`: when it is tried again. */
  retryAt?: number;
  /** What is wrong and what to do. */
  note?: string;
}

/** A frame as it came over the air, to be recorded. */
export interface RawFrame {
  scaleId: string;
  /** The id of its model. */
  model: string;
  bytes: Uint8Array;
}

/** Whom a source tells what happens. */
export interface Listener {
  reading(reading: RawReading): void;
  scale(status: ScaleStatus): void;
  frame(frame: RawFrame): void;
  /** A sentence while nothing can be heard, as with the adapter switched off; undefined when it is well again. */
  trouble(sentence: string | undefined): void;
}

/** Where readings come from, until `stop`. Ends by itself only when nothing can come any more. */
export interface Source {
  run(listener: Listener, stop: AbortSignal): Promise<void>;
}
