import type { Clock } from '../clock.ts';
import type { Connection } from '../models/scale-model.ts';
import type { Characteristic, Peripheral } from './noble.ts';

/** Finding what a scale offers takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;

export const shortUuid = (uuid: string): string =>
  uuid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^0000([0-9a-f]{4})00001000800000805f9b34fb$/, '$1');

/** Between two commands: a scale that is told the next too soon may miss it. */
const PAUSE_MS = 50;

async function greet(listening: Characteristic | undefined, { hello }: Connection, clock: Clock, stop: AbortSignal) {
  for (const [index, frame] of hello?.frames.entries() ?? []) {
    if (index > 0) await clock.wait(PAUSE_MS, stop);
    await listening?.writeAsync(Buffer.from(frame), hello?.withoutResponse ?? false);
  }
}

/** Until the scale is gone; a beat that does not get through is followed by the scale's leaving. */
async function beat(listening: Characteristic, { heartbeat, hello }: Connection, clock: Clock, gone: AbortSignal) {
  while (heartbeat && !gone.aborted) {
    await clock.wait(heartbeat.everyMs, gone);
    if (gone.aborted) return;
    await listening.writeAsync(Buffer.from(heartbeat.frame), hello?.withoutResponse ?? false).catch(() => undefined);
  }
}

/** Connects, subscribes to the frames and says what the scale has to hear first. Answers where it listens. */
async function begin({ peripheral, link, clock, stop, onFrame }: Parts): Promise<Characteristic | undefined> {
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
  await greet(listening, link, clock, stop);
  return listening;
}

interface Parts {
  peripheral: Peripheral;
  link: Connection;
  clock: Clock;
  stop: AbortSignal;
  onFrame: (bytes: Uint8Array) => void;
}

/** Connects within a time; a connection that did not come about is taken back. Resolves with what resolves when the scale is gone. */
export async function openScale(parts: Parts): Promise<{ gone: Promise<void> }> {
  const { peripheral, link, clock, stop } = parts;
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  peripheral.once('disconnect', leave);
  const over = new AbortController();
  const late = clock.wait(CONNECT_WITHIN_MS, AbortSignal.any([stop, over.signal])).then(() => {
    throw new Error('not connected in time');
  });
  const lost = gone.then(() => {
    throw new Error('connection lost while connecting');
  });
  const beginning = begin(parts);
  try {
    const listening = await Promise.race([beginning, late, lost]);
    const left = new AbortController();
    void gone.then(() => left.abort());
    if (listening) void beat(listening, link, clock, AbortSignal.any([stop, left.signal]));
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
