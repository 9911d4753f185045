import type { Logger } from '@ostatok/kit/node/log.ts';
import { isConnected, shortUuid } from '@ostatok/kit/scales/found-model.ts';
import type { Advertisement, BluetoothModel } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import type { Listener, Source } from '../source.ts';
import { adapterTrouble } from './adapter-trouble.ts';
import { followBroadcast } from './broadcast-scale.ts';
import { followConnected } from './connected-scale.ts';
import type { FollowedScale, ScaleParts } from './followed-scale.ts';
import type { AdapterState, Noble, Peripheral } from './noble.ts';

interface BleParts {
  loadNoble: () => Promise<Noble>;
  models: readonly BluetoothModel[];
  clock: Clock;
  log: Logger;
  platform?: NodeJS.Platform;
}

/** How long the system may take to report the state of its adapter. */
const ADAPTER_WITHIN_MS = 5000;
const TICK_MS = 10_000;

/** The scale's address, or the id that the system gives instead. */
const idOf = (peripheral: Peripheral): string => (peripheral.address || peripheral.id).toUpperCase().slice(0, 64);

function advertisementOf({ advertisement }: Peripheral): Advertisement {
  const { localName, serviceUuids, serviceData } = advertisement;
  return {
    name: localName ?? '',
    services: (serviceUuids ?? []).map(shortUuid),
    dataOf: (serviceData ?? []).map(({ uuid }) => shortUuid(uuid)),
  };
}

/**
 * Scans while the adapter is on; connecting stops the scan on many adapters, so it is restarted after each connection.
 */
function createSearch(noble: Noble, listener: Listener, stop: AbortSignal) {
  let turn: Promise<unknown> = Promise.resolve();

  async function begin(): Promise<void> {
    if (stop.aborted || noble.state !== 'poweredOn') return;
    await noble
      .startScanningAsync([], true)
      .catch((error) => listener.trouble(`Поиск весов не начался: ${error.message}. Перезапустите мост`));
  }
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = turn.then(task);
    turn = done.catch(() => undefined).then(begin);
    return done;
  }
  return { begin, inTurn };
}

/** Follows the scales around one adapter. */
function createWatch(noble: Noble, listener: Listener, stop: AbortSignal, parts: BleParts) {
  const { models, clock, log, platform = process.platform } = parts;
  const search = createSearch(noble, listener, stop);
  const followed = new Map<string, FollowedScale>();

  function follow(peripheral: Peripheral): FollowedScale | undefined {
    const known = followed.get(peripheral.id);
    if (known) return known;
    const seen = advertisementOf(peripheral);
    const allowed = models.filter((one) => one.matches(seen));
    const [model] = allowed;
    if (!model) return undefined;
    const own: ScaleParts = { scaleId: idOf(peripheral), model, listener, clock, log, stop, inTurn: search.inTurn };
    const { link } = model;
    const scale =
      'broadcast' in link ? followBroadcast(own, link.broadcast) : followConnected(own, allowed.filter(isConnected));
    followed.set(peripheral.id, scale);
    return scale;
  }
  return {
    onDiscover: (peripheral: Peripheral): void => follow(peripheral)?.advertised(peripheral),
    onState(state: AdapterState): void {
      listener.trouble(adapterTrouble(state, platform));
      if (state === 'poweredOn') void search.begin();
      else for (const scale of followed.values()) scale.adapterOff();
    },
    tick(): void {
      for (const scale of followed.values()) scale.tick();
    },
    leave: (): Promise<unknown> => Promise.all([...followed.values()].map((scale) => scale.leave())),
  };
}

/** Follows every known scale in range: connects when it wakes up, and again when it comes back. */
export function createBleSource(parts: BleParts): Source {
  const { clock } = parts;
  return {
    async run(listener, stop) {
      const noble = await parts.loadNoble();
      const watch = createWatch(noble, listener, stop, parts);
      noble.on('discover', watch.onDiscover);
      noble.on('stateChange', watch.onState);
      try {
        if (noble.state !== 'poweredOn') await clock.wait(ADAPTER_WITHIN_MS, stop);
        watch.onState(noble.state);
        while (!stop.aborted) {
          await clock.wait(TICK_MS, stop);
          watch.tick();
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
