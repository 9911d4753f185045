import { randomBytes, randomInt } from 'node:crypto';
import type { BotAccount, MaxBot } from './dialogs.ts';
import { createFeed } from './feed.ts';

const newToken = (): string => randomBytes(48).toString('base64url');

/** All bots by their tokens, also those whose token is not valid any more. */
export function createAccounts(feedOptions: Parameters<typeof createFeed>[0]) {
  const byToken = new Map<string, BotAccount>();
  const byId = new Map<number, BotAccount>();

  function of(bot: MaxBot): BotAccount {
    const account = byId.get(bot.user_id);
    if (!account) throw new Error(`no bot ${bot.username} here`);
    return account;
  }

  return {
    byToken,
    add(fields: Partial<MaxBot>): MaxBot {
      const id = randomInt(200_000_000, 300_000_000);
      const bot = {
        user_id: id,
        token: newToken(),
        first_name: 'Остаток',
        username: `id${id}_bot`,
        ...fields,
      };
      const account = { bot, commands: [], subscriptions: new Map(), feed: createFeed(feedOptions) };
      byToken.set(bot.token, account);
      byId.set(bot.user_id, account);
      return bot;
    },
    revoke(bot: MaxBot): void {
      byToken.delete(of(bot).bot.token);
    },
    /** Gives the bot another token; the former one is not valid any more. */
    reissue(bot: MaxBot): MaxBot {
      const account = of(bot);
      byToken.delete(account.bot.token);
      account.bot = { ...account.bot, token: newToken() };
      byToken.set(account.bot.token, account);
      return account.bot;
    },
    of,
  };
}
