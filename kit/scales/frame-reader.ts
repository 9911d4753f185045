import { type DisplayUnit, type Frame, OUNCE_G, rounded, type ScaleModel, type Weight } from './scale-model.ts';

/** A lifted platter and a tare that was set before show less than nothing. */
const SLACK = 1.1;

const inRange = (model: ScaleModel, weight: Weight): Frame =>
  Math.abs(weight.weightG) <= model.mostG * SLACK ? weight : { error: 'range' };

/** Parses one frame; a weight that no such scale can carry is the error `range`. */
export function frameOf(model: ScaleModel, bytes: Uint8Array): Frame {
  const frame = model.parse(bytes);
  return 'error' in frame ? frame : inRange(model, frame);
}

/** The longest part of a frame that is kept until the rest comes. */
const MOST_KEPT = 512;

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** A number of the display in grams; frames of some scales do not say what it counts in. */
function inGrams(model: ScaleModel, weight: Weight, display: DisplayUnit): Frame {
  if (display === 'oz') return inRange(model, { ...weight, weightG: rounded(weight.weightG * OUNCE_G), unit: display });
  return display === 'g' ? { ...weight, unit: display } : { error: 'unit' };
}

/** Reads what one scale sends, notification by notification: some scales join frames or cut them. */
export function createFrameReader(model: ScaleModel): (received: Uint8Array) => Frame[] {
  const { framing } = model;
  let rest = new Uint8Array(0);
  let display: DisplayUnit | undefined;

  function read(bytes: Uint8Array): Frame {
    const frame = frameOf(model, bytes);
    if (!('error' in frame))
      return display === undefined || frame.unit !== undefined ? frame : inGrams(model, frame, display);
    display = frame.display ?? display;
    return frame;
  }

  /** A frame whose checksum is wrong may be the beginning of one and the end of another: the next may begin inside. */
  function cut(bytes: Uint8Array, lengthOf: (bytes: Uint8Array) => number | undefined): Frame[] {
    const frames: Frame[] = [];
    let at = 0;
    while (at < bytes.length) {
      const length = lengthOf(bytes.subarray(at));
      if (length === undefined || length > bytes.length - at) break;
      const frame = length > 0 ? read(bytes.subarray(at, at + length)) : undefined;
      if (frame) frames.push(frame);
      at += frame && !('error' in frame && frame.error === 'checksum') ? length : 1;
    }
    rest = bytes.length - at > MOST_KEPT ? new Uint8Array(0) : bytes.slice(at);
    return frames;
  }

  return (received) => (framing ? cut(joined(rest, received), framing.lengthOf) : [read(received)]);
}
