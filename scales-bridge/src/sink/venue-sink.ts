import { once } from 'node:events';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { ScaleState, ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import { createBackOff } from '../back-off.ts';
import type { Clock } from '../clock.ts';
import type { KeptWeight, Outbox } from '../outbox.ts';
import { createLiveReadings, type LiveReadings } from './live-readings.ts';
import { createVenueClock, type VenueClock } from './venue-clock.ts';
import { type Credentials, SignInRefused } from './venue-session.ts';
import { connectToVenue, type VenueSocket } from './venue-socket.ts';
import { answerTares } from './venue-tares.ts';

/** A reading older than this is not sent as live: it would be taken for the present weight. */
const LIVE_MS = 10_000;
const ANSWER_WITHIN_MS = 10_000;
/** A weight that the tenant rejects this many times is dropped: it must not hold up the others. */
const ATTEMPTS = 3;
const REFUSED_WAIT_MS = 1000;
/** The limit of the socket's contract. */
const MAX_SCALES = 20;

export interface VenueState {
  state: 'connecting' | 'connected' | 'waiting';
  /** In the clock's `elapsed` time. */
  retryAt?: number;
  note?: string;
}

/** Takes readings. Its methods for readings never throw and never wait: the sink stores what it cannot send now. */
export interface Sink {
  /** The newest reading of a scale; `atRest` is true while the settled weight has not been moved. */
  live(reading: ScalesReading, atRest: boolean): void;
  /** A settled weight, which is stored until the tenant has acknowledged it. */
  keep(weight: KeptWeight, reading: ScalesReading): void;
  states(scales: ScaleState[]): void;
  /** Maintains the connection until `stop`. Throws SignInRefused. */
  run(stop: AbortSignal): Promise<void>;
  /** Resolves when nothing is left to send, the time is up, or, when not `patient`, the tenant is offline. */
  flushed(withinMs: number, patient: boolean): Promise<void>;
}

interface SinkOptions {
  venueUrl: string;
  credentials: Credentials;
  outbox: Outbox;
  clock: Clock;
  log: Logger;
  onState: (state: VenueState) => void;
  /** Zeroes a scale. Throws TareRefused. */
  tare: (scaleId: string) => Promise<void>;
  backOff?: { firstMs: number; lastMs: number };
}

/** What is sent over each connection: stored weights, the newest readings and the last settled weight of a scale. */
interface SendingParts extends Pick<SinkOptions, 'outbox' | 'clock' | 'log' | 'onState'> {
  venueClock: VenueClock;
  newest: ReadonlyMap<string, { reading: ScalesReading; atRest: boolean; elapsedAt: number }>;
  settled: ReadonlyMap<string, KeptWeight>;
}

/** Sends the stored weights, the oldest first, each until it is acknowledged or was refused too often. */
async function sendKept(
  { outbox, clock, log, onState, venueClock }: SendingParts,
  socket: VenueSocket,
  gone: AbortSignal,
): Promise<void> {
  let refused = 0;
  for (let weight = outbox.first(); weight && socket.connected; weight = outbox.first()) {
    const reading = venueClock.dated(weight);
    const answer = await socket.timeout(ANSWER_WITHIN_MS).emitWithAck('scales:reading', reading);
    refused = answer.ok ? 0 : refused + 1;
    if (answer.ok || refused >= ATTEMPTS) {
      if (!answer.ok) log.warn({ reading, reason: answer.error }, 'weight given up');
      outbox.remove(weight);
      onState({ state: 'connected' });
      refused = 0;
    } else await clock.wait(REFUSED_WAIT_MS, gone);
  }
}

/** Sends a weight that stayed on a scale as the same weighing, then the present reading. */
async function sayWhatStands({ clock, venueClock, newest, settled }: SendingParts, socket: VenueSocket): Promise<void> {
  for (const [scaleId, { reading, atRest, elapsedAt }] of newest) {
    if (clock.elapsed() - elapsedAt > LIVE_MS) continue;
    const weight = atRest ? settled.get(scaleId) : undefined;
    if (weight) await socket.timeout(ANSWER_WITHIN_MS).emitWithAck('scales:reading', venueClock.dated(weight));
    socket.emit('scales:reading', reading);
  }
}

export function createVenueSink(given: SinkOptions): Sink {
  const { venueUrl, credentials, outbox, clock, log, onState, tare } = given;
  const venueClock = createVenueClock(clock);
  const backOff = createBackOff(given.backOff);
  const newest = new Map<string, { reading: ScalesReading; atRest: boolean; elapsedAt: number }>();
  const settled = new Map<string, KeptWeight>();
  const parts: SendingParts = { outbox, clock, log, onState, venueClock, newest, settled };
  let scales: ScaleState[] = [];
  /** Set once the stored weights are sent: nothing newer may be sent before them. */
  let ready: { socket: VenueSocket; readings: LiveReadings } | undefined;
  let wake = (): void => {};

  const sayStates = (socket: VenueSocket) => socket.timeout(ANSWER_WITHIN_MS).emitWithAck('scales:state', { scales });

  async function serve(socket: VenueSocket, stop: AbortSignal): Promise<void> {
    const gone = new AbortController();
    socket.once('disconnect', () => {
      gone.abort();
      wake();
    });
    const hadKept = outbox.count() > 0;
    venueClock.set((await sayStates(socket)).now);
    backOff.reset();
    await sendKept(parts, socket, gone.signal);
    // panels reload the recent weights when they get the state of the scales
    if (hadKept) await sayStates(socket);
    await sayWhatStands(parts, socket);
    ready = { socket, readings: createLiveReadings(socket, ANSWER_WITHIN_MS) };
    while (socket.connected && !stop.aborted) {
      await sendKept(parts, socket, gone.signal);
      if (outbox.count() > 0 || gone.signal.aborted) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
  /** One connection from its beginning to its end; returns why it ended. */
  async function visit(stop: AbortSignal): Promise<string> {
    let socket: VenueSocket | undefined;
    try {
      socket = await connectToVenue(venueUrl, credentials, stop);
      answerTares(socket, tare, log);
      onState({ state: 'connected' });
      await serve(socket, stop);
      return 'Связь с заведением пропала';
    } catch (error) {
      if (error instanceof SignInRefused) throw error;
      log.warn({ reason: (error as Error).message }, 'venue cannot be reached');
      return 'Заведение не отвечает';
    } finally {
      ready = undefined;
      socket?.disconnect();
    }
  }

  return {
    live(reading, atRest) {
      newest.set(reading.scaleId, { reading, atRest, elapsedAt: clock.elapsed() });
      ready?.readings.send(reading);
    },
    keep(weight, reading) {
      newest.set(weight.scaleId, { reading, atRest: true, elapsedAt: clock.elapsed() });
      settled.set(weight.scaleId, weight);
      outbox.add(weight);
      ready?.readings.drop(weight.scaleId);
      wake();
    },
    states(list) {
      scales = list.slice(0, MAX_SCALES);
      ready?.socket.emit('scales:state', { scales });
    },
    async run(stop) {
      const onStop = (): void => wake();
      stop.addEventListener('abort', onStop);
      while (!stop.aborted) {
        onState({ state: 'connecting' });
        const note = await visit(stop);
        if (stop.aborted) break;
        const ms = backOff.next();
        onState({ state: 'waiting', retryAt: clock.elapsed() + ms, note });
        await clock.wait(ms, stop);
      }
      stop.removeEventListener('abort', onStop);
    },
    async flushed(withinMs, patient) {
      const late = AbortSignal.timeout(withinMs);
      const aborted = once(late, 'abort');
      while ((patient || ready?.socket.connected) && outbox.count() > 0 && !late.aborted) {
        await Promise.race([clock.wait(20, late), aborted]);
      }
    },
  };
}
