import { AppError, Unavailable } from '@ostatok/kit/node/errors.ts';
import { Bot, BotError, GrammyError } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import { createItemNames } from '../items/item-names.ts';
import type { Spreadsheets } from '../spreadsheets/spreadsheets.service.ts';
import { markBlocked } from './bot.queries.ts';
import type { BotContext, BotDeps } from './context.ts';
import { accessFeature } from './features/access.ts';
import { countingFeature } from './features/counting.ts';
import { exchangeFeature } from './features/exchange.ts';
import { findFeature } from './features/find.ts';
import { historyFeature } from './features/history.ts';
import { questionsFeature } from './features/questions.ts';
import { reportFeature } from './features/report.ts';
import { startFeature } from './features/start.ts';
import { undoFeature } from './features/undo.ts';
import { unhandledFeature } from './features/unhandled.ts';
import { usersFeature } from './features/users.ts';
import { isPassing, reply, waitOut } from './telegram.ts';

/** Telegram answers within this, or the gateway delivers the update again. */
const TELEGRAM_TIMEOUT_S = 20;

export interface BotOptions extends Omit<BotDeps, 'names'> {
  token: string;
  /** `https://api.telegram.org`, or the sandbox. */
  apiRoot: string;
  /** Without @; saves asking Telegram at the start. */
  botUsername?: string | undefined;
  spreadsheets?: Spreadsheets | undefined;
}

/** What grammY needs to know of the bot itself: the id is the token's first part. */
const infoOf = (token: string, username: string): UserFromGetMe => ({
  id: Number(token.split(':')[0]),
  is_bot: true,
  first_name: username,
  username,
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
});

function makeBot(options: BotOptions): Bot<BotContext> {
  const { token, apiRoot, botUsername, spreadsheets } = options;
  const deps: BotDeps = { ...options, names: createItemNames({ db: options.db }) };
  const bot = new Bot<BotContext>(token, {
    botInfo: infoOf(token, botUsername ?? 'bot'),
    client: { apiRoot, timeoutSeconds: TELEGRAM_TIMEOUT_S },
  });
  bot.api.config.use(waitOut);
  bot.use(
    accessFeature(deps),
    startFeature(deps),
    findFeature(deps),
    reportFeature(deps),
    historyFeature(deps),
    undoFeature(deps),
    usersFeature(deps),
    ...(spreadsheets ? [exchangeFeature({ ...deps, token, apiRoot, spreadsheets })] : []),
    questionsFeature(deps),
    countingFeature(deps),
    unhandledFeature(),
  );
  return bot;
}

/** A failure that repeating cannot mend: told to the person where that is possible, and logged when it is ours. */
async function settle({ error, ctx }: BotError<BotContext>, { db, log, clock }: BotOptions): Promise<void> {
  const updateId = ctx.update.update_id;
  if (error instanceof GrammyError) {
    if (error.error_code === 403 && ctx.chat) await markBlocked(db, ctx.chat.id, clock());
    log.warn(
      { updateId, method: error.method, status: error.error_code, reason: error.description },
      'Telegram refused',
    );
    return;
  }
  if (!(error instanceof AppError)) log.error({ err: error, updateId }, 'update failed');
  const text = error instanceof AppError ? error.message : 'Не получилось: ошибка у нас. Проверьте /last и повторите';
  try {
    if (ctx.callbackQuery) await ctx.answerCallbackQuery({ text: text.slice(0, 200), show_alert: true });
    else if (ctx.chat) await reply(ctx, text);
  } catch (failure) {
    log.warn({ updateId, reason: failure instanceof Error ? failure.message : String(failure) }, 'could not tell so');
  }
}

/**
 * The venue's bot. Takes updates from whoever receives them; does nothing by itself. `handleUpdate` throws Unavailable
 * when the same update should be delivered again: everything it has done by then is done once.
 */
export function createBot(options: BotOptions) {
  const bot = makeBot(options);
  return {
    async handleUpdate(update: Update): Promise<void> {
      try {
        await bot.handleUpdate(update);
      } catch (thrown) {
        if (!(thrown instanceof BotError)) throw thrown;
        const { error } = thrown;
        if (!isPassing(error)) return settle(thrown as BotError<BotContext>, options);
        const reason = error instanceof Error ? error.message : String(error);
        options.log.warn({ updateId: update.update_id, reason }, 'update put off');
        const wait = error instanceof GrammyError ? error.parameters.retry_after : undefined;
        throw new Unavailable(wait ?? 1);
      }
    },
  };
}
export type VenueBot = ReturnType<typeof createBot>;
