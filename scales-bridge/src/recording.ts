import { appendFileSync, writeFileSync } from 'node:fs';
import { bluetoothModels, cableModels } from '@ostatok/kit/scales/index.ts';
import { isScaleRecording, parseRecording as parseScaleRecording } from '@ostatok/kit/scales/read-recording.ts';
import { playableRecording } from '@ostatok/kit/scales/recorded-model.ts';
import type { ScaleModel } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from './clock.ts';
import type { RawFrame } from './source.ts';

/** A line of a recording: a frame, and its delay after the previous one. */
export interface RecordedFrame {
  scaleId: string;
  model: ScaleModel;
  bytes: Uint8Array;
  afterMs: number;
}

export type Recorder = (frame: RawFrame) => void;

/** Creates a new file and writes every frame to it, one JSON object a line. */
export function createRecorder(path: string, clock: Clock): Recorder {
  writeFileSync(path, '');
  let last = clock.elapsed();
  return ({ scaleId, model, bytes }) => {
    const afterMs = Math.round(clock.elapsed() - last);
    last += afterMs;
    const line = { scaleId, model, hex: Buffer.from(bytes).toString('hex'), afterMs };
    appendFileSync(path, `${JSON.stringify(line)}\n`);
  };
}

/** Recordings of earlier releases name the service in place of the model. */
function serviceOf({ link }: ScaleModel): string | undefined {
  if ('broadcast' in link) return link.broadcast;
  return 'service' in link ? link.service : undefined;
}

function readLine(line: string, models: readonly ScaleModel[]): RecordedFrame {
  const { scaleId = 'replay', model, service, hex, afterMs = 0 } = JSON.parse(line) as Record<string, unknown>;
  const known = models.find((one) => (model === undefined ? serviceOf(one) === service : one.id === model));
  if (!known) throw new Error(`нет весов «${String(model ?? service)}»`);
  if (typeof hex !== 'string' || !/^([\da-f]{2})*$/i.test(hex)) throw new Error('в hex не шестнадцатеричные цифры');
  if (typeof afterMs !== 'number' || !(afterMs >= 0)) throw new Error('afterMs — миллисекунды');
  return { scaleId: String(scaleId).slice(0, 64), model: known, bytes: Buffer.from(hex, 'hex'), afterMs };
}

/** The frames of a scale that was recorded before anybody knew it. */
function framesOfScale(text: string): RecordedFrame[] {
  const recording = parseScaleRecording(text);
  const playable = playableRecording(recording, { bluetooth: bluetoothModels, cable: cableModels });
  if (!playable) throw new Error(`Весы «${recording.scale.name}» мосту ещё не знакомы: запись нечем прочитать`);
  const { model, frames } = playable;
  return frames.map(({ bytes, afterMs }) => ({ scaleId: 'replay', model, bytes, afterMs }));
}

/** Throws an error that names the unreadable line. */
export function parseRecording(text: string, models: readonly ScaleModel[]): RecordedFrame[] {
  if (isScaleRecording(text)) return framesOfScale(text);
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [readLine(line, models)];
    } catch (error) {
      throw new Error(`Запись не читается, строка ${index + 1}: ${(error as Error).message}`);
    }
  });
}
