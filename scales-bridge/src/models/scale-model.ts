/** What one frame of a scale says. `stable` is left out where the protocol does not tell. */
export type Frame = { weightG: number; stable?: boolean } | { error: FrameError };

/** `other`: a frame that carries no weight, as a button press. */
export type FrameError = 'short' | 'checksum' | 'measurement_unsuccessful' | 'other';

export interface Advertisement {
  name: string;
  /** UUIDs, short (four digits) where they are Bluetooth's own; lower case. */
  services: string[];
}

/** One kind of scale: how to know it, where its frames come from and what they say. Nothing else. */
export interface ScaleModel {
  name: string;
  service: string;
  /** Notifies the frames. */
  characteristic: string;
  /** What it has to be told before it begins. */
  wakeUp?: { characteristic: string; bytes: Uint8Array };
  matches(advertisement: Advertisement): boolean;
  parse(bytes: Uint8Array): Frame;
}
