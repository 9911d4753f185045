import { refusalOf } from '@ostatok/kit/web/refusal-of.ts';
import type { ClientToServer, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import { useEffect, useState } from 'react';
import type { Socket } from 'socket.io-client';
import { keepSignedIn, socketAuth } from '../session/live-token.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** Some scales send only when the weight changes; after this long without a reading the weight is unknown. */
const SILENCE_MS = 60_000;
const AGAIN_MS = 5_000;

export interface LiveScales {
  /** `none`: no bridge has a scale, or there is no connection; then the weight is typed. */
  state: 'looking' | 'none' | 'live';
  readings: Record<string, ScalesReading>;
  /** Zero the scales that take such a command; each resolves with why it did not, if so. */
  tares: Record<string, () => Promise<string | undefined>>;
}

/** Longer than the venue waits for the bridge. */
const TARE_WITHIN_MS = 8_000;

const nothing = (state: LiveScales['state']): LiveScales => ({ state, readings: {}, tares: {} });

/** Keeps the readings as they come, each until it expires. */
function createReceivedReadings(show: (live: Omit<LiveScales, 'tares'>) => void) {
  const readings = new Map<string, ScalesReading>();
  const silences = new Map<string, ReturnType<typeof setTimeout>>();
  const publish = (): void => show({ state: 'live', readings: Object.fromEntries(readings) });

  function forget(scaleId: string): void {
    clearTimeout(silences.get(scaleId));
    silences.delete(scaleId);
    if (readings.delete(scaleId)) publish();
  }
  function take(reading: ScalesReading): void {
    const { scaleId } = reading;
    clearTimeout(silences.get(scaleId));
    silences.set(
      scaleId,
      setTimeout(() => forget(scaleId), SILENCE_MS),
    );
    readings.set(scaleId, reading);
    publish();
  }
  return {
    publish,
    forget,
    take,
    /** A requested reading may be older than one that the socket brought meanwhile. */
    takeIfMissing(reading: ScalesReading): void {
      if (!readings.has(reading.scaleId)) take(reading);
    },
    forgetAll(): void {
      for (const timer of silences.values()) clearTimeout(timer);
      silences.clear();
      readings.clear();
    },
  };
}

/** Follows the scales until the returned function is called; readings of a lost connection or scale are dropped. */
function follow({ api }: ReturnType<typeof useWorkspace>, show: (live: LiveScales) => void): () => void {
  let left = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let leave = (): void => {};
  let stateEvents = 0;
  let tares: LiveScales['tares'] = {};
  let tare: ((scaleId: string) => Promise<string | undefined>) | undefined;
  const received = createReceivedReadings((live) => !left && show({ ...live, tares }));

  const onState: ServerToClient['scales:state'] = ({ scales }) => {
    stateEvents += 1;
    const tareable = scales.filter(({ state, canTare }) => state === 'connected' && canTare);
    tares = Object.fromEntries(tareable.map(({ scaleId }) => [scaleId, async () => tare?.(scaleId)]));
    for (const { scaleId, state } of scales) if (state !== 'connected') received.forget(scaleId);
    if (scales.some(({ state }) => state !== 'lost')) return received.publish();
    received.forgetAll();
    show(nothing('none'));
  };
  /** Reads the scales' state; repeated if an event came during the request, because the response may be older. */
  async function read(): Promise<void> {
    const before = stateEvents;
    const { scales } = await api.call('GET /api/scales', { signal: AbortSignal.timeout(5_000) });
    if (left) return;
    if (stateEvents !== before) return read();
    onState({ scales });
    for (const { reading, state } of scales) if (reading && state === 'connected') received.takeIfMissing(reading);
  }
  function lost(): void {
    if (left) return;
    received.forgetAll();
    show(nothing('none'));
  }
  function attempt(): void {
    clearTimeout(retry);
    read().catch(() => {
      if (left) return;
      lost();
      retry = setTimeout(attempt, AGAIN_MS);
    });
  }
  /** The library connects again by itself, but not after the tenant has refused the connection or ended it. */
  function comeBack(socket: Socket): void {
    lost();
    if (left || socket.active) return;
    clearTimeout(retry);
    retry = setTimeout(async () => {
      // a plain request renews a session that has expired meanwhile
      await api.call('GET /api/scales', { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
      if (!left) socket.connect();
    }, AGAIN_MS);
  }
  /** Subscribes before reading at each connection, so that no event is missed between the two. */
  async function connect(): Promise<void> {
    const { io } = await import('socket.io-client');
    if (left) return;
    const socket: Socket<ServerToClient, ClientToServer> = io({ auth: socketAuth });
    keepSignedIn(socket);
    leave = () => socket.disconnect();
    tare = (scaleId) => refusalOf(socket.timeout(TARE_WITHIN_MS).emitWithAck('scales:tare', { scaleId }));
    socket.on('scales:reading', received.take);
    socket.on('scales:state', onState);
    socket.on('connect', attempt);
    socket.on('connect_error', () => comeBack(socket));
    socket.on('disconnect', () => comeBack(socket));
  }
  connect().catch(lost);
  return () => {
    left = true;
    clearTimeout(retry);
    received.forgetAll();
    leave();
  };
}

/** The tenant's scales while the screen is shown. */
export function useScales(): LiveScales {
  const workspace = useWorkspace();
  const [live, setLive] = useState<LiveScales>(nothing('looking'));
  useEffect(() => follow(workspace, setLive), [workspace]);
  return live;
}
