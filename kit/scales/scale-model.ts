/** What a scale's display counts in. */
export type DisplayUnit = 'g' | 'kg' | 'oz' | 'lb' | 'lb:oz' | 'ml' | 'fl.oz';

/**
 * The content of one frame of a scale. `stable` is absent when the protocol does not report it. `stepG` is the step of
 * the frame's number in grams, when it can differ from the model's. `unit` is the display's, where the frame says it,
 * or the one that such frames always count in; the weight is in grams whatever the display shows.
 */
export interface Weight {
  weightG: number;
  stable?: boolean;
  stepG?: number;
  unit?: DisplayUnit;
}
/** `display`: the frame has no weight but says what the numbers of later frames count in. */
export type Frame = Weight | { error: FrameError; display?: DisplayUnit };

/**
 * `other`: a frame without a weight, such as a button press. `range`: a weight no such scale can carry, so the frame
 * was misread. `unstable`, `not_final`: the weighing continues and the protocol's number means nothing yet. `removed`:
 * the last weight, repeated after it was taken off. `unit`: the display counts in what cannot be turned into grams.
 * `overload`, `underload`: the scale itself says so. `refused`: it did not do what it was asked.
 */
export type FrameError =
  | 'short'
  | 'checksum'
  | 'measurement_unsuccessful'
  | 'unstable'
  | 'not_final'
  | 'removed'
  | 'range'
  | 'unit'
  | 'overload'
  | 'underload'
  | 'refused'
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
  /** Takes the commands below. */
  commands?: { characteristic: string; withoutResponse: boolean };
  /** Commands that the scale needs before it sends frames. */
  hello?: Uint8Array[];
  /** True if one of these sets the display to grams, for the frames do not say what it counts in. */
  helloSetsGrams?: true;
  /** Commands that the scale needs repeatedly, or it disconnects. */
  heartbeat?: { frames: Uint8Array[]; everyMs: number };
  /** Commands that set the weight on the scale to zero. */
  tare?: Uint8Array[];
}

/** A scale that broadcasts its weight: the service in whose advertisement data, or the manufacturer's data. */
export type Broadcast = { broadcast: string };
export const MANUFACTURER_DATA = 'manufacturer';

export interface SerialSpeed {
  baudRate: number;
  parity: 'none' | 'even';
}

/** A scale at a serial port, or at a USB port that acts as one: it answers `ask`, or sends by itself. */
export interface SerialLine {
  /** The speeds and parities that the scale is sold or set with, the likeliest first. */
  speeds: SerialSpeed[];
  /** Only devices with these numbers of USB (`vendor:product`) are asked, because others would misunderstand. */
  onlyUsb?: string[];
  ask?: { frame: Uint8Array; everyMs: number };
  /** Accepts an answer, where the scale repeats it until then. */
  accept?: Uint8Array;
  tare?: Uint8Array[];
}

/** A point-of-sale scale of USB's own class. */
export interface HidScale {
  usagePage: number;
  usage: number;
}

/** How frames begin and how long they are, where what arrives may hold several frames, or a part of one. */
export interface Framing {
  /** Returns the length of the frame at the beginning, 0 where no frame begins, undefined where it cannot be known yet. */
  lengthOf: (bytes: Uint8Array) => number | undefined;
}

interface AnyScale {
  /** The model's name in recordings. */
  id: string;
  name: string;
  /** The step of the displayed weight in grams: a reading may be off by up to half of it. */
  stepG: number;
  /** The most that the scale carries, in grams; a frame of much more was misread. */
  mostG: number;
  /** True if nobody has given us a frame of a real one: known by its layout alone. */
  isUntried?: true;
  /**
   * True if frames do not say what their number counts in and no command sets grams: its weights are used only when a person
   * has said that the display shows grams.
   */
  isUnitUnknown?: true;
  framing?: Framing;
  /** Parses one frame. Never throws. */
  parse(bytes: Uint8Array): Frame;
}

/** One kind of scale: how to recognise it, where its frames come from and how to parse them. Nothing else. */
export interface BluetoothModel extends AnyScale {
  link: Connection | Broadcast;
  matches(advertisement: Advertisement): boolean;
}
export interface CableModel extends AnyScale {
  link: { serial: SerialLine } | { hid: HidScale };
}
export type ScaleModel = BluetoothModel | CableModel;

/** Grams in an ounce and in 0.01 lb. */
export const OUNCE_G = 28.349523125;
export const POUND_STEP_G = 4.5359237;

/** Rounds away what binary fractions add to a weight of the scale's own step. */
export const rounded = (weightG: number): number => Math.round(weightG * 1000) / 1000;
