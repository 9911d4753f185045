import { shortUuid } from '@ostatok/kit/scales/found-model.ts';
import {
  createFrameLog,
  RECORD_MS,
  type ReceivedFrame,
  type RecordedCharacteristic,
  type RecordedScale,
} from '@ostatok/kit/scales/scale-recording.ts';
import { notifies, servicesOf, subscribe } from './gatt.ts';
import { pause } from './pause.ts';
import { connectingTrouble, LOST, NotInTime } from './scale-troubles.ts';
import type { ScaleCharacteristic, ScaleDevice } from './web-bluetooth.ts';

/** Includes the discovery of services, which takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;
const SECOND_MS = 1000;

const HIDDEN =
  'Эти весы телефон записать не может: браузер не показывает, что в них есть. Запишите их мостом на компьютере: ostatok-scales record';
const SILENT =
  'Весы ничего не сказали за 10 секунд. Закройте их приложение, запишите ещё раз и ставьте бутылку, пока идёт отсчёт';

/** A recording as the screen shows it. */
export type RecorderStep =
  | { step: 'ready' }
  | { step: 'connecting' }
  | { step: 'listening'; secondsLeft: number }
  | { step: 'recorded'; scale: RecordedScale; frames: ReceivedFrame[]; isCut: boolean }
  | { step: 'failed'; why: string };

const PROPERTIES = ['read', 'write', 'writeWithoutResponse', 'notify', 'indicate'] as const;

const recorded = ({ uuid, properties }: ScaleCharacteristic): RecordedCharacteristic => ({
  uuid: shortUuid(uuid),
  properties: PROPERTIES.filter((name) => properties[name]),
});

/** Connects, and subscribes to all that notifies. */
async function open(
  device: ScaleDevice,
  onFrame: (from: string, bytes: Uint8Array) => void,
  over: AbortSignal,
): Promise<RecordedScale> {
  await device.gatt.connect();
  const services = await servicesOf(device);
  const characteristics: ScaleCharacteristic[] = [];
  for (const service of services) characteristics.push(...(await service.getCharacteristics().catch(() => [])));
  for (const one of characteristics.filter(notifies)) {
    const from = shortUuid(one.uuid);
    // one that wants a bond first is silent, and the others still speak
    await subscribe(one, (bytes) => onFrame(from, bytes), over).catch(() => undefined);
  }
  return {
    name: device.name ?? '',
    services: services.map(({ uuid }) => shortUuid(uuid)),
    characteristics: characteristics.map(recorded),
  };
}

async function inTime<T>(opening: Promise<T>, over: AbortSignal): Promise<T> {
  const late = pause(CONNECT_WITHIN_MS, over).then(() => {
    throw new NotInTime('not connected in time');
  });
  for (const loser of [opening, late]) loser.catch(() => undefined);
  return Promise.race([opening, late]);
}

/** What came of a recording whose time is over, or whose connection is. */
function ended(scale: RecordedScale, frames: ReceivedFrame[], isCut: boolean): RecorderStep {
  if (frames.length > 0) return { step: 'recorded', scale, frames, isCut };
  return { step: 'failed', why: isCut ? LOST : SILENT };
}

const hasVoice = ({ characteristics }: RecordedScale): boolean =>
  characteristics.some(({ properties }) => properties.includes('notify') || properties.includes('indicate'));

/**
 * Listens for ten seconds to all that a scale says, in whatever language, and reports each step. What was received before the
 * connection was lost is kept.
 */
export async function recordScale(
  device: ScaleDevice,
  show: (step: RecorderStep) => void,
  left: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const over = AbortSignal.any([left, lost.signal]);
  let log: ReturnType<typeof createFrameLog> | undefined;
  device.addEventListener('gattserverdisconnected', () => lost.abort(), { once: true, signal: left });
  function report(step: RecorderStep): void {
    if (!left.aborted) show(step);
  }
  try {
    report({ step: 'connecting' });
    const scale = await inTime(
      open(device, (from, bytes) => log?.add(from, bytes), over),
      over,
    );
    if (!hasVoice(scale)) return report({ step: 'failed', why: HIDDEN });
    log = createFrameLog(() => performance.now());
    for (let leftMs = RECORD_MS; leftMs > 0 && !over.aborted; leftMs -= SECOND_MS) {
      report({ step: 'listening', secondsLeft: leftMs / SECOND_MS });
      await pause(SECOND_MS, over);
    }
    report(ended(scale, log.frames, lost.signal.aborted));
  } catch (error) {
    report({ step: 'failed', why: connectingTrouble(error, 1) });
  } finally {
    lost.abort();
    device.gatt.disconnect();
  }
}
