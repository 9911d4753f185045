import type { BotRow } from '../bots.queries.ts';
import type { Reply } from './protocol.ts';

/** A request of a bot whose token is valid. */
export interface BotRequest {
  bot: BotRow;
  query: URLSearchParams;
  body: Buffer;
  /** The message in the path. */
  mid?: string | undefined;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
}

export type Method = (request: BotRequest) => Promise<Reply>;
