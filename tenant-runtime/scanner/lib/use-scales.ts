import type { Scales, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import { useEffect, useState } from 'react';
import { keepSignedIn, socketAuth } from './live-token.ts';
import { useWorkspace } from './workspace.ts';

/** Some scales speak only when something is put on them; after such a silence nobody knows what stands there. */
const SILENCE_MS = 60_000;
const AGAIN_MS = 5_000;

export interface LiveScales {
  /** `none`: no bridge has a scale, or there is no connection; then the weight is typed. */
  state: 'looking' | 'none' | 'live';
  readings: Record<string, ScalesReading>;
}

const nothing = (state: LiveScales['state']): LiveScales => ({ state, readings: {} });

/** Readings as they come, each for as long as it may be believed. */
function createHeard(show: (live: LiveScales) => void) {
  const readings = new Map<string, ScalesReading>();
  const silences = new Map<string, ReturnType<typeof setTimeout>>();
  const tell = (): void => show({ state: 'live', readings: Object.fromEntries(readings) });

  function forget(scaleId: string): void {
    clearTimeout(silences.get(scaleId));
    silences.delete(scaleId);
    if (readings.delete(scaleId)) tell();
  }
  function take(reading: ScalesReading): void {
    const { scaleId } = reading;
    clearTimeout(silences.get(scaleId));
    silences.set(
      scaleId,
      setTimeout(() => forget(scaleId), SILENCE_MS),
    );
    readings.set(scaleId, reading);
    tell();
  }
  return {
    tell,
    forget,
    take,
    /** What was asked for may be older than what came by itself meanwhile. */
    takeUnlessHeard(reading: ScalesReading): void {
      if (!readings.has(reading.scaleId)) take(reading);
    },
    forgetAll(): void {
      for (const timer of silences.values()) clearTimeout(timer);
      silences.clear();
      readings.clear();
    },
  };
}

/** Tells of the scales until it is left; what a lost connection or scale showed last is shown no more. */
function follow({ api }: ReturnType<typeof useWorkspace>, show: (live: LiveScales) => void): () => void {
  let left = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let leave = (): void => {};
  let told = 0;
  const heard = createHeard((live) => !left && show(live));

  const onState: ServerToClient['scales:state'] = ({ scales }) => {
    told += 1;
    for (const { scaleId, state } of scales) if (state !== 'connected') heard.forget(scaleId);
    if (scales.some(({ state }) => state !== 'lost')) return heard.tell();
    heard.forgetAll();
    show(nothing('none'));
  };
  /** What the venue knows; asked again when it told of a change while it answered, which may be older than that. */
  async function read(): Promise<void> {
    const before = told;
    const { scales } = await api.get<Scales>('/scales', { signal: AbortSignal.timeout(5_000) });
    if (left) return;
    if (told !== before) return read();
    onState({ scales });
    for (const { reading, state } of scales) if (reading && state === 'connected') heard.takeUnlessHeard(reading);
  }
  function lost(): void {
    if (left) return;
    heard.forgetAll();
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
  /** Listens first and reads then, at each connection: nothing falls between the two. */
  async function connect(): Promise<void> {
    const { io } = await import('socket.io-client');
    if (left) return;
    const socket = io({ auth: socketAuth });
    keepSignedIn(socket);
    leave = () => socket.disconnect();
    socket.on('scales:reading', heard.take);
    socket.on('scales:state', onState);
    socket.on('connect', attempt);
    socket.on('connect_error', lost);
    socket.on('disconnect', lost);
  }
  connect().catch(lost);
  return () => {
    left = true;
    clearTimeout(retry);
    heard.forgetAll();
    leave();
  };
}

/** The venue's scales for as long as the screen is shown. */
export function useScales(): LiveScales {
  const workspace = useWorkspace();
  const [live, setLive] = useState<LiveScales>(nothing('looking'));
  useEffect(() => follow(workspace, setLive), [workspace]);
  return live;
}
