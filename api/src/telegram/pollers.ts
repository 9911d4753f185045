import type { Knex } from '@ostatok/kit/node/db.ts';
import { outsideRequests } from '@ostatok/kit/node/request-scope.ts';
import {
  type BotState,
  type BotTarget,
  type LeasedBot,
  offerLeases,
  releaseLeases,
  setBotState,
} from './bots.queries.ts';
import { type Poller, startPoller } from './poller.ts';

interface PollersDeps {
  db: Knex;
  /** The id of this api process. */
  holder: string;
  openToken: (row: Pick<BotTarget, 'bot_token_sealed'>) => string;
  /** The options that all pollers share. */
  poll: Pick<Parameters<typeof startPoller>[0], 'client' | 'delivery' | 'times' | 'pause' | 'log'>;
  /** Whether this process still has the tenant's lease. */
  isHeld: (tenantId: string) => boolean;
  /** Is called when a poller has stopped because its token was replaced. */
  onReplaced: () => Promise<void>;
}

/** The pollers of this process, one for each bot that it holds the lease of. */
export function createPollers({ db, holder, openToken, poll, isHeld, onReplaced }: PollersDeps) {
  const pollers = new Map<string, Poller>();
  const leaving = new Set<string>();
  /**
   * Pollers stopped because their token was replaced. Their last updates were not confirmed to Telegram: the poller of
   * the new token goes on from their offset.
   */
  const replaced = new Map<string, Poller>();
  /** The sealed tokens of the pollers: opening a thousand of them at each look would take hundredths of a core. */
  const opened = new Map<string, string>();

  function launch(bot: LeasedBot, token: string): void {
    const before = replaced.get(bot.id);
    replaced.delete(bot.id);
    const parts = {
      tenantId: bot.id,
      token,
      state: bot.bot_state,
      isHeld: (): boolean => isHeld(bot.id),
      generation: bot.bot_generation,
      offset: before?.generation === bot.bot_generation ? before.offset() : 0,
      onState: (state: BotState): Promise<void> => setBotState(db, bot.id, state, bot.bot_token_version),
      ...poll,
    };
    // a request may have brought the bot; its poller goes on long after
    const poller = outsideRequests(() => startPoller(parts));
    pollers.set(bot.id, poller);
    void poller.ended.finally(() => {
      if (pollers.get(bot.id) !== poller) return;
      pollers.delete(bot.id);
      opened.delete(bot.id);
    });
  }

  /** Starts or replaces a poller without waiting for the old one: one slow tenant must not delay other leases. */
  function keep(bot: LeasedBot): void {
    const present = pollers.get(bot.id);
    if (present && opened.get(bot.id) === bot.bot_token_sealed) return;
    const token = openToken(bot);
    if (present && present.token !== token) return void replace(bot.id, present);
    opened.set(bot.id, bot.bot_token_sealed);
    if (!present) launch(bot, token);
  }

  async function replace(tenantId: string, poller: Poller): Promise<void> {
    await poller.stop();
    replaced.set(tenantId, poller);
    await onReplaced();
  }

  /** Stops reading the bot; `release` gives its lease up. */
  async function letGo(
    tenantId: string,
    release: (db: Knex, holder: string, ids: string[]) => Promise<void> = releaseLeases,
  ): Promise<void> {
    if (leaving.has(tenantId)) return;
    leaving.add(tenantId);
    try {
      replaced.delete(tenantId);
      await pollers.get(tenantId)?.stop();
      await release(db, holder, [tenantId]);
    } catch (error) {
      poll.log.error({ err: error, tenant: tenantId }, 'lease not released');
    } finally {
      leaving.delete(tenantId);
    }
  }

  return {
    keep,
    letGo,
    /** Stops reading the bot, so that a process that reads fewer bots can take it. */
    offer: (tenantId: string): Promise<void> => letGo(tenantId, offerLeases),
    ids: (): string[] => [...pollers.keys()],
    unwell: (): number => [...pollers.values()].filter((poller) => poller.isUnwell()).length,
    stopAll: async (): Promise<void> => void (await Promise.all([...pollers.values()].map((poller) => poller.stop()))),
  };
}
