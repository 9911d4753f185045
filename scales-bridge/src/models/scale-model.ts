/**
 * What one frame of a scale says. `stable` is left out where the protocol does not tell; `stepG`, grams of one step of
 * the number in the frame, where it is not always the model's.
 */
export type Frame = { weightG: number; stable?: boolean; stepG?: number } | { error: FrameError };

/**
 * `other`: a frame that carries no weight, as a button press. `range`: a weight no such scale can carry, so the frame is
 * not what we take it for. `unstable`, `not_final`: still being weighed, where the protocol's number means nothing yet.
 * `removed`: the last weight, told again after it was taken off.
 */
type FrameError =
  | 'short'
  | 'checksum'
  | 'measurement_unsuccessful'
  | 'unstable'
  | 'not_final'
  | 'removed'
  | 'range'
  | 'other';

export interface Advertisement {
  name: string;
  /** UUIDs, short (four digits) where they are Bluetooth's own; lower case. */
  services: string[];
  /** Of which services the advertisement itself carries data. */
  dataOf: string[];
}

/** A scale that is connected to. */
export interface Connection {
  service: string;
  /** These notify or indicate the frames. */
  characteristics: string[];
  /** What it has to be told before it begins. */
  hello?: { characteristic: string; frames: Uint8Array[]; withoutResponse: boolean };
  /** What it has to hear again and again where it heard the hello, or it hangs up. */
  heartbeat?: { frame: Uint8Array; everyMs: number };
}

/** One kind of scale: how to know it, where its frames come from and what they say. Nothing else. */
export interface ScaleModel {
  /** In recordings. */
  id: string;
  name: string;
  /** Grams of one step of what it shows: a reading is off by up to half of it. */
  stepG: number;
  /** Either it is connected to, or it tells its weight to everyone in the advertisement's data of this service. */
  link: Connection | { broadcast: string };
  matches(advertisement: Advertisement): boolean;
  parse(bytes: Uint8Array): Frame;
}

/** Beyond what any scale we know carries, and below what a lifted platter can show. */
const HEAVIEST_G = 330_000;
const LIGHTEST_G = -10_000;

/** Of a weight, if it can be one. */
export function weighed(weightG: number, more: { stable?: boolean; stepG?: number } = {}): Frame {
  return weightG >= LIGHTEST_G && weightG <= HEAVIEST_G ? { weightG, ...more } : { error: 'range' };
}

export const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Grams of 0.01 lb. */
export const POUND_STEP_G = 4.5359237;
