import type { Logger } from '@ostatok/kit/node/log.ts';
import { type BackOff, createBackOff } from '../back-off.ts';
import type { Clock } from '../clock.ts';
import { createFrameReader } from '../frames.ts';
import type { Advertisement, Connection, ScaleModel } from '../models/scale-model.ts';
import type { Listener, Source } from '../source.ts';
import { adapterTrouble } from './adapter-trouble.ts';
import type { AdapterState, Noble, Peripheral } from './noble.ts';
import { openScale, shortUuid } from './scale-link.ts';

interface BleParts {
  loadNoble: () => Promise<Noble>;
  models: readonly ScaleModel[];
  clock: Clock;
  log: Logger;
  platform?: NodeJS.Platform;
}

/** A scale in reach advertises several times a second; one of which nothing is heard for so long is gone. */
const BROADCAST_SILENCE_MS = 30_000;
/** The system may need so long to say what its adapter does. */
const ADAPTER_WITHIN_MS = 5000;
/** From so many failures on it is not the air that is to blame. */
const FAILURES_TO_EXPLAIN = 2;
const HELD_ELSEWHERE =
  'Весы видно, но они не подключаются. Закройте их приложение на телефоне: весы держат одно соединение';

/** The scale's address, or what the system gives instead of it. */
const idOf = (peripheral: Peripheral): string => (peripheral.address || peripheral.id).toUpperCase().slice(0, 64);

function advertisementOf({ advertisement }: Peripheral): Advertisement {
  const { localName, serviceUuids, serviceData } = advertisement;
  return {
    name: localName ?? '',
    services: (serviceUuids ?? []).map(shortUuid),
    dataOf: (serviceData ?? []).map(({ uuid }) => shortUuid(uuid)),
  };
}

/** What is known of a scale that was seen once. */
interface Known {
  model: ScaleModel;
  backOff: BackOff;
  read: (bytes: Uint8Array) => void;
  /** Being connected, or connected. */
  busy: boolean;
  retryAt: number;
  /** Of the last advertisement with a weight: they repeat it many times a second. */
  lastHex: string;
  heardAt: number;
  peripheral: Peripheral;
}

