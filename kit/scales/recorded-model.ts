import { foundModel, isConnected, shortUuid } from './found-model.ts';
import { createFrameReader } from './frame-reader.ts';
import { type BluetoothModel, type CableModel, MANUFACTURER_DATA, type ScaleModel } from './scale-model.ts';
import { BROADCAST, type ReceivedFrame, type RecordedScale, type ScaleRecording, SERIAL } from './scale-recording.ts';

/** The number of the company before a manufacturer's data. */
export const COMPANY_BYTES = 2;

/** A model that knows the recorded scale, and those of the frames that it listens to. */
export interface PlayableRecording {
  model: ScaleModel;
  frames: ReceivedFrame[];
}

/** Keeps the frames that the model listens to at their times, though others between them are left out. */
function framesFor({ frames }: ScaleRecording, listens: (from: string) => boolean, skipped = 0): ReceivedFrame[] {
  let waited = 0;
  return frames.flatMap(({ from, bytes, afterMs }) => {
    waited += afterMs;
    if (!listens(from)) return [];
    const frame = { from, bytes: bytes.subarray(skipped), afterMs: waited };
    waited = 0;
    return [frame];
  });
}

const seenAs = ({ name, services, serviceData = [] }: RecordedScale) => ({
  name,
  services: services.map(shortUuid),
  dataOf: serviceData.map(({ uuid }) => shortUuid(uuid)),
});

function byBluetooth(recording: ScaleRecording, models: readonly BluetoothModel[]): PlayableRecording | undefined {
  const { scale } = recording;
  const matching = models.filter((one) => one.matches(seenAs(scale)));
  for (const model of matching) {
    if (!('broadcast' in model.link)) continue;
    const { broadcast } = model.link;
    const skipped = broadcast === MANUFACTURER_DATA ? COMPANY_BYTES : 0;
    const frames = framesFor(recording, (from) => from === `${BROADCAST}${broadcast}`, skipped);
    if (frames.length > 0) return { model, frames };
  }
  const found = foundModel(matching.filter(isConnected), scale.characteristics, ({ properties }) =>
    properties.some((property) => property === 'notify' || property === 'indicate'),
  );
  if (!found) return undefined;
  const uuids = found.notifying.map(({ uuid }) => shortUuid(uuid));
  return { model: found.model, frames: framesFor(recording, (from) => uuids.includes(shortUuid(from))) };
}

/** A cable tells no name: the model is the first of this speed that reads a weight. */
function byCable(recording: ScaleRecording, models: readonly CableModel[]): PlayableRecording | undefined {
  const { serial } = recording.scale;
  const frames = framesFor(recording, (from) => from === SERIAL);
  const model = models.find((one) => {
    if (!('serial' in one.link)) return false;
    const isSpoken = one.link.serial.speeds.some(
      ({ baudRate, parity }) => baudRate === serial?.baudRate && parity === serial.parity,
    );
    const read = createFrameReader(one);
    return isSpoken && frames.flatMap(({ bytes }) => read(bytes)).some((frame) => !('error' in frame));
  });
  return model && { model, frames };
}

/** Finds the model of a recorded scale as for a present one: by its name, then by what it has. */
export function playableRecording(
  recording: ScaleRecording,
  models: { bluetooth: readonly BluetoothModel[]; cable: readonly CableModel[] },
): PlayableRecording | undefined {
  return recording.scale.serial ? byCable(recording, models.cable) : byBluetooth(recording, models.bluetooth);
}
