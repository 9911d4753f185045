import { join } from 'node:path';
import { createLog } from '@ostatok/kit/node/log.ts';
import { scaleModels } from '@ostatok/kit/scales/index.ts';
import type { ExecutionContext } from 'ava';
import { type BridgeState, createBridge } from '../../../scales-bridge/src/bridge.ts';
import { type Clock, systemClock } from '../../../scales-bridge/src/clock.ts';
import { createFrameReader } from '../../../scales-bridge/src/frames.ts';
import { createOutbox } from '../../../scales-bridge/src/outbox.ts';
import { createVenueSink } from '../../../scales-bridge/src/sink/venue-sink.ts';
import type { Listener, Source } from '../../../scales-bridge/src/source.ts';
import { until } from '../run/until.ts';
import type { Tenant } from '../venue/tenant.ts';
import { newConfigFolder } from './bridge.ts';

export const log = createLog('test', 'silent');

export async function pairedToken(tenant: Tenant, name = 'Склад'): Promise<string> {
  const { code } = (await tenant.admin.post('/api/auth/codes').send({ kind: 'bridge', name })).body;
  return (await tenant.anonymous.post('/api/auth/redeem').send({ code })).body.token;
}

/** A scale that the test controls: it sends the frames that the test gives. */
export function heldScale(scaleId: string, modelId: string) {
  const model = scaleModels.find(({ id }) => id === modelId);
  if (!model) throw new Error(`no model ${modelId}`);
  let listener: Listener | undefined;
  let read: (bytes: Uint8Array) => void = () => {};
  const source: Source = {
    async run(given, stop) {
      listener = given;
      read = createFrameReader(model, scaleId, given, log);
      given.scale({ scaleId, model: model.name, state: 'connected' });
      await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
    },
  };
  return { source, send: (hex: string): void => read(Buffer.from(hex, 'hex')), listener: () => listener };
}

interface Options {
  url: string;
  token: string;
  source: Source;
  folder?: string;
  clock?: Clock;
}

/** Starts a bridge in this process with short reconnection delays; it stops with the test. */
export async function startBridge(t: ExecutionContext, { url, token, source, folder, clock = systemClock }: Options) {
  const path = join(folder ?? (await newConfigFolder()), 'kept.jsonl');
  const outbox = createOutbox(path);
  const states: BridgeState[] = [];
  const stop = new AbortController();
  const bridge = createBridge({
    source,
    outbox,
    clock,
    makeSink: (onState, tare) =>
      createVenueSink({
        venueUrl: url,
        credentials: { token },
        outbox,
        clock,
        log,
        onState,
        tare,
        backOff: { firstMs: 20, lastMs: 50 },
      }),
    onChange: (state) => states.push(state),
    showsGrams: () => false,
  });
  const running = bridge.run(stop.signal);
  running.catch(() => undefined);
  async function end(): Promise<void> {
    stop.abort();
    await running;
  }
  t.teardown(() => end().catch(() => undefined));
  const last = (): BridgeState | undefined => states.at(-1);
  return {
    path,
    outbox,
    running,
    stop: end,
    last,
    is: (state: BridgeState['venue']['state']) => until(() => last()?.venue.state === state, `venue ${state}`),
  };
}
