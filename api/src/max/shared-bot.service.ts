import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { findSharedBot, type MaxBotRow, replaceSharedBot, setBotState } from './bots.queries.ts';
import type { MaxClient } from './max-client.ts';

interface Deps {
  db: Knex;
  client: MaxClient;
  /** Undefined where this installation has no bot for all of its venues. */
  token: string | undefined;
  openToken: (bot: Pick<MaxBotRow, 'token_sealed'>) => string;
  sealToken: (token: string) => string;
  commands: { command: string; description: string }[];
  log: Logger;
}

/** The one bot that venues without a bot of their own share. */
export function createSharedBot({ db, client, token, openToken, sealToken, commands, log }: Deps) {
  async function adopt(given: string, known: MaxBotRow | undefined): Promise<void> {
    if (known && openToken(known) === given) return;
    const { user_id, username } = await client.me(given);
    await client.setCommands(given, commands);
    await db.transaction((trx) => replaceSharedBot(trx, { user_id, username, token_sealed: sealToken(given) }));
    log.info({ bot: user_id }, 'the shared bot of MAX is set');
  }

  return {
    /**
     * Makes the configured bot the shared one; MAX may be away, so it is tried again. Where none is configured any more,
     * the last one stays with the tenants that had it, so that they have it again when it is.
     */
    async ensure(): Promise<void> {
      const known = await findSharedBot(db);
      if (!token) return void (known && (await setBotState(db, known.id, 'revoked')));
      await adopt(token, known).catch((error: Error) =>
        log.warn({ reason: error.message }, 'the shared bot of MAX is not set'),
      );
    },
  };
}
