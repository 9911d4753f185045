import type { Agent, IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { UNPROCESSED_HEADER } from '@ostatok/kit/contract/unprocessed.ts';
import { createProxyServer, type ProxyServerOptions } from 'httpxy';
import { NO_CONNECTION } from './tenant-agent.ts';

/** The most bytes of a body that are kept to be sent once more. */
const MOST_KEPT = 131_072;
/** Requests that may reach a tenant twice without harm: what they change has an id of its own. */
const REPEATABLE = /^\/api\/(?:changes|counts\/\d+\/entries)(?:$|\?)/;

/** Nobody was reached who could have read the request. */
const NOBODY_THERE = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', NO_CONNECTION];

/** Thrown when the tenant surely has processed nothing of the request. */
export class Unprocessed extends Error {}

interface Attempt {
  options?: ProxyServerOptions;
  refuse: (error: Unprocessed) => void;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether the body is too long to be kept, so that a request can be sent only once. */
export const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MOST_KEPT;

/** Reads a body that is short enough to be kept; undefined for one that is not, which is passed on as it comes. */
export async function readShortBody(req: IncomingMessage): Promise<Buffer | undefined> {
  if (isLong(req)) return undefined;
  if (!hasBody(req)) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * The connection has ended under the request, which the tenant may have read or not: one kept open was closed, or a
 * process has ended before it took a new one.
 */
const wasCutOff = (res: ServerResponse, { code }: NodeJS.ErrnoException): boolean =>
  !res.headersSent && (code === 'ECONNRESET' || code === 'EPIPE');

const isRepeatable = ({ method, url }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && REPEATABLE.test(url ?? ''));

/** Sends requests to tenants and says which of them may be sent again. */
export function createSending(agent: Agent) {
  const proxy = createProxyServer({ proxyTimeout: 120_000, agent });
  const attempts = new WeakMap<ServerResponse, Attempt>();

  proxy.on('proxyReq', (_request, _req, res, options) => {
    const attempt = attempts.get(res as ServerResponse);
    if (attempt) attempt.options = options;
  });
  proxy.on('proxyRes', (answer, _req, res) => {
    const attempt = attempts.get(res as ServerResponse);
    if (!attempt?.options || !(UNPROCESSED_HEADER in answer.headers)) return;
    // the visitor does not see this answer: the next attempt gets another one
    attempt.options.selfHandleResponse = true;
    answer.resume();
    attempt.refuse(new Unprocessed());
  });

  return {
    /** Resolves when the answer has been passed on. Throws Unprocessed where the request may be sent again. */
    async send(req: IncomingMessage, res: ServerResponse, endpoint: string, body: Buffer | undefined): Promise<void> {
      const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
      const attempt: Attempt = { refuse };
      attempts.set(res, attempt);
      const passed = proxy.web(req, res, {
        target: endpoint,
        ...(body && { buffer: Readable.from(body.length > 0 ? [body] : []) }),
      });
      try {
        await Promise.race([passed, refused]);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        const isRefused = error instanceof Unprocessed || NOBODY_THERE.includes(code ?? '');
        if (isRefused || (isRepeatable(req) && wasCutOff(res, error as Error))) throw new Unprocessed();
        throw error;
      } finally {
        passed.catch(() => undefined);
      }
    },
    close: (): void => void proxy.close(() => undefined),
  };
}
