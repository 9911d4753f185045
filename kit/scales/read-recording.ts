import type { SerialSpeed } from './scale-model.ts';
import {
  MOST_BYTES,
  MOST_FRAME_BYTES,
  MOST_FRAMES,
  MOST_WEIGHT_G,
  RECORD_MS,
  RECORDING_KIND,
  type ReceivedFrame,
  type RecordedScale,
  type ScaleRecording,
  VERSION,
} from './scale-recording.ts';

const MOST_PARTS = 200;
/** The names of Bluetooth are no longer. */
const MOST_NAME = 248;

/** Tells whether a text claims to be such a recording; those of earlier releases begin with a frame. */
export const isScaleRecording = (text: string): boolean => text.slice(0, 200).includes(`"${RECORDING_KIND}"`);

type Fields = Record<string, unknown>;

function refuse(why: string): never {
  throw new Error(why);
}
function textOf(value: unknown, name: string, most: number): string {
  return typeof value === 'string' && value.length <= most ? value : refuse(`${name} — текст до ${most} знаков`);
}
function listOf<T>(value: unknown, name: string, read: (one: unknown) => T): T[] {
  if (!Array.isArray(value) || value.length > MOST_PARTS) refuse(`${name} — список, не больше ${MOST_PARTS}`);
  return (value as unknown[]).map(read);
}
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : refuse('нужен объект JSON');
}
function hexIn(value: unknown, name: string): string {
  const hex = textOf(value, name, 2 * MOST_FRAME_BYTES);
  return /^([\da-f]{2})*$/i.test(hex) ? hex : refuse(`в ${name} не шестнадцатеричные цифры`);
}
const uuidIn = (value: unknown): string => {
  const uuid = textOf(value, 'uuid', 36);
  return /^[\da-f-]{4,36}$/i.test(uuid) ? uuid : refuse('uuid — шестнадцатеричные цифры');
};
function numberIn(value: unknown, name: string, most: number): number {
  return typeof value === 'number' && value >= 0 && value <= most ? value : refuse(`${name} — число от 0 до ${most}`);
}

function serialIn(value: unknown): SerialSpeed {
  const { baudRate, parity } = fieldsOf(value);
  if (parity !== 'none' && parity !== 'even') return refuse('parity — none или even');
  return { baudRate: numberIn(baudRate, 'baudRate', 1_000_000), parity };
}

function readHead(value: unknown): Omit<ScaleRecording, 'frames'> {
  const head = fieldsOf(value);
  if (head.kind !== RECORDING_KIND) refuse('это не запись весов');
  if (head.version !== VERSION) refuse('запись другой версии: обновите программу');
  const recordedAt = textOf(head.recordedAt, 'recordedAt', 40);
  if (Number.isNaN(Date.parse(recordedAt))) refuse('recordedAt — время');
  const scale: RecordedScale = {
    name: textOf(head.name, 'name', MOST_NAME),
    services: listOf(head.services, 'services', uuidIn),
    characteristics: listOf(head.characteristics, 'characteristics', (one) => {
      const { uuid, properties } = fieldsOf(one);
      return {
        uuid: uuidIn(uuid),
        properties: listOf(properties, 'properties', (name) => textOf(name, 'property', 40)),
      };
    }),
  };
  if (head.manufacturerData !== undefined) scale.manufacturerData = hexIn(head.manufacturerData, 'manufacturerData');
  if (head.serviceData !== undefined)
    scale.serviceData = listOf(head.serviceData, 'serviceData', (one) => {
      const { uuid, hex } = fieldsOf(one);
      return { uuid: uuidIn(uuid), hex: hexIn(hex, 'hex') };
    });
  if (head.serial !== undefined) scale.serial = serialIn(head.serial);
  return { scale, weightG: numberIn(head.weightG, 'weightG', MOST_WEIGHT_G), recordedAt };
}

function readFrame(value: unknown): ReceivedFrame {
  const { from, hex, afterMs } = fieldsOf(value);
  const digits = hexIn(hex, 'hex');
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  return { from: textOf(from, 'from', 60), bytes, afterMs: numberIn(afterMs, 'afterMs', RECORD_MS * 360) };
}

/** Throws an error that names the unreadable line in Russian. */
export function parseRecording(text: string): ScaleRecording {
  if (text.length > MOST_BYTES) throw new Error(`Запись длиннее ${MOST_BYTES / 1024} КБ`);
  const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]));
  const [head, ...rest] = lines;
  if (!head) throw new Error('Запись пуста');
  if (rest.length > MOST_FRAMES) throw new Error(`В записи больше ${MOST_FRAMES} кадров`);
  function at<T>({ line, number }: { line: string; number: number }, read: (value: unknown) => T): T {
    try {
      return read(JSON.parse(line));
    } catch (error) {
      const why = error instanceof SyntaxError ? 'это не JSON' : (error as Error).message;
      throw new Error(`Запись не читается, строка ${number}: ${why}`);
    }
  }
  return { ...at(head, readHead), frames: rest.map((one) => at(one, readFrame)) };
}
