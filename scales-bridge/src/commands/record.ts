import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SerialSpeed } from '@ostatok/kit/scales/scale-model.ts';
import { formatRecording, recordingName, typedGrams } from '@ostatok/kit/scales/scale-recording.ts';
import type { Noble } from '../ble/noble.ts';
import { captureBluetooth } from '../ble/unknown-scale.ts';
import type { Ports } from '../cable/ports.ts';
import { capturePort } from '../cable/unknown-port.ts';
import { type CapturedScale, type ListenParts, NOTHING_WRITTEN } from '../captured-scale.ts';
import { UsageError } from '../config.ts';

export interface RecordOptions {
  /** A part of the scale's name. */
  name?: string | undefined;
  /** What the display shows, where nobody can be asked. */
  grams?: string | undefined;
  /** A serial port in place of Bluetooth. */
  port?: string | undefined;
  /** Of the port: `9600`, or `4800e` with even parity. */
  speed?: string | undefined;
  file?: string | undefined;
}

interface RecordParts extends ListenParts {
  loadNoble: () => Promise<Noble>;
  loadPorts: () => Promise<Ports | undefined>;
  /** Missing where no person can be asked. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

const NOT_GRAMS = 'Нужны граммы числом, как на дисплее: 1250';
const SILENT_SCALE =
  'Весы ничего не сказали за 10 секунд. Закройте их приложение на телефоне, поставьте бутылку и повторите';
const SILENT_PORT =
  'Из порта ничего не пришло за 10 секунд. Проверьте кабель и скорость, например --speed 4800. Весы, которые говорят, только когда их спросят, так не записать';

function speedOf(given = '9600'): SerialSpeed {
  const [, rate, even] = /^(\d{3,6})(e?)$/i.exec(given) ?? [];
  if (rate === undefined) throw new UsageError('После --speed укажите скорость порта, как 9600, или 4800e с чётностью');
  return { baudRate: Number(rate), parity: even ? 'even' : 'none' };
}

function gramsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const grams = typedGrams(given);
  if (grams === undefined) throw new UsageError(`После --grams: ${NOT_GRAMS.toLowerCase()}`);
  return grams;
}

async function capture({ name, port, speed }: RecordOptions, parts: RecordParts): Promise<CapturedScale> {
  if (port !== undefined) {
    const ports = await parts.loadPorts();
    if (!ports) throw new UsageError('Пакет для портов не установлен. Выполните npm install serialport');
    return capturePort(ports, { path: port, speed: speedOf(speed) }, parts);
  }
  async function choose(lines: string[]): Promise<number> {
    for (const [index, line] of lines.entries()) parts.say(`${String(index + 1).padStart(3)}  ${line}`);
    return Number(await parts.ask?.('Номер ваших весов: ')) - 1;
  }
  return captureBluetooth(await parts.loadNoble(), { name, choose }, parts);
}

async function askGrams({ ask, say }: RecordParts): Promise<number> {
  for (;;) {
    const grams = typedGrams((await ask?.('Сколько граммов на дисплее весов: ')) ?? '');
    if (grams !== undefined) return grams;
    say(NOT_GRAMS);
  }
}

/** Writes all of the file or nothing of it. */
function writeWhole(path: string, text: string): void {
  const part = `${path}.new`;
  try {
    writeFileSync(part, text);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new UsageError(`Файл ${path} не записывается (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Records what an unknown scale says; returns the path of the file. Throws UsageError, BluetoothMissing. */
export async function record(options: RecordOptions, parts: RecordParts): Promise<string> {
  const { stop, say, ask } = parts;
  const given = gramsOf(options.grams);
  if (!ask && given === undefined) throw new UsageError('Укажите --grams: сколько граммов на дисплее весов');
  if (!ask && options.name === undefined && options.port === undefined)
    throw new UsageError('Укажите --name — часть имени весов, или --port — порт кабеля');
  const { scale, frames, isCut } = await capture(options, parts);
  if (stop.aborted) throw new UsageError(NOTHING_WRITTEN);
  if (frames.length === 0) throw new UsageError(options.port === undefined ? SILENT_SCALE : SILENT_PORT);
  say(`Услышано кадров: ${frames.length}${isCut ? '. Связь пропала раньше времени, услышанное сохраним' : ''}`);
  const weightG = given ?? (await askGrams(parts));
  const recording = { scale, weightG, recordedAt: new Date(parts.clock.wall()).toISOString(), frames };
  const path = options.file ?? recordingName(recording);
  writeWhole(path, formatRecording(recording));
  return path;
}
