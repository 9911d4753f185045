import type { Clock } from '../clock.ts';
import type { Connection } from '../models/scale-model.ts';
import type { Peripheral } from './noble.ts';

/** Finding what a scale offers takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;

export const shortUuid = (uuid: string): string =>
  uuid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^0000([0-9a-f]{4})00001000800000805f9b34fb$/, '$1');

/** Connects, subscribes to the frames and says what the scale has to hear first. */
async function begin(peripheral: Peripheral, link: Connection, onFrame: (bytes: Uint8Array) => void): Promise<void> {
  await peripheral.connectAsync();
  const wanted = [...link.characteristics, ...(link.hello ? [link.hello.characteristic] : [])];
  const { characteristics } = await peripheral.discoverSomeServicesAndCharacteristicsAsync([link.service], wanted);
  const find = (uuid: string) => characteristics.find((one) => shortUuid(one.uuid) === uuid);
  const speaking = link.characteristics.flatMap((uuid) => find(uuid) ?? []);
  if (speaking.length === 0) throw new Error(`no characteristic ${link.characteristics.join(', ')}`);
  for (const one of speaking) {
    one.on('data', onFrame);
    await one.subscribeAsync();
  }
  const listening = link.hello && find(link.hello.characteristic);
  for (const frame of link.hello?.frames ?? []) {
    await listening?.writeAsync(Buffer.from(frame), link.hello?.withoutResponse ?? false);
  }
}

interface Parts {
  peripheral: Peripheral;
  link: Connection;
  clock: Clock;
  stop: AbortSignal;
  onFrame: (bytes: Uint8Array) => void;
}

/** Connects within a time; a connection that did not come about is taken back. Resolves with what resolves when the scale is gone. */
export async function openScale({ peripheral, link, clock, stop, onFrame }: Parts): Promise<{ gone: Promise<void> }> {
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  peripheral.once('disconnect', leave);
  const over = new AbortController();
  const late = clock.wait(CONNECT_WITHIN_MS, AbortSignal.any([stop, over.signal])).then(() => {
    throw new Error('not connected in time');
  });
  const lost = gone.then(() => {
    throw new Error('connection lost while connecting');
  });
  const beginning = begin(peripheral, link, onFrame);
  try {
    await Promise.race([beginning, late, lost]);
    return { gone };
  } catch (error) {
    peripheral.removeListener('disconnect', leave);
    peripheral.cancelConnect();
    await peripheral.disconnectAsync().catch(() => undefined);
    throw error;
  } finally {
    over.abort();
    for (const loser of [beginning, late, lost]) loser.catch(() => undefined);
  }
}
