/**
 * The content of one frame of a scale. `stable` is absent when the protocol does not report it. `stepG` is the step of
 * the frame's number in grams, when it can differ from the model's.
 */
export type Frame = { weightG: number; stable?: boolean; stepG?: number } | { error: FrameError };

/**
 * `other`: a frame without a weight, such as a button press. `range`: a weight no such scale can carry, so the frame
 * was misread. `unstable`, `not_final`: the weighing continues and the protocol's number means nothing yet. `removed`:
 * the last weight, repeated after it was taken off.
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
  /** UUIDs in lower case; Bluetooth's own ones are short (four digits). */
  services: string[];
  /** The services whose data the advertisement itself carries. */
  dataOf: string[];
}

/** The connection of a scale that needs one. */
export interface Connection {
  service: string;
  /** These notify or indicate the frames. */
  characteristics: string[];
  /** Commands that the scale needs before it sends frames. */
  hello?: { characteristic: string; frames: Uint8Array[]; withoutResponse: boolean };
  /** A command that the scale needs repeatedly on the hello's characteristic, or it disconnects. */
  heartbeat?: { frame: Uint8Array; everyMs: number };
}

/** One kind of scale: how to recognise it, where its frames come from and how to parse them. Nothing else. */
export interface ScaleModel {
  /** The model's name in recordings. */
  id: string;
  name: string;
  /** The step of the displayed weight in grams: a reading may be off by up to half of it. */
  stepG: number;
  /** Either a connection, or the service in whose advertisement data the scale broadcasts its weight. */
  link: Connection | { broadcast: string };
  matches(advertisement: Advertisement): boolean;
  parse(bytes: Uint8Array): Frame;
}

/** More than any scale we know carries, and less than a lifted platter can show. */
const HEAVIEST_G = 330_000;
const LIGHTEST_G = -10_000;

/** A frame of this weight, or the error `range` when it is impossible. */
export function weighed(weightG: number, more: { stable?: boolean; stepG?: number } = {}): Frame {
  return weightG >= LIGHTEST_G && weightG <= HEAVIEST_G ? { weightG, ...more } : { error: 'range' };
}

export const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** 0.01 lb in grams. */
export const POUND_STEP_G = 4.5359237;
