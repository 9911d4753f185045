import type { IncomingMessage } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { networkOf } from '@ostatok/kit/node/addresses.ts';
import { createAttempts } from '@ostatok/kit/node/attempts.ts';
import { TooMany, Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { endWholly, HALF_OPEN_MS } from '../platform/half-open.ts';
import { FORBIDDEN_ADDRESS, forbiddenAddress, isAllowed, lookupAllowed } from './allowed-address.ts';
import { joinSockets } from './joined-sockets.ts';

interface EgressDeps {
  /** Finds the tenant by its id and secret. Throws Unauthorized. */
  caller: (tenantId: string | undefined, secret: string | undefined) => Promise<{ id: string }>;
  /** Whether addresses of this machine and its private network may be connected to. */
  allowPrivate: boolean;
  log: Logger;
  limits?: EgressLimits;
}

export interface EgressLimits {
  /** Connections of one tenant at once. */
  atOnce: number;
  /** Longer than an iikoServer may count a report. */
  idleMs: number;
  /** Of one connection, both ways together. */
  bytes: number;
  /** For one that was refused to close its half. */
  halfOpenMs: number;
}

export const EGRESS_LIMITS: EgressLimits = {
  atOnce: 4,
  idleMs: 4 * 60_000,
  bytes: 256 * 2 ** 20,
  halfOpenMs: HALF_OPEN_MS,
};
const CONNECT_MS = 15_000;
/** Requests of one network at once whose secret is not known to be right yet. */
const MOST_UNKNOWN = 16;
/** A feed that makes up for three months asks some hundred times. */
const CONNECTIONS = { points: 600, duration: 3600 };

/** Ports of the web and of mailboxes, and from there on those that people choose for an iikoServer of their own. */
const PORTS = [80, 443, 993];
const FIRST_FREE_PORT = 1024;
const mayUse = (port: number): boolean => PORTS.includes(port) || (port >= FIRST_FREE_PORT && port < 65_536);

/** The header by which a tenant learns why it was not connected. */
export const EGRESS_ERROR_HEADER = 'x-egress-error';

class Refusal extends Error {
  readonly status: string;
  readonly code: string;

  constructor(status: string, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const isSecretWrong = (): Refusal => new Refusal('407 Proxy Authentication Required', 'EPROXYAUTH');
const isBusy = (): Refusal => new Refusal('429 Too Many Requests', 'EPROXYBUSY');

function credentialsOf({ headers }: IncomingMessage): { id: string; secret: string } {
  const [, encoded = ''] = /^Basic +([\w+/=-]{1,500})$/i.exec(headers['proxy-authorization'] ?? '') ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (!id || !secret) throw isSecretWrong();
  return { id, secret };
}

/** Reads «bar.iiko.it:443» and «[2001:db8::1]:443». */
function targetOf({ url = '' }: IncomingMessage): { host: string; port: number } {
  const [, six, name = six, digits] = /^(?:\[([\da-f:.]+)\]|([^\s:@/[\]]{1,255})):(\d{1,5})$/i.exec(url) ?? [];
  const port = Number(digits);
  if (!name || !mayUse(port)) throw new Refusal('403 Forbidden', name ? 'EFORBIDDENPORT' : 'ENOTFOUND');
  return { host: name, port };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code = 'ECONNRESET' } = error as NodeJS.ErrnoException;
  return new Refusal(code === FORBIDDEN_ADDRESS ? '403 Forbidden' : '502 Bad Gateway', code);
}

/**
 * Brings tenants to the servers that their feeds are fetched from: they ask for `CONNECT host:port` with their own secret, and
 * speak TLS with the server itself. Only public addresses are connected to.
 */
export function createEgressProxy({ caller, allowPrivate, log, limits = EGRESS_LIMITS }: EgressDeps) {
  const lookup = lookupAllowed(allowPrivate);
  const attempts = createAttempts({ egress: CONNECTIONS });
  const unknown = new Map<string, number>();
  const open = new Map<string, Set<Socket>>();

  /** Finds who asks; of one network a few at once are looked at. */
  async function tenantOf(req: IncomingMessage): Promise<string> {
    const { id, secret } = credentialsOf(req);
    const network = networkOf(req.socket.remoteAddress);
    const before = unknown.get(network) ?? 0;
    if (before >= MOST_UNKNOWN) throw isBusy();
    unknown.set(network, before + 1);
    try {
      return (await caller(id, secret)).id;
    } catch (error) {
      if (error instanceof Unauthorized) throw isSecretWrong();
      throw error;
    } finally {
      const left = (unknown.get(network) ?? 1) - 1;
      if (left > 0) unknown.set(network, left);
      else unknown.delete(network);
    }
  }

  /** Keeps a place among the tenant's connections until the socket is closed. */
  async function enter(tenant: string, near: Socket): Promise<void> {
    const sockets = open.get(tenant) ?? new Set();
    if (sockets.size >= limits.atOnce || near.destroyed) throw isBusy();
    open.set(tenant, sockets.add(near));
    near.once('close', () => {
      sockets.delete(near);
      if (sockets.size === 0) open.delete(tenant);
    });
    await attempts.count({ egress: tenant }).catch((error) => {
      throw error instanceof TooMany ? isBusy() : error;
    });
  }

  function connectTo({ host, port }: { host: string; port: number }): Promise<Socket> {
    // an address is connected to without a look-up
    if (isIP(host) && !isAllowed(host, allowPrivate)) throw forbiddenAddress(host);
    return new Promise((resolve, reject) => {
      const far = connect({ host, port, lookup, noDelay: true });
      const tooLate = (): void => void far.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
      far.setTimeout(CONNECT_MS, tooLate);
      far.once('error', reject);
      far.once('connect', () => {
        far.off('timeout', tooLate);
        resolve(far);
      });
    });
  }

  return {
    /** Answers one request of the method CONNECT. */
    async handle(req: IncomingMessage, near: Socket, head: Buffer): Promise<void> {
      near.on('error', () => undefined);
      let tenant: string | undefined;
      try {
        tenant = await tenantOf(req);
        const target = targetOf(req);
        await enter(tenant, near);
        const far = await connectTo(target);
        near.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        if (head.length > 0) far.write(head);
        joinSockets(near, far, limits);
      } catch (error) {
        const { status, code } = refusalOf(error);
        log.info({ tenant, reason: code }, 'a connection of a tenant was refused');
        endWholly(near, limits.halfOpenMs);
        near.end(
          `HTTP/1.1 ${status}\r\n${EGRESS_ERROR_HEADER}: ${code}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
        );
        // its end is noticed only behind what it has said besides
        near.resume();
      }
    },

    close(): void {
      for (const sockets of open.values()) for (const socket of sockets) socket.destroy();
    },
  };
}
export type EgressProxy = ReturnType<typeof createEgressProxy>;
