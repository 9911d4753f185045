import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import { requestIdHeader } from '@ostatok/kit/node/request-scope.ts';
import { PROOF_HEADER, signCall } from '@ostatok/kit/node/signed-calls.ts';
import {
  idleAnswerSchema,
  matchedItemsSchema,
  type SentAlias,
  type SentMatches,
  type TakenAliases,
  type TenantStats,
  takenAliasesSchema,
  tenantStatsSchema,
} from '@ostatok/tenant-runtime/contract/internal.ts';
import type { OpenSupport } from '@ostatok/tenant-runtime/contract/support.ts';
import type { Credentials } from '../../contract/provision.ts';

const MAX_ANSWER_BYTES = 1_000_000;

/** The address of a running tenant and the secret shared by the tenant and the platform. */
export interface TenantAddress {
  endpoint: string;
  secret: string;
  /**
   * Its release knows signed calls and proves itself in each answer, so whoever has got its port learns nothing. An
   * earlier one is sent the secret itself.
   */
  isSigned: boolean;
}

/** Somebody else listens at the tenant's address: the answer does not prove that it knows the tenant's secret. */
export class Stranger extends Error {
  constructor(path: string) {
    super(`whoever answered ${path} does not know the tenant's secret`);
    this.name = 'Stranger';
  }
}

export class TenantError extends Error {
  readonly status: number;
  /** The tenant was about to end and promises that it has not processed the call. */
  readonly isUnprocessed: boolean;
  /** It is an answer of a tenant, not of another program that has got its port. */
  readonly isTenants: boolean;
  constructor(
    path: string,
    status: number,
    text: string,
    { isUnprocessed = false, isProven = false }: { isUnprocessed?: boolean; isProven?: boolean } = {},
  ) {
    super(`tenant answered ${path} with ${status}: ${text.slice(0, 200)}`);
    this.name = 'TenantError';
    this.status = status;
    this.isUnprocessed = isUnprocessed;
    this.isTenants = isProven || (status >= 500 && text.startsWith('{"success":false'));
  }
}

/**
 * Whether the call surely had no effect: nobody listened any more, the tenant has refused it because it ends, or whoever
 * has its port now does not know its secret.
 */
export function isUnprocessed(error: unknown): boolean {
  if (error instanceof Stranger) return true;
  if (error instanceof TenantError) return error.isUnprocessed || error.status === 401;
  return ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED';
}

/** What a call brings for the tenant to know the platform by, and the proof that the answer must bring in PROOF_HEADER. */
export function credentialsOf(
  { endpoint, secret, isSigned }: TenantAddress,
  { method, path, body = '' }: { method: string; path: string; body?: string },
): { authorization: string; proof?: string } {
  if (!isSigned) return { authorization: `Bearer ${secret}` };
  return signCall(secret, { method, host: new URL(endpoint).host, target: path }, body);
}

async function call(
  address: TenantAddress,
  path: string,
  options: { body?: unknown; timeoutMs?: number },
): Promise<unknown> {
  const method = options.body === undefined ? 'GET' : 'POST';
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  const { authorization, proof } = credentialsOf(address, { method, path, body });
  const response = await fetch(address.endpoint + path, {
    method,
    body,
    headers: { authorization, 'content-type': 'application/json', ...requestIdHeader() },
    // a tenant must not redirect the platform elsewhere
    redirect: 'error',
    signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
  });
  const isProven = proof !== undefined && response.headers.get(PROOF_HEADER) === proof;
  if (proof !== undefined && !isProven) {
    await response.body?.cancel();
    throw new Stranger(path);
  }
  const text = await readShort(response);
  const isUnprocessed = response.headers.has(UNPROCESSED_HEADER);
  if (!response.ok) throw new TenantError(path, response.status, text, { isUnprocessed, isProven });
  return JSON.parse(text);
}

