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

  const tokenOf = ({ method, url = '' }: IncomingMessage): string | undefined =>
    method === 'GET' ? CHALLENGE.exec(url)?.[1] : undefined;

  return {
    isChallenge: (req: IncomingMessage): boolean => tokenOf(req) !== undefined,
    web(req: IncomingMessage, res: ServerResponse): true {
      answer(res, tokenOf(req) ?? '').catch((error) => {
        log.error({ err: error }, 'challenge not answered');
        if (!res.headersSent) res.writeHead(503);
        res.end();
      });
      return true;
    },
  };
}
