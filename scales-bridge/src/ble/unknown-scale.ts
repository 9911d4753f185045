import { shortUuid } from '@ostatok/kit/scales/found-model.ts';
import { MANUFACTURER_DATA } from '@ostatok/kit/scales/scale-model.ts';
import { BROADCAST, createFrameLog, RECORD_MS, type RecordedScale } from '@ostatok/kit/scales/scale-recording.ts';
import { type CapturedScale, type ListenParts, PUT_ON } from '../captured-scale.ts';
import type { Clock } from '../clock.ts';
import { letGo } from './let-go.ts';
import { awaitAdapter, type Choice, findNearScale } from './near-scales.ts';
import type { Characteristic, Noble, Peripheral } from './noble.ts';

/** Includes the discovery of services, which takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;

type OnFrame = (from: string, bytes: Uint8Array) => void;

const notifies = ({ properties = [] }: Characteristic): boolean =>
  properties.includes('notify') || properties.includes('indicate');

const hexOf = (data: Buffer): string => data.toString('hex');

/** What the scale advertises; of its address, nothing. */
function advertisedScale({ advertisement }: Peripheral): RecordedScale {
  const { localName = '', serviceUuids = [], serviceData = [], manufacturerData } = advertisement;
  return {
    name: localName,
    services: serviceUuids.map(shortUuid),
    characteristics: [],
    ...(manufacturerData && { manufacturerData: hexOf(manufacturerData) }),
    ...(serviceData.length > 0 && {
      serviceData: serviceData.map(({ uuid, data }) => ({ uuid: shortUuid(uuid), hex: hexOf(data) })),
    }),
  };
}

/** Reports what the scale broadcasts; the same data is repeated many times a second. */
function createBroadcastListener(id: string, onFrame: OnFrame) {
  const last = new Map<string, string>();
  return ({ id: seen, advertisement }: Peripheral): void => {
    if (seen !== id) return;
    const { serviceData = [], manufacturerData } = advertisement;
    const parts = serviceData.map(({ uuid, data }) => [shortUuid(uuid), data] as const);
    if (manufacturerData) parts.push([MANUFACTURER_DATA, manufacturerData]);
    for (const [of, data] of parts) {
      if (last.get(of) === hexOf(data)) continue;
      last.set(of, hexOf(data));
      onFrame(`${BROADCAST}${of}`, data);
    }
  };
}

async function subscribe(peripheral: Peripheral, onFrame: OnFrame): Promise<Partial<RecordedScale>> {
  await peripheral.connectAsync();
  const { services = [], characteristics } = await peripheral.discoverSomeServicesAndCharacteristicsAsync([], []);
  for (const one of characteristics.filter(notifies)) {
    one.on('data', (bytes) => onFrame(shortUuid(one.uuid), bytes));
    // one that wants a bond first is silent, and the others still speak
    await one.subscribeAsync().catch(() => undefined);
  }
  return {
    ...(services.length > 0 && { services: services.map(({ uuid }) => shortUuid(uuid)) }),
    characteristics: characteristics.map(({ uuid, properties = [] }) => ({ uuid: shortUuid(uuid), properties })),
  };
}

/** Undefined where the scale cannot be connected in time: then its broadcasts alone are heard. */
async function connected(
  peripheral: Peripheral,
  onFrame: OnFrame,
  { clock, stop }: { clock: Clock; stop: AbortSignal },
): Promise<Partial<RecordedScale> | undefined> {
  if (peripheral.connectable === false) return undefined;
  const over = new AbortController();
  const late = clock.wait(CONNECT_WITHIN_MS, AbortSignal.any([stop, over.signal])).then(() => undefined);
  const beginning = subscribe(peripheral, onFrame).catch(() => undefined);
  const found = await Promise.race([beginning, late]);
  over.abort();
  if (!found) {
    peripheral.cancelConnect();
    await letGo(peripheral, clock);
  }
  return found;
}

async function capturePeripheral(noble: Noble, peripheral: Peripheral, parts: ListenParts): Promise<CapturedScale> {
  const { clock, stop, say } = parts;
  let onFrame: OnFrame = () => undefined;
  const lost = new AbortController();
  const onGone = (): void => lost.abort();
  peripheral.once('disconnect', onGone);
  const onAdvertisement = createBroadcastListener(peripheral.id, (from, bytes) => onFrame(from, bytes));
  try {
    say('Подключаемся…');
    const found = await connected(peripheral, (from, bytes) => onFrame(from, bytes), { clock, stop });
    if (!found) {
      say('Весы не подключаются: слушаем то, что они передают без подключения');
      noble.on('discover', onAdvertisement);
      // connecting stops the scan on many adapters
      await noble.startScanningAsync([], true);
    }
    const log = createFrameLog(() => clock.elapsed());
    onFrame = log.add;
    say(PUT_ON);
    await clock.wait(RECORD_MS, found ? AbortSignal.any([stop, lost.signal]) : stop);
    const isCut = found !== undefined && lost.signal.aborted;
    return { scale: { ...advertisedScale(peripheral), ...found }, frames: log.frames, isCut };
  } finally {
    noble.removeListener('discover', onAdvertisement);
    peripheral.removeListener('disconnect', onGone);
    await letGo(peripheral, clock);
  }
}

/** Listens for ten seconds to everything that one scale says, in whatever language. Throws UsageError. */
export async function captureBluetooth(noble: Noble, choice: Choice, parts: ListenParts): Promise<CapturedScale> {
  await awaitAdapter(noble, parts);
  await noble.startScanningAsync([], true);
  try {
    return await capturePeripheral(noble, await findNearScale(noble, choice, parts), parts);
  } finally {
    await noble.stopScanningAsync().catch(() => undefined);
  }
}