/** Reads a short answer within a limit: a tenant that sends without end must not fill the platform's memory. */
async function readShort(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('tenant answered too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

export async function isHealthy({ endpoint }: Pick<TenantAddress, 'endpoint'>): Promise<boolean> {
  try {
    const answer = await fetch(`${endpoint}/healthz`, { redirect: 'error', signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Reads the statistics, which shows that the listener is this very tenant. */
export async function readStats(address: TenantAddress, timeoutMs = 2000): Promise<TenantStats> {
  return statsFrom(await call(address, '/internal/stats', { timeoutMs }));
}

/** A tenant that works answers in milliseconds, also on a busy machine in a second or two. */
const ANYTHING_MS = 5000;

/** Whether whoever is there answers anything at all; this request is refused without a look into the database. */
export async function answersAnything(endpoint: string): Promise<boolean> {
  try {
    const answer = await fetch(`${endpoint}/internal/stats`, {
      redirect: 'error',
      signal: AbortSignal.timeout(ANYTHING_MS),
    });
    await answer.body?.cancel();
    return true;
  } catch (error) {
    // one whose end was not noticed yet does not hang
    return (error as Error).name !== 'TimeoutError';
  }
}

/** A machine that is away does not take up a connection in this time; a busy one does. */
const CONNECT_MS = 2000;
/** As long as a request waits for a tenant to wake. */
const ANSWER_MS = 8000;

function isListening(endpoint: string): Promise<boolean> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: CONNECT_MS });
    const found = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => found(true));
    socket.once('timeout', () => found(false));
    socket.once('error', () => found(false));
  });
}

/**
 * Whether this very tenant is at an address. `unknown`: somebody listens there and has not answered, as a tenant that
 * gets no processor time, or has refused as one that ends.
 */
export type Presence = 'here' | 'gone' | 'unknown';

