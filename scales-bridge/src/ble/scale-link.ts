import { type ConnectedModel, foundModel } from '@ostatok/kit/scales/found-model.ts';
import type { Connection } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import { letGo } from './let-go.ts';
import type { Characteristic, Peripheral } from './noble.ts';

/** Includes the discovery of services, which takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;

/** The pause between two commands: a scale may miss one that comes too soon. */
const PAUSE_MS = 50;

type Commands = (frames: readonly Uint8Array[]) => Promise<void>;

/** Sends heartbeats until the scale is gone; the scale disconnects after a heartbeat that did not get through. */
async function beat(send: Commands, { heartbeat }: Connection, clock: Clock, gone: AbortSignal): Promise<void> {
  while (heartbeat && !gone.aborted) {
    await clock.wait(heartbeat.everyMs, gone);
    if (gone.aborted) return;
    await send(heartbeat.frames).catch(() => undefined);
  }
}

const notifies = ({ properties = [] }: Characteristic): boolean =>
  properties.includes('notify') || properties.includes('indicate');

/** Connects, subscribes to the frames and sends the greeting. */
async function begin({
  peripheral,
  models,
  clock,
  stop,
  onFrame,
}: Parts): Promise<{ model: ConnectedModel; send: Commands; takesCommands: boolean }> {
  await peripheral.connectAsync();
  const links = models.map(({ link }) => link);
  const services = links.flatMap(({ service }) => (service === '' ? [] : [service]));
  const wanted = links.flatMap(({ characteristics, commands }) => [
    ...characteristics,
    ...(commands ? [commands.characteristic] : []),
  ]);
  const { characteristics } = await peripheral.discoverSomeServicesAndCharacteristicsAsync(services, wanted);
  const found = foundModel(models, characteristics, notifies);
  if (!found) throw new Error(`no characteristic ${wanted.join(', ')}`);
  const { model, notifying, commands } = found;
  for (const one of notifying) {
    one.on('data', onFrame);
    await one.subscribeAsync();
  }
  async function send(frames: readonly Uint8Array[]): Promise<void> {
    for (const [index, frame] of frames.entries()) {
      if (index > 0) await clock.wait(PAUSE_MS, stop);
      await commands?.writeAsync(Buffer.from(frame), model.link.commands?.withoutResponse ?? false);
    }
  }
  await send(model.link.hello ?? []);
  return { model, send, takesCommands: commands !== undefined };
}

interface Parts {
  peripheral: Peripheral;
  /** Those that the advertisement allows; the services decide. */
  models: readonly ConnectedModel[];
  clock: Clock;
  stop: AbortSignal;
  onFrame: (bytes: Uint8Array) => void;
}

/** An open connection. */
interface ScaleLink {
  model: ConnectedModel;
  /** Resolves when the scale is gone. */
  gone: Promise<void>;
  /** Missing where the scale takes no such command. */
  tare?: () => Promise<void>;
}

/** Connects within a time limit; a failed attempt is disconnected. */
export async function openScale(parts: Parts): Promise<ScaleLink> {
  const { peripheral, clock, stop } = parts;
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
    const { model, send, takesCommands } = await Promise.race([beginning, late, lost]);
    const left = new AbortController();
    void gone.then(() => left.abort());
    void beat(send, model.link, clock, AbortSignal.any([stop, left.signal]));
    const { tare } = model.link;
    return { model, gone, ...(tare && takesCommands && { tare: () => send(tare) }) };
  } catch (error) {
    peripheral.removeListener('disconnect', leave);
    peripheral.cancelConnect();
    await letGo(peripheral, clock);
    throw error;
  } finally {
    over.abort();
    for (const loser of [beginning, late, lost]) loser.catch(() => undefined);
  }
}
