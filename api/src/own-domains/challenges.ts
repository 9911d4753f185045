import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { findAnswer } from './own-domains.queries.ts';

const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{16,128})$/;

/**
 * Answers the authority that asks whether a domain leads here: any api process, under any name and over plain http, since
 * there is no certificate yet. An answer is of use to nobody else.
 */
export function createChallengeAnswers({ db, log }: { db: Knex; log: Logger }) {
  async function answer(res: ServerResponse, token: string): Promise<void> {
    const text = await findAnswer(db, token);
    res.writeHead(text === undefined ? 404 : 200, {
      'content-type': 'application/octet-stream',
      'cache-control': 'no-store',
    });
    res.end(text);
  }

  return {
    /** Returns true when the request was such a question. */
    web(req: IncomingMessage, res: ServerResponse): boolean {
      const token = CHALLENGE.exec(req.url ?? '')?.[1];
      if (token === undefined || req.method !== 'GET') return false;
      answer(res, token).catch((error) => {
        log.error({ err: error }, 'challenge not answered');
        if (!res.headersSent) res.writeHead(503);
        res.end();
      });
      return true;
    },
  };
}