function presenceAfter(error: unknown): Presence {
  if (error instanceof Stranger) return 'gone';
  if (error instanceof TenantError) return error.isTenants ? 'unknown' : 'gone';
  const { name, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return 'unknown';
  // one that has ended meanwhile is seen at the next look
  if (error instanceof TypeError)
    return ['ECONNRESET', 'UND_ERR_SOCKET'].includes(cause?.code ?? '') ? 'unknown' : 'gone';
  if (error instanceof SyntaxError || name === 'ValidationError') return 'gone';
  throw error;
}

/** Whether whoever listens there is the tenant, whose release has not been known to prove itself until now. */
export const provesItself = (address: TenantAddress): Promise<boolean> =>
  readStats({ ...address, isSigned: true }).then(
    () => true,
    () => false,
  );

/** Looks until it is clear whether the tenant is at the address, for some seconds at most. */
export async function presenceAt(address: TenantAddress): Promise<Presence> {
  const deadline = performance.now() + ANSWER_MS;
  for (;;) {
    if (!(await isListening(address.endpoint))) return 'gone';
    const left = Math.round(deadline - performance.now());
    const presence = await readStats(address, Math.max(left, 1000)).then((): Presence => 'here', presenceAfter);
    if (presence !== 'unknown' || left <= 0) return presence;
    await sleep(100);
  }
}

const STOP_MS = 20_000;

/**
 * Ends the tenant at the address, which another api process runs, and returns whether it was there. Throws Unavailable
 * when it does not end.
 */
export async function endAt(address: TenantAddress): Promise<boolean> {
  const deadline = performance.now() + STOP_MS;
  let wasThere = false;
  while ((await presenceAt(address)) !== 'gone') {
    wasThere = true;
    if (performance.now() > deadline)
      throw new Unavailable(10, 'Заведение не остановлено: оно не отвечает. Повторите позже', 'tenant_unreachable');
    // one that ends already refuses this
    await call(address, '/internal/stop', { body: {}, timeoutMs: 5000 }).catch(() => undefined);
    await sleep(100);
  }
  return wasThere;
}

/** Reads the statistics with the figures of counts for the owner, if the tenant's release has them. */
export async function readFacts(address: TenantAddress, timeoutMs = 2000): Promise<TenantStats> {
  return statsFrom(await call(address, '/internal/stats?with=counts', { timeoutMs }));
}

const statsFrom = (answer: unknown): Promise<TenantStats> =>
  tenantStatsSchema.validate((answer as { stats?: unknown }).stats, { strict: true, stripUnknown: true });

export async function sendAliases(address: TenantAddress, aliases: SentAlias[]): Promise<TakenAliases> {
  const answer = await call(address, '/internal/aliases', { body: { aliases }, timeoutMs: 30_000 });
  return takenAliasesSchema.validate(answer, { strict: true, stripUnknown: true });
}

/** Tells the tenant that the further names of its items have been written into its database. */
export async function announceNames(address: TenantAddress): Promise<void> {
  await call(address, '/internal/names', { body: {} });
}

/** Tells the tenant which of its items have been written in its database. */
export async function announceItems(address: TenantAddress, ids: number[]): Promise<void> {
  await call(address, '/internal/items', { body: { ids } });
}

const matchedFrom = async (answer: unknown): Promise<number[]> =>
  (await matchedItemsSchema.validate(answer, { strict: true, stripUnknown: true })).ids;

/** Returns the ids of the items that exist. */
export const sendMatches = async (address: TenantAddress, body: SentMatches): Promise<number[]> =>
  matchedFrom(await call(address, '/internal/matches', { body, timeoutMs: 30_000 }));

/** Takes matches back; returns the ids of the items that were matched. */
export const undoMatches = async (address: TenantAddress, ids: number[]): Promise<number[]> =>
  matchedFrom(await call(address, '/internal/matches/undo', { body: { ids }, timeoutMs: 30_000 }));

/**
 * Asks the tenant to fall asleep, or to let another instance take over. One that agrees refuses every later request, so it
 * must be stopped then. A tenant whose release can't be asked agrees.
 */
export async function agreesToEnd(address: TenantAddress, why: 'sleep' | 'switch'): Promise<boolean> {
  try {
    const answer = await call(address, '/internal/idle', { body: { for: why }, timeoutMs: 2000 });
    return (await idleAnswerSchema.validate(answer, { strict: true, stripUnknown: true })).idle;
  } catch (error) {
    if (error instanceof TenantError && error.status === 404) return true;
    throw error;
  }
}

/** Lets an instance that was started beside another one take its place. A release that knows no such call has begun. */
export async function takeOver(address: TenantAddress): Promise<void> {
  await call(address, '/internal/take-over', { body: {} }).catch((error) => {
    if (!(error instanceof TenantError && error.status === 404)) throw error;
  });
}

export async function setAdmin(address: TenantAddress, credentials: Credentials): Promise<void> {
  await call(address, '/internal/admin', { body: credentials });
}

/** Returns the code of a single-use link that makes a chat the administrator's. */
export async function makeTelegramCode(address: TenantAddress, username: string): Promise<string> {
  const { code } = (await call(address, '/internal/admin/telegram-link', { body: { username } })) as { code?: unknown };
  if (typeof code !== 'string' || !/^[\w-]{22,64}$/.test(code)) throw new Error('tenant gave no link for Telegram');
  return code;
}

/** Returns the secret of a single-use link that lets the platform's support in. */
export async function inviteSupport(address: TenantAddress, visit: OpenSupport): Promise<string> {
  const { token } = (await call(address, '/internal/support', { body: visit })) as { token?: unknown };
  if (typeof token !== 'string' || !/^[\w-]{20,200}$/.test(token)) throw new Error('tenant gave no link for support');
  return token;
}

/** Ends this administrator's pending and running visits. */
export async function endSupport(address: TenantAddress, administrator: string): Promise<void> {
  await call(address, '/internal/support/end', { body: { administrator } });
}

/** Returns when the tenant has stored the updates, which MAX has brought. */
export async function deliverMaxUpdates(address: TenantAddress, updates: object[]): Promise<void> {
  await call(address, '/internal/max-updates', { body: { updates }, timeoutMs: 30_000 });
}

/** Returns when the tenant has stored the updates. */
export async function deliverUpdates(address: TenantAddress, updates: object[], generation?: number): Promise<void> {
  await call(address, '/internal/updates', { body: { updates, generation }, timeoutMs: 30_000 });
}
