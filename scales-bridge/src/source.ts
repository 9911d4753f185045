/** One weight as it came; `stable` is left out where the scale does not tell. */
export interface RawReading {
  scaleId: string;
  weightG: number;
  stable?: boolean;
}

/** Where readings come from, until `stop`. Ends by itself only when nothing can come any more. */
export interface Source {
  readings(stop: AbortSignal): AsyncIterable<RawReading>;
}
