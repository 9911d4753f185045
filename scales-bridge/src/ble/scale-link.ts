import type { Connection } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import type { Characteristic, Peripheral } from './noble.ts';

/** Includes the discovery of services, which takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;

export const shortUuid = (uuid: string): string =>
  uuid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^0000([0-9a-f]{4})00001000800000805f9b34fb$/, '$1');

/** The pause between two commands: a scale may miss one that comes too soon. */
const PAUSE_MS = 50;

async function greet(commands: Characteristic | undefined, { hello }: Connection, clock: Clock, stop: AbortSignal) {
  for (const [index, frame] of hello?.frames.entries() ?? []) {
    if (index > 0) await clock.wait(PAUSE_MS, stop);
    await commands?.writeAsync(Buffer.from(frame), hello?.withoutResponse ?? false);
  }
}

/** Sends heartbeats until the scale is gone; the scale disconnects after a heartbeat that did not get through. */
async function beat(commands: Characteristic, { heartbeat, hello }: Connection, clock: Clock, gone: AbortSignal) {
  while (heartbeat && !gone.aborted) {
    await clock.wait(heartbeat.everyMs, gone);
    if (gone.aborted) return;
    await commands.writeAsync(Buffer.from(heartbeat.frame), hello?.withoutResponse ?? false).catch(() => undefined);
  }
}

/** Connects, subscribes to the frames and sends the greeting. Returns the characteristic that takes commands. */
async function begin({ peripheral, link, clock, stop, onFrame }: Parts): Promise<Characteristic | undefined> {
  await peripheral.connectAsync();
  const wanted = [...link.characteristics, ...(link.hello ? [link.hello.characteristic] : [])];
  const { characteristics } = await peripheral.discoverSomeServicesAndCharacteristicsAsync([link.service], wanted);
  const find = (uuid: string) => characteristics.find((one) => shortUuid(one.uuid) === uuid);
  const notifying = link.characteristics.flatMap((uuid) => find(uuid) ?? []);
  if (notifying.length === 0) throw new Error(`no characteristic ${link.characteristics.join(', ')}`);
  for (const one of notifying) {
    one.on('data', onFrame);
    await one.subscribeAsync();
  }
  const commands = link.hello && find(link.hello.characteristic);
  await greet(commands, link, clock, stop);
  return commands;
}

interface Parts {
  peripheral: Peripheral;
  link: Connection;
  clock: Clock;
  stop: AbortSignal;
  onFrame: (bytes: Uint8Array) => void;
}

/**
 * Connects within a time limit; a failed attempt is disconnected. Resolves with a promise that resolves when the scale
 * is gone.
 */
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
    const commands = await Promise.race([beginning, late, lost]);
    const left = new AbortController();
    void gone.then(() => left.abort());
    if (commands) void beat(commands, link, clock, AbortSignal.any([stop, left.signal]));
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
