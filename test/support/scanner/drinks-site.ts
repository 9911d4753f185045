import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIngress } from '@ostatok/api/src/ingress/builtin-proxy.ts';
import { subdomainOf } from '@ostatok/api/src/platform/venue-host.ts';
import { EXTRACT_PATH } from '@ostatok/kit/contract/drink-extract.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { createExtractProcess, type ExtractProcess } from '../catalogue/drink-extract.ts';
import { startLink } from '../network/cuttable-link.ts';
import { createTestApi } from '../platform/api.ts';
import { until } from '../run/until.ts';
import type { Tenant } from '../venue/tenant.ts';
import { offlineReady, openVenue, signIn } from './scanner-page.ts';

/** How a file is answered instead of as the platform does; `next` does that. */
export type Answering = (...call: [...Parameters<RequestListener>, next: () => void]) => void;

/** Answers with the length of the file, then with a part of it, and ends the connection. */
export const breakOff: Answering = (_req, res) => {
  res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '5000' });
  res.write(Buffer.alloc(1000, '{'), () => res.destroy());
};

/** Answers with the file, of which the last byte is another, and lets caches keep it. */
const damagedBy =
  (ask: ExtractProcess['ask']): Answering =>
  async (req, res) => {
    const { body } = await ask((req.url ?? '').slice(EXTRACT_PATH.length + 1));
    body[body.length - 1] ^= 1;
    res.writeHead(200, { 'cache-control': 'public, max-age=31536000, immutable' }).end(body);
  };

const isWhole = (path: string): boolean => path.startsWith(EXTRACT_PATH) && !path.includes('/since/');

/** A venue behind the ingress of a platform with a catalogue, at an address that can be disconnected. */
export async function openDrinksSite(t: ExecutionContext) {
  const api = await createTestApi();
  const extract = await createExtractProcess(api.db);
  const asked: string[] = [];
  let answering: Answering | undefined;
  let venue: Tenant | undefined;
  const ingress = createIngress({
    subdomainAt: (host) => subdomainOf(host, 'localhost'),
    ...{ protocol: 'http', publicUrl: 'http://localhost', supportEmail: 'help@bars.example' },
    findVenue: async () => ({ id: 'bar', status: 'active' }),
    endpointOf: async () => venue?.url ?? '',
    endpointIfAwake: () => undefined,
    markUnreachable: () => undefined,
    begin: () => undefined,
    end: () => undefined,
    isTrusted: () => false,
    log: createLog('ingress', 'silent'),
  });
  const server = createServer((req, res) => {
    if (ingress.web(req, res)) return;
    const path = req.url ?? '';
    const answer = (): unknown => extract.app(req, res);
    if (!path.startsWith(EXTRACT_PATH)) return void answer();
    asked.push(path);
    if (answering) answering(req, res, answer);
    else answer();
  });
  server.on('upgrade', ingress.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  venue = await openVenue(t, { TENANT_ID: 'bar', PLATFORM_URL: address });
  const link = await startLink(t, address);
  t.teardown(async () => {
    server.closeAllConnections();
    server.close();
    ingress.close();
    await extract.close();
    await api.close();
  });
  const url = link.url.replace('127.0.0.1', 'bar.localhost');
  return {
    damaged: damagedBy(extract.ask),
    ...{ venue, link, build: extract.extract.build, catalogue: api.administration.catalogue },
    /** The paths of the files that were asked for, and of them those of whole versions. */
    asked,
    wholes: () => asked.filter(isWhole),
    admin: (await api.signUp('admin')).id,
    url,
    /** Signs in on a phone that has the scanner's pages already, and so takes the extract at once. */
    async open(page: Page): Promise<void> {
      await page.goto(`${url}/scan/`);
      await offlineReady(page);
      await signIn(page, venue, { url });
    },
    /** Opens the scanner where there is no connection. */
    async openOffline(page: Page): Promise<void> {
      await link.cut();
      await page.reload();
      await page.getByLabel('Штрихкод или название').waitFor();
    },
    /** From now on files are answered so; undefined is as the platform does. */
    answerFiles(as: Answering | undefined): void {
      answering = as;
    },
  };
}
interface StoredState {
  version?: string;
  rows: number;
  nextAt: number;
}

/** The state of the phone's extract; with `due`, the phone may ask at once again. Null before its database exists. */
export const stateOf = (page: Page, due = false): Promise<StoredState | null> =>
  page.evaluate(async (isDue) => {
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const opening = indexedDB.open('ostatok-drinks');
    // the scanner makes it: one that was made here would lack everything
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const db = await answerOf(opening).catch(() => null);
    if (!db) return null;
    const store = db.transaction('state', 'readwrite').objectStore('state');
    const state = await answerOf(store.get('state'));
    if (state && isDue) await answerOf(store.put({ ...state, nextAt: 0 }, 'state'));
    db.close();
    return state ?? null;
  }, due);

/** Waits until the phone's extract is as is wanted. */
export async function untilState(page: Page, what: string, is: (state: StoredState) => boolean): Promise<StoredState> {
  let last: StoredState | null = null;
  await until(async () => {
    last = await stateOf(page).catch(() => null);
    return last !== null && is(last);
  }, what);
  return last as unknown as StoredState;
}

/** Opens the scanner anew, with no pause left, and waits until the phone's extract is as is wanted. */
export async function untilDrinks(page: Page, what: string, is: (state: StoredState) => boolean): Promise<StoredState> {
  await stateOf(page, true);
  await page.reload();
  return untilState(page, what, is);
}