/** The scales around one adapter. */
function createWatch(
  noble: Noble,
  listener: Listener,
  stop: AbortSignal,
  { models, clock, log, platform }: Required<BleParts>,
) {
  const known = new Map<string, Known>();
  /** Connecting stops the search on many adapters, and two connections at once confuse some: one after the other. */
  let connecting: Promise<unknown> = Promise.resolve();

  function meet(peripheral: Peripheral): Known | undefined {
    const met = known.get(peripheral.id);
    if (met) return Object.assign(met, { peripheral });
    const seen = advertisementOf(peripheral);
    const model = models.find((one) => one.matches(seen));
    if (!model) return undefined;
    const scale: Known = {
      model,
      peripheral,
      backOff: createBackOff(),
      read: createFrameReader(model, idOf(peripheral), listener, log),
      busy: false,
      retryAt: 0,
      lastHex: '',
      heardAt: clock.elapsed(),
    };
    known.set(peripheral.id, scale);
    return scale;
  }
  const say = ({ model, peripheral }: Known, state: 'connecting' | 'connected' | 'lost', more = {}): void =>
    listener.scale({ scaleId: idOf(peripheral), model: model.name, state, ...more });

  function hearBroadcast(scale: Known, service: string): void {
    const carried = scale.peripheral.advertisement.serviceData?.find(({ uuid }) => shortUuid(uuid) === service)?.data;
    if (!carried) return;
    if (!scale.busy) say(scale, 'connected');
    scale.busy = true;
    scale.heardAt = clock.elapsed();
    const hex = carried.toString('hex');
    if (hex === scale.lastHex) return;
    scale.lastHex = hex;
    scale.read(carried);
  }
  async function connect(scale: Known, link: Connection): Promise<void> {
    const { peripheral, backOff } = scale;
    let alive = true;
    const onFrame = (bytes: Uint8Array): void => void (alive && scale.read(bytes));
    say(scale, 'connecting');
    try {
      const opening = connecting.then(() =>
        stop.aborted ? undefined : openScale({ peripheral, link, clock, stop, onFrame }),
      );
      connecting = opening.catch(() => undefined).then(search);
      const opened = await opening;
      if (!opened) return;
      say(scale, 'connected');
      await opened.gone;
      backOff.reset();
      scale.retryAt = clock.elapsed() + backOff.next();
      say(scale, 'lost', { note: 'Связь пропала. Включите весы, если они уснули' });
    } catch (error) {
      log.warn({ scaleId: idOf(peripheral), reason: (error as Error).message }, 'scale not connected');
      scale.retryAt = clock.elapsed() + backOff.next();
      const note = backOff.failures() >= FAILURES_TO_EXPLAIN ? HELD_ELSEWHERE : 'Не удалось подключиться';
      say(scale, 'lost', { retryAt: scale.retryAt, note });
    } finally {
      alive = false;
    }
  }
  function onDiscover(peripheral: Peripheral): void {
    const scale = meet(peripheral);
    if (!scale || stop.aborted) return;
    const { link } = scale.model;
    if ('broadcast' in link) hearBroadcast(scale, link.broadcast);
    if ('broadcast' in link || scale.busy || clock.elapsed() < scale.retryAt) return;
    scale.busy = true;
    void connect(scale, link).finally(() => {
      scale.busy = false;
    });
  }
  async function search(): Promise<void> {
    if (stop.aborted || noble.state !== 'poweredOn') return;
    await noble
      .startScanningAsync([], true)
      .catch((error) => listener.trouble(`Поиск весов не начался: ${error.message}. Перезапустите мост`));
  }
  function onState(state: AdapterState): void {
    listener.trouble(adapterTrouble(state, platform));
    if (state === 'poweredOn') return void search();
    // an adapter that is switched off takes its connections with it, not always saying so
    for (const scale of known.values()) {
      if (scale.busy) void scale.peripheral.disconnectAsync().catch(() => undefined);
      if ('broadcast' in scale.model.link) scale.busy = false;
      say(scale, 'lost');
    }
  }
  function forgetSilent(): void {
    for (const scale of known.values()) {
      const silent = 'broadcast' in scale.model.link && scale.busy;
      if (!silent || clock.elapsed() - scale.heardAt < BROADCAST_SILENCE_MS) continue;
      Object.assign(scale, { busy: false, lastHex: '' });
      say(scale, 'lost', { note: 'Весов не слышно. Встаньте ближе или нажмите на платформу' });
    }
  }
  const leave = (): Promise<unknown> =>
    Promise.all([...known.values()].map(({ peripheral }) => peripheral.disconnectAsync().catch(() => undefined)));
  return { onDiscover, onState, search, forgetSilent, leave };
}

/** Every known scale in reach: connected when it wakes up, and again when it comes back. */
export function createBleSource(parts: BleParts): Source {
  const { clock } = parts;
  return {
    async run(listener, stop) {
      const noble = await parts.loadNoble();
      const watch = createWatch(noble, listener, stop, { platform: process.platform, ...parts });
      noble.on('discover', watch.onDiscover);
      noble.on('stateChange', watch.onState);
      try {
        if (noble.state !== 'poweredOn') await clock.wait(ADAPTER_WITHIN_MS, stop);
        watch.onState(noble.state);
        while (!stop.aborted) {
          await clock.wait(BROADCAST_SILENCE_MS / 3, stop);
          watch.forgetSilent();
        }
      } finally {
        noble.removeListener('discover', watch.onDiscover);
        noble.removeListener('stateChange', watch.onState);
        await noble.stopScanningAsync().catch(() => undefined);
        await watch.leave();
      }
    },
  };
}
