import {
  type ConnectedModel,
  type FoundModel,
  foundModel,
  isConnected,
  shortUuid,
} from '@ostatok/kit/scales/found-model.ts';
import { bluetoothModels } from '@ostatok/kit/scales/index.ts';
import { notifies, servicesOf, subscribe } from './gatt.ts';
import { pause } from './pause.ts';
import { ForBridgeOnly, NotInTime, UnknownScale } from './scale-troubles.ts';
import type { ScaleCharacteristic, ScaleDevice } from './web-bluetooth.ts';

/** Includes the discovery of services, which takes seconds on a poor connection. */
const CONNECT_WITHIN_MS = 20_000;
/** The pause between two commands: a scale may miss one that comes too soon. */
const PAUSE_MS = 50;

/** An open connection. */
export interface ScaleLink {
  model: ConnectedModel;
  /** Resolves when the connection is gone. */
  gone: Promise<void>;
  /** Missing where the scale takes no such command. */
  tare?: () => Promise<void>;
}

/** By its name, and by the services that it has where several models have one name. */
async function findModel(device: ScaleDevice, name: string): Promise<FoundModel<ScaleCharacteristic>> {
  const services = await servicesOf(device);
  const seen = { name, services: services.map(({ uuid }) => shortUuid(uuid)), dataOf: [] };
  const connected = bluetoothModels.filter(isConnected).filter((one) => one.matches(seen));
  const wanted = connected.map(({ link }) => link.service);
  const found: ScaleCharacteristic[] = [];
  for (const service of services) {
    if (!wanted.includes('') && !wanted.includes(shortUuid(service.uuid))) continue;
    found.push(...(await service.getCharacteristics()));
  }
  const model = foundModel(connected, found, notifies);
  if (model) return model;
  // a scale that is known by its name is asked again: a poor connection may have hidden its services
  throw connected.length > 0 ? new Error('no characteristics') : new UnknownScale();
}

/** Sends commands one after another: a browser refuses one while another is on its way. */
function createCommands({ model, commands }: FoundModel<ScaleCharacteristic>) {
  let turn: Promise<unknown> = Promise.resolve();
  async function write(frames: readonly Uint8Array[]): Promise<void> {
    for (const frame of frames) {
      if (model.link.commands?.withoutResponse) await commands?.writeValueWithoutResponse(frame);
      else await commands?.writeValueWithResponse(frame);
      await pause(PAUSE_MS);
    }
  }
  return (frames: readonly Uint8Array[]): Promise<void> => {
    const sent = turn.then(() => write(frames));
    turn = sent.catch(() => undefined);
    return sent;
  };
}

/** Such a scale may refuse connections, so its name alone decides. */
function refuseBroadcast(name: string): void {
  const named = bluetoothModels.filter((one) => one.matches({ name, services: [], dataOf: [] }));
  if (named.length > 0 && !named.some(isConnected)) throw new ForBridgeOnly();
}

type OnFrame = (model: ConnectedModel, bytes: Uint8Array) => void;

/** Connects, subscribes to the frames and sends the greeting. */
async function begin(device: ScaleDevice, name: string, over: AbortSignal, onFrame: OnFrame) {
  refuseBroadcast(name);
  await device.gatt.connect();
  const found = await findModel(device, name);
  const { model, notifying, commands } = found;
  for (const one of notifying) {
    await subscribe(one, (bytes) => onFrame(model, bytes), over);
  }
  const send = createCommands(found);
  await send(model.link.hello ?? []);
  return { model, send, takesCommands: commands !== undefined };
}

/** Sends heartbeats until the scale is gone; the scale disconnects after a heartbeat that did not get through. */
async function beat(
  { model, send }: { model: ConnectedModel; send: ReturnType<typeof createCommands> },
  over: AbortSignal,
) {
  const { heartbeat } = model.link;
  while (heartbeat && !over.aborted) {
    await pause(heartbeat.everyMs, over);
    if (!over.aborted) await send(heartbeat.frames).catch(() => undefined);
  }
}

/** Connects within a time limit; a failed attempt is disconnected. */
export async function openScale(device: ScaleDevice, name: string, onFrame: OnFrame): Promise<ScaleLink> {
  const over = new AbortController();
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  device.addEventListener('gattserverdisconnected', () => leave(), { once: true, signal: over.signal });
  void gone.then(() => over.abort());
  const late = pause(CONNECT_WITHIN_MS, over.signal).then(() => {
    throw new NotInTime('not connected in time');
  });
  const beginning = begin(device, name, over.signal, onFrame);
  try {
    const opened = await Promise.race([beginning, late]);
    void beat(opened, over.signal);
    const { model, send, takesCommands } = opened;
    const { tare } = model.link;
    return { model, gone, ...(tare && takesCommands && { tare: () => send(tare) }) };
  } catch (error) {
    over.abort();
    device.gatt.disconnect();
    throw error;
  } finally {
    for (const loser of [beginning, late]) loser.catch(() => undefined);
  }
}
