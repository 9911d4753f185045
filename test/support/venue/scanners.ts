import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '../platform/api.ts';
import { call, callVenue, type Reply } from '../platform/platform.ts';
import { until } from '../run/until.ts';
import { rawRequest } from './venue-call.ts';

/**
 * How long a test waits for answers, on a slow machine too. Customers are promised a minute where a machine is lost: the
 * seconds that it takes are logged, and docs/operations.md has those measured by test/containers/three-nodes.test.ts.
 */
export const BACK_WITHIN_MS = 240_000;
/** A scanner that has no answer by then sends again. */
const ANSWER_LIMIT_MS = 5000;

/** Opens a venue, as a new owner does, with the built-in chat of the platform that answers at the port. */
export async function openVenue(port: number) {
  const ask = async (path: string, body: object, token?: string) => {
    const answer = await call(`http://localhost:${port}`, 'POST', path, { body, ...(token && { token }) });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const email = `owner-${randomBytes(4).toString('hex')}@bar.example`;
  const { token } = await ask('/api/auth/register', { email, password: PASSWORD, name: 'Анна' });
  const { bot } = await ask('/sandbox/api/bots', { name: 'Бар' });
  const subdomain = `v-${randomBytes(4).toString('hex')}`;
  const wanted = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' };
  const made = await ask('/api/provision/create', wanted, token);
  const signedIn = await callVenue({ port }, subdomain, 'POST', '/api/auth/login', { body: made.adminCredentials });
  const venueToken: string = signedIn.body.token;
  const reach = (method: string, path: string, body?: unknown) =>
    callVenue({ port }, subdomain, method, path, { token: venueToken, body });
  const { body } = await reach('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 0 });
  return {
    port,
    id: made.tenant.tenant_id as string,
    owner: { email, token: token as string },
    bot: bot as { id: number; token: string },
    telegramLink: made.telegramLink as string,
    subdomain,
    token: venueToken,
    reach,
    itemId: body.item.id as number,
  };
}
export type OpenVenue = Awaited<ReturnType<typeof openVenue>>;

/** An item of a venue, and how a scanner sends changes to that venue. */
export interface ScannedItem {
  itemId: number;
  send: (changes: object, signal: AbortSignal) => Promise<Reply>;
}

/** Returns how scanners reach the venue by the port of its platform. */
export const itemOf = ({ port, subdomain, token, itemId }: OpenVenue): ScannedItem => ({
  itemId,
  async send(changes, signal) {
    const answer = await rawRequest(port, {
      method: 'POST',
      path: '/api/changes',
      host: `${subdomain}.localhost:${port}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify(changes),
      signal,
    });
    return { ...answer, body: answer.status === 200 ? JSON.parse(answer.text) : undefined };
  },
});

/** Scanners' queues: each change is sent again until it is answered. */
export function startScanners(item: ScannedItem, count: number) {
  const acknowledged = { changes: 0, again: 0 };
  let isOver = false;
  let isAborted = false;
  async function send(changes: object): Promise<boolean> {
    const answer = await item.send(changes, AbortSignal.timeout(ANSWER_LIMIT_MS)).catch(() => undefined);
    if (answer?.status !== 200) return false;
    const [{ status }] = answer.body.results;
    if (!['applied', 'duplicate'].includes(status)) throw new Error(`a change was ${status}`);
    return true;
  }
  const scanners = Array.from({ length: count }, async () => {
    while (!isOver) {
      const change = { id: randomUUID(), itemId: item.itemId, delta: 0.001, source: 'scanner' };
      while (!(await send({ changes: [change] })) && !isAborted) {
        acknowledged.again += 1;
        await sleep(100);
      }
      if (!isAborted) acknowledged.changes += 1;
      await sleep(20);
    }
  });
  return {
    acknowledged,
    /** Resolves when the scanners have had answers for a while; returns the seconds until then. */
    async goOn(): Promise<number> {
      const from = performance.now();
      const { changes } = acknowledged;
      await until(() => acknowledged.changes >= changes + 20, 'changes are acknowledged again', BACK_WITHIN_MS);
      return Math.round((performance.now() - from) / 100) / 10;
    },
    /** Ends the scanners when their last changes are acknowledged; returns what they add up to. */
    async end(): Promise<number> {
      isOver = true;
      await Promise.all(scanners);
      return Number((acknowledged.changes / 1000).toFixed(3));
    },
    /** Ends them wherever they are. */
    abort(): void {
      isOver = true;
      isAborted = true;
    },
  };
}
