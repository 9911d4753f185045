import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIngress } from '@ostatok/api/src/ingress/builtin-proxy.ts';
import { EXTRACT_PATH } from '@ostatok/kit/contract/drink-extract.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { createExtractProcess } from '../catalogue/drink-extract.ts';
import { startLink } from '../network/cuttable-link.ts';
import { createTestApi } from '../platform/api.ts';
import { until } from '../run/until.ts';
import { openVenue } from './scanner-page.ts';

const isWhole = ({ url = '' }: IncomingMessage): boolean => url.startsWith(EXTRACT_PATH) && !url.includes('/since/');

/** Answers with the length of the file, then with a part of it, and ends the connection. */
function breakOff(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '5000' });
  res.write(Buffer.alloc(1000, '{'), () => res.destroy());
}

/** A venue behind the ingress of a platform with a catalogue, at an address that can be disconnected. */
export async function openDrinksSite(t: ExecutionContext) {
  const [venue, api] = await Promise.all([openVenue(t), createTestApi()]);
  const extract = await createExtractProcess(api.db);
  let isBroken = false;
  const asked: string[] = [];
  const ingress = createIngress({
    ...{ baseDomain: 'localhost', protocol: 'http', publicUrl: 'http://localhost', supportEmail: 'help@bars.example' },
    findVenue: async () => ({ id: 'bar', status: 'active' }),
    endpointOf: async () => venue.url,
    endpointIfAwake: () => undefined,
    markUnreachable: () => undefined,
    begin: () => undefined,
    end: () => undefined,
    isTrusted: () => false,
    log: createLog('ingress', 'silent'),
  });
  const server = createServer((req, res) => {
    if (ingress.web(req, res)) return;
    asked.push(req.url ?? '');
    if (isBroken && isWhole(req)) breakOff(res);
    else extract.app(req, res);
  });
  server.on('upgrade', ingress.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const link = await startLink(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    ingress.close();
    await extract.close();
    await api.close();
  });
  return {
    ...{ venue, link, asked, build: extract.extract.build, catalogue: api.administration.catalogue },
    admin: (await api.signUp('admin')).id,
    url: link.url.replace('127.0.0.1', 'bar.localhost'),
    /** From now on downloads of the whole extract are broken off. */
    breakDownloads(broken: boolean): void {
      isBroken = broken;
    },
  };
}

interface StoredState {
  version?: string;
  rows: number;
  nextAt: number;
}

/** The state of the phone's extract; with `due`, the phone may ask at once again. Null before its database exists. */
const stateOf = (page: Page, due: boolean): Promise<StoredState | null> =>
  page.evaluate(async (isDue) => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'ostatok-drinks')) return null;
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await answerOf(indexedDB.open('ostatok-drinks'));
    const store = db.transaction('state', 'readwrite').objectStore('state');
    const state = await answerOf(store.get('state'));
    if (state && isDue) await answerOf(store.put({ ...state, nextAt: 0 }, 'state'));
    db.close();
    return state ?? null;
  }, due);

/** Opens the scanner anew and waits until the phone's extract is as is wanted. */
export async function untilDrinks(page: Page, what: string, is: (state: StoredState) => boolean): Promise<StoredState> {
  await stateOf(page, true);
  await page.reload();
  let last: StoredState | null = null;
  await until(async () => {
    last = await stateOf(page, false).catch(() => null);
    return last !== null && is(last);
  }, what);
  return last as unknown as StoredState;
}
