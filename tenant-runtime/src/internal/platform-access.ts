import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { digestOf, PROOF_HEADER, readSignature, type Signature } from '@ostatok/kit/node/signed-calls.ts';
import type { Request, RequestHandler } from 'express';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Knows the calls of the platform by the secret that it shares with this tenant: signed with it, or bringing it, as a
 * platform of an earlier release does.
 */
export function createPlatformAccess({ secret, port, log }: { secret: string; port: number; log: Logger }) {
  const expected = hash(`Bearer ${secret}`);
  const signatures = new WeakMap<IncomingMessage, Signature>();

  /** A tenant that chose its port itself is reached at it: a signature for another port was made for another process. */
  function isForUs(req: Request): boolean {
    if (port !== 0) return true;
    return /:(\d+)$/.exec(req.headers.host ?? '')?.[1] === String(req.socket.localPort);
  }

  function signatureOf(req: Request): Signature | undefined {
    const { host, authorization } = req.headers;
    if (!host || !authorization?.startsWith('Ostatok ')) return undefined;
    const signature = readSignature(secret, { method: req.method, host, target: req.originalUrl }, authorization);
    return signature && isForUs(req) ? signature : undefined;
  }

  return {
    /** Proves to whoever has signed the call that this is the tenant, also where it is refused because the tenant ends. */
    prove: ((req, res, next) => {
      const signature = signatureOf(req);
      if (signature) {
        signatures.set(req, signature);
        res.setHeader(PROOF_HEADER, signature.proof);
      }
      next();
    }) as RequestHandler,
    /** Lets only the platform pass. */
    only: ((req, _res, next) => {
      const signature = signatures.get(req);
      if (signature && !signature.isFresh)
        log.warn('a call of the platform was signed long ago: do the clocks differ?');
      if (!signature?.isFresh && !timingSafeEqual(hash(req.get('authorization') ?? ''), expected))
        throw new Unauthorized();
      next();
    }) as RequestHandler,
    /** Throws for a body that is not the one that was signed. */
    verifyBody(req: IncomingMessage, _res: ServerResponse, body: Buffer): void {
      const signature = signatures.get(req);
      if (signature && signature.digest !== digestOf(body)) throw new Unauthorized();
    },
  };
}
