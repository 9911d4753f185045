import { EventEmitter, on } from 'node:events';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ScaleModel } from '../models/scale-model.ts';
import type { RawReading, Source } from '../source.ts';
import type { Noble, Peripheral } from './noble.ts';

interface BleParts {
  loadNoble: () => Promise<Noble>;
  models: readonly ScaleModel[];
  log: Logger;
}

const shortUuid = (uuid: string): string =>
  uuid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^0000([0-9a-f]{4})00001000800000805f9b34fb$/, '$1');

/** The scale's address, or what the system gives instead of it. */
const idOf = (peripheral: Peripheral): string => (peripheral.address || peripheral.id).toUpperCase().slice(0, 64);

function modelOf(peripheral: Peripheral, models: readonly ScaleModel[]): ScaleModel | undefined {
  const { localName = '', serviceUuids = [] } = peripheral.advertisement;
  return models.find((model) => model.matches({ name: localName, services: serviceUuids.map(shortUuid) }));
}

/** Resolves when the scale is gone. */
async function follow(
  peripheral: Peripheral,
  model: ScaleModel,
  { log, tell }: { log: Logger; tell: (reading: RawReading) => void },
): Promise<void> {
  const scaleId = idOf(peripheral);
  await peripheral.connectAsync();
  const gone = new Promise<void>((resolve) => peripheral.once('disconnect', resolve));
  const wanted = [model.characteristic, ...(model.wakeUp ? [model.wakeUp.characteristic] : [])];
  const { characteristics } = await peripheral.discoverSomeServicesAndCharacteristicsAsync([model.service], wanted);
  const find = (uuid: string) => characteristics.find((one) => shortUuid(one.uuid) === uuid);
  const frames = find(model.characteristic);
  if (!frames) throw new Error(`no characteristic ${model.characteristic}`);
  frames.on('data', (data) => {
    const frame = model.parse(data);
    if ('error' in frame) log.debug({ scaleId, error: frame.error }, 'frame left out');
    else tell({ scaleId, ...frame });
  });
  await frames.subscribeAsync();
  if (model.wakeUp) await find(model.wakeUp.characteristic)?.writeAsync(Buffer.from(model.wakeUp.bytes), true);
  log.info({ scaleId, model: model.name }, 'scale connected');
  await gone;
  log.info({ scaleId }, 'scale gone');
}

/** Every known scale in reach: connected when it wakes up, and again when it comes back. */
export function createBleSource({ loadNoble, models, log }: BleParts): Source {
  return {
    async *readings(stop): AsyncGenerator<RawReading> {
      const noble = await loadNoble();
      const heard = new EventEmitter();
      const followed = new Map<string, Peripheral>();

      const onDiscover = (peripheral: Peripheral): void => {
        const model = modelOf(peripheral, models);
        if (!model || followed.has(peripheral.id)) return;
        followed.set(peripheral.id, peripheral);
        follow(peripheral, model, { log, tell: (reading) => heard.emit('reading', reading) })
          .catch((error) => log.warn({ scaleId: idOf(peripheral), reason: error.message }, 'scale not connected'))
          .finally(() => followed.delete(peripheral.id))
          // connecting pauses the search on many adapters
          .then(() => (stop.aborted ? undefined : noble.startScanningAsync([], true)))
          .catch((error) => log.error({ reason: error.message }, 'search not resumed'));
      };
      noble.on('discover', onDiscover);
      try {
        await noble.startScanningAsync([], true);
        for await (const [reading] of on(heard, 'reading', { signal: stop })) yield reading;
      } catch (error) {
        if (!stop.aborted) throw error;
      } finally {
        noble.removeListener('discover', onDiscover);
        await noble.stopScanningAsync().catch(() => undefined);
        await Promise.all([...followed.values()].map((one) => one.disconnectAsync().catch(() => undefined)));
      }
    },
  };
}
