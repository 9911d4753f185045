import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { bluetoothModels, cableModels, scaleModels } from '@ostatok/kit/scales/index.ts';
import { createBleSource } from '../ble/ble-source.ts';
import { BluetoothMissing, loadNoble } from '../ble/noble.ts';
import { createBridge } from '../bridge.ts';
import { loadHid } from '../cable/hid.ts';
import { createHidSource } from '../cable/hid-source.ts';
import { loadPorts } from '../cable/ports.ts';
import { createSerialSource } from '../cable/serial-source.ts';
import { systemClock } from '../clock.ts';
import { type RunOptions, UsageError, type Venue } from '../config.ts';
import { createGramsAnswers, gramsPath } from '../grams-answers.ts';
import { createJoinedSource } from '../joined-source.ts';
import { createOutbox } from '../outbox.ts';
import { outboxPath } from '../pairing.ts';
import { createRecorder, parseRecording, type RecordedFrame } from '../recording.ts';
import { createReplaySource } from '../replay-source.ts';
import { createSimulatedSource } from '../simulated-source.ts';
import { takePlace } from '../single.ts';
import { createVenueSink } from '../sink/venue-sink.ts';
import type { Source } from '../source.ts';
import { createView } from '../views/create-view.ts';

function readRecording(path: string): RecordedFrame[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`Файл ${path} не открывается`);
  }
  try {
    return parseRecording(text, scaleModels);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Where there are cables to read from, a computer without Bluetooth goes on. */
const patient = (source: Source): Source => ({
  async run(listener, stop) {
    try {
      await source.run(listener, stop);
    } catch (error) {
      if (!(error instanceof BluetoothMissing)) throw error;
      listener.trouble(error.message);
      if (!stop.aborted) await once(stop, 'abort');
    }
  },
});

/** Everything that a scale may be connected by. */
async function realSource(log: Logger): Promise<Source> {
  const clock = systemClock;
  const bluetooth = createBleSource({ loadNoble: () => loadNoble(log), models: bluetoothModels, clock, log });
  const [ports, hid] = await Promise.all([loadPorts(), loadHid()]);
  const parts = { models: cableModels, clock, log };
  const cables = [
    ...(ports ? [createSerialSource({ ...parts, ports })] : []),
    ...(hid ? [createHidSource({ ...parts, hid })] : []),
  ];
  return cables.length > 0 ? createJoinedSource([patient(bluetooth), ...cables]) : bluetooth;
}

async function sourceOf({ simulate, replay }: RunOptions, log: Logger): Promise<Source> {
  if (simulate) return createSimulatedSource(simulate);
  if (replay !== undefined) {
    return createReplaySource(readRecording(replay), { clock: systemClock, log });
  }
  return realSource(log);
}

/** Runs until `stop`. Throws SignInRefused, BluetoothMissing, AlreadyRunning, UsageError. */
export async function run(
  { venue, folder, log, ...options }: RunOptions & { venue: Venue; folder: string; log: Logger },
  stop: AbortSignal,
): Promise<void> {
  const leave = await takePlace(folder);
  try {
    const source = await sourceOf(options, log);
    const outbox = createOutbox(outboxPath(folder, venue.url));
    const record = options.record === undefined ? undefined : createRecorder(options.record, systemClock);
    const showsGrams = createGramsAnswers(gramsPath(folder), options.grams ?? false, log);
    const view = await createView({ venue, clock: systemClock, log });
    const makeSink: Parameters<typeof createBridge>[0]['makeSink'] = (onState, tare) =>
      createVenueSink({
        venueUrl: venue.url,
        credentials: venue.credentials,
        outbox,
        clock: systemClock,
        log,
        onState,
        tare,
      });
    try {
      const onChange = view.update;
      await createBridge({ source, outbox, clock: systemClock, makeSink, onChange, record, showsGrams }).run(stop);
    } finally {
      view.end();
    }
  } finally {
    leave();
  }
}
