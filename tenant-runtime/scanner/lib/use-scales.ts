import type { Scales, ScalesReading, ServerToClient } from '@ostatok/tenant-runtime/contract/socket.ts';
import { useEffect, useState } from 'react';
import { useWorkspace } from './workspace.ts';

/** What a bridge kept while the venue was out of reach is no bottle that stands on the scale now. */
const FRESH_MS = 15_000;

export interface LiveScales {
  /** `none`: no bridge has a scale, or there is no connection; then the weight is typed. */
  state: 'looking' | 'none' | 'live';
  readings: Record<string, ScalesReading>;
}

/** The venue's scales for as long as the screen is shown; the socket is loaded only where there is a scale. */
export function useScales(): LiveScales {
  const { api, token } = useWorkspace();
  const [live, setLive] = useState<LiveScales>({ state: 'looking', readings: {} });
  useEffect(() => {
    let left = false;
    let leave = (): void => {};
    const take = (reading: ScalesReading): void => {
      if (left || (reading.at && Date.now() - Date.parse(reading.at) > FRESH_MS)) return;
      setLive(({ readings }) => ({ state: 'live', readings: { ...readings, [reading.scaleId]: reading } }));
    };
    async function connect(): Promise<void> {
      const { scales } = await api.get<Scales>('/scales', { signal: AbortSignal.timeout(5_000) });
      if (left) return;
      if (scales.every(({ state }) => state === 'lost')) return setLive({ state: 'none', readings: {} });
      setLive({ state: 'live', readings: {} });
      for (const { reading } of scales) if (reading) take(reading);
      const { io } = await import('socket.io-client');
      if (left) return;
      const socket = io({ auth: { token } });
      const listen: ServerToClient['scales:reading'] = take;
      socket.on('scales:reading', listen);
      leave = () => socket.disconnect();
    }
    connect().catch(() => {
      if (!left) setLive({ state: 'none', readings: {} });
    });
    return () => {
      left = true;
      leave();
    };
  }, [api, token]);
  return live;
}
