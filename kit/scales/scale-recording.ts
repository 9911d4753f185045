import type { SerialSpeed } from './scale-model.ts';

export const RECORDING_KIND = 'ostatok-scale-recording';
export const VERSION = 1;

/** How long an unknown scale is recorded. */
export const RECORD_MS = 10_000;
export const MOST_BYTES = 256 * 1024;
export const MOST_FRAMES = 2000;
/** The longest value that Bluetooth allows; what a cable brings at once is cut into such parts. */
export const MOST_FRAME_BYTES = 512;
export const MOST_WEIGHT_G = 500_000;
/** In hexadecimal digits, with the rest of their lines, so many fit in the file. */
const MOST_RECEIVED_BYTES = MOST_BYTES / 8;

/** Frames that came through a cable, and the beginning of the source of frames that a scale broadcast. */
export const SERIAL = 'serial';
export const BROADCAST = 'broadcast:';

/** A characteristic of the scale, with the names of its properties in Bluetooth. */
export interface RecordedCharacteristic {
  uuid: string;
  properties: string[];
}

/** `from`: the UUID of a characteristic, `serial`, or `broadcast:` and a service's UUID or `manufacturer`. */
export interface ReceivedFrame {
  from: string;
  bytes: Uint8Array;
  /** Milliseconds since the previous frame. */
  afterMs: number;
}

/** What a scale is, as far as it can be seen without knowing its model. It holds no address of the device. */
export interface RecordedScale {
  name: string;
  services: string[];
  characteristics: RecordedCharacteristic[];
  /** In hexadecimal digits, with the number of the company. */
  manufacturerData?: string;
  serviceData?: { uuid: string; hex: string }[];
  /** How its port was opened. */
  serial?: SerialSpeed;
}

/** What an unknown scale said in ten seconds, and the grams that its display showed at the end. */
export interface ScaleRecording {
  scale: RecordedScale;
  weightG: number;
  /** ISO 8601. */
  recordedAt: string;
  frames: ReceivedFrame[];
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Collects frames up to the limits of a recording; `now` is monotonic time. */
export function createFrameLog(now: () => number) {
  const frames: ReceivedFrame[] = [];
  let last = now();
  let left = MOST_RECEIVED_BYTES;

  function keep(from: string, bytes: Uint8Array): void {
    if (frames.length >= MOST_FRAMES || bytes.length > left) return;
    const afterMs = Math.max(0, Math.round(now() - last));
    last += afterMs;
    left -= bytes.length;
    frames.push({ from, bytes: bytes.slice(), afterMs });
  }
  return {
    frames,
    add(from: string, bytes: Uint8Array): void {
      for (let at = 0; at < bytes.length; at += MOST_FRAME_BYTES) keep(from, bytes.subarray(at, at + MOST_FRAME_BYTES));
    },
  };
}

/** Writes a recording as JSON lines: the scale and the weight, then a line for each frame. */
export function formatRecording({ scale, weightG, recordedAt, frames }: ScaleRecording): string {
  const head = { kind: RECORDING_KIND, version: VERSION, ...scale, weightG, recordedAt };
  const lines = frames.map(({ from, bytes, afterMs }) => ({ from, hex: hexOf(bytes), afterMs }));
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A name for the file that every system takes: letters and digits of the scale's name, and the day. */
export function recordingName({ scale, recordedAt }: Pick<ScaleRecording, 'scale' | 'recordedAt'>): string {
  const name = scale.name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  // browsers hand files of text, and no JSON, to other programs
  return `ostatok-scale-${name.slice(0, 40) || 'unknown'}-${recordedAt.slice(0, 10)}.txt`;
}

/** Reads grams as a person types them; undefined where it is no weight. */
export function typedGrams(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/\s*г\.?$/u, '')
    .replace(/[\s\u00a0]/g, '')
    .replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return undefined;
  const grams = Number(plain);
  return grams <= MOST_WEIGHT_G ? grams : undefined;
}
