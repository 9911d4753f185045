/**
 * Open panels in a thread of their own: their work must not hold up the clients that write. Takes `{url, token, panels,
 * items}`; answers `'open'`, and to a message with the real stock the number of panels that differ from it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createApiClient } from '@ostatok/kit/web/api-client.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { io } from 'socket.io-client';
import { createLive } from '../../tenant-runtime/panel/live/live.ts';
import { createStockStore, type StockStore } from '../../tenant-runtime/panel/live/stock-store.ts';

export interface PanelsToOpen {
  url: string;
  token: string;
  panels: number;
  items: number;
}
export type QuantityRow = [id: number, quantity: number];

const { url, token, panels, items } = workerData as PanelsToOpen;

const api = createApiClient<VenueEndpoints>({
  base: '/api',
  getToken: () => token,
  fetch: (path, init) => fetch(`${url}${path}`, init),
});

/** A panel's state as its code keeps it, without the UI. */
async function openPanel(): Promise<{ store: StockStore; stop: () => void }> {
  const store = createStockStore();
  const socket = io(url, { auth: { token }, autoConnect: false, transports: ['websocket'] });
  const live = createLive({ api, socket, store, outbox: { settled: () => {}, flush: () => {} } });
  live.start();
  while (store.snapshot().items.length < items || live.snapshot().connection !== 'online') await sleep(20);
  return { store, stop: live.stop };
}

const open: Awaited<ReturnType<typeof openPanel>>[] = [];
for (let index = 0; index < panels; index += 1) open.push(await openPanel());

parentPort?.on('message', (rows: QuantityRow[]) => {
  const differs = ({ store }: (typeof open)[number]): boolean => {
    const { byId } = store.snapshot();
    return byId.size !== rows.length || rows.some(([id, quantity]) => byId.get(id)?.quantity !== quantity);
  };
  parentPort?.postMessage(open.filter(differs).length);
  for (const panel of open) panel.stop();
  parentPort?.close();
});
parentPort?.postMessage('open');
