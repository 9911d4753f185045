import { AppError, Unavailable } from '@ostatok/kit/node/errors.ts';
import { Api, Bot, BotError, GrammyError, HttpError, type InlineKeyboard } from 'grammy';
import type { Update } from 'grammy/types';
import type { Notice } from '../notices/notice.ts';
import type { Reader } from '../notices/notices.service.ts';
import type { Spreadsheets } from '../spreadsheets/spreadsheets.service.ts';
import { deleteQuestionsBefore, markBlocked } from './bot.queries.ts';
import { answerInTime, isGone, isPassing, refuse } from './chat.ts';
import type { BotContext } from './context.ts';
import { addingFeature } from './features/adding.ts';
import { albumsFeature } from './features/albums.ts';
import { attachingFeature } from './features/attaching.ts';
import { countProgressFeature } from './features/count-progress.ts';
import { countingFeature } from './features/counting.ts';
import { countsFeature } from './features/counts.ts';
import { countsAdminFeature } from './features/counts-admin.ts';
import { editsFeature } from './features/edits.ts';
import { takeBackFeature } from './features/entries.ts';
import { exportsFeature } from './features/exports.ts';
import { findFeature } from './features/find.ts';
import { followingFeature } from './features/following.ts';
import { foundFeature } from './features/found.ts';
import { historyFeature } from './features/history.ts';
import { importsFeature } from './features/imports.ts';
import { missingNamesFeature } from './features/missing-names.ts';
import { namedItemsFeature } from './features/named-items.ts';
import { namingFeature } from './features/naming.ts';
import { needAnswersFeature } from './features/need-answers.ts';
import { openFeature } from './features/open.ts';
import { ordersFeature } from './features/orders.ts';
import { createPapers, type PapersDeps } from './features/papers.ts';
import { photosFeature } from './features/photos.ts';
import { questionsFeature } from './features/questions.ts';
import { reportFeature } from './features/report.ts';
import { startFeature } from './features/start.ts';
import { talkFeature } from './features/talk.ts';
import { taughtFeature } from './features/taught.ts';
import { undoFeature } from './features/undo.ts';
import { unhandledFeature } from './features/unhandled.ts';
import { unsignedListsFeature } from './features/unsigned-lists.ts';
import { usageFeature } from './features/usage.ts';
import { usersFeature } from './features/users.ts';
import { createMaxTransport } from './max-transport.ts';
import { forgetBefore } from './messages.queries.ts';
import { createNotifier } from './notices.ts';
import { ourFault } from './our-fault.ts';
import { createOwnTransport } from './own-transport.ts';
import { createTelegramTransport } from './telegram-transport.ts';
import { welcomeText } from './texts.ts';
import type { Transport } from './transport.ts';

const KEPT_MS = 7 * 24 * 3600_000;
const PURGED_EVERY_MS = 3600_000;

export interface BotOptions extends Omit<PapersDeps, 'channel' | 'abilities' | 'hasStrangers'> {
  transport: Transport;
  spreadsheets?: Spreadsheets | undefined;
  readBarcodes?: ((bytes: Uint8Array) => Promise<string[]>) | undefined;
}

const depsOf = ({ transport: { channel, abilities, hasStrangers }, ...rest }: BotOptions): PapersDeps => ({
  ...rest,
  channel,
  abilities,
  hasStrangers,
});

function makeBot(options: BotOptions): Bot<BotContext> {
  const { transport, spreadsheets, readBarcodes } = options;
  const { token, client, me, files, replies, abilities } = transport;
  const deps = depsOf(options);
  const papers = createPapers(deps);
  const bot = new Bot<BotContext>(token, { botInfo: me, ...(client && { client }) });
  bot.api.config.use(...transport.transformers);
  bot.use((ctx, next) => {
    ctx.abilities = abilities;
    ctx.api.config.use(replies.of(ctx.update.update_id));
    return next();
  });
  bot.use(
    answerInTime,
    transport.access(deps),
    followingFeature(deps),
    startFeature(deps),
    missingNamesFeature(deps),
    openFeature(deps),
    findFeature(deps),
    reportFeature(deps),
    ordersFeature(deps),
    usageFeature(deps),
    historyFeature(deps),
    undoFeature(deps),
    taughtFeature(deps),
    usersFeature(deps),
    countsFeature(deps),
    countsAdminFeature(deps),
    countProgressFeature(deps),
    takeBackFeature(deps),
    albumsFeature(),
    photosFeature({ ...deps, files, readBarcodes }),
    ...(spreadsheets
      ? [
          exportsFeature({ ...deps, spreadsheets }),
          papers.feature,
          importsFeature({ ...deps, files, spreadsheets, papers }),
        ]
      : []),
    questionsFeature(deps),
    namedItemsFeature(deps),
    unsignedListsFeature(deps),
    needAnswersFeature(deps),
    addingFeature(deps),
    attachingFeature(deps),
    namingFeature(deps),
    talkFeature(deps),
    editsFeature(deps),
    foundFeature(deps),
    countingFeature(deps),
    unhandledFeature(),
  );
  return bot;
}

/** Makes the calls of one notice, which is written once. */
function apiFor({ token, client, transformers, replies }: Transport, notice: string): Api {
  const api = new Api(token, client);
  api.config.use(...transformers, replies.of(notice));
  return api;
}

/** Records that the person cannot be written to any more; everybody can in the venue's own chat. */
async function markGone({ db, clock, transport: { channel } }: BotOptions, chatId: number): Promise<void> {
  if (channel !== 'own') await markBlocked(db, { channel, id: chatId }, clock());
}

/** Handles a failure that a retry cannot fix: informs the user where possible, and logs it if the fault is ours. */
async function settle({ error, ctx }: BotError<BotContext>, options: BotOptions): Promise<void> {
  const { log } = options;
  const updateId = ctx.update.update_id;
  if (error instanceof GrammyError) {
    if (isGone(error) && ctx.chat) await markGone(options, ctx.chat.id);
    log.warn(
      { updateId, method: error.method, status: error.error_code, reason: error.description },
      'a call was refused',
    );
    return;
  }
  if (!(error instanceof AppError)) log.error({ err: error, updateId }, 'update failed');
  const text = error instanceof AppError ? error.message : ourFault('Проверьте /last и повторите');
  try {
    await refuse(ctx, text);
  } catch (failure) {
    log.warn({ updateId, reason: failure instanceof Error ? failure.message : String(failure) }, 'could not tell so');
  }
}

/** Deletes, once per interval, messages and questions that are too old to be answered or corrected. */
function createPurge({ db, clock, log }: BotOptions) {
  let purgedAt = 0;
  return async (): Promise<void> => {
    const now = clock().getTime();
    if (now - purgedAt < PURGED_EVERY_MS) return;
    purgedAt = now;
    try {
      await forgetBefore(db, new Date(now - KEPT_MS));
      await deleteQuestionsBefore(db, new Date(now - KEPT_MS));
    } catch (error) {
      log.warn({ err: error }, 'old messages not forgotten');
    }
  };
}

/**
 * The tenant's bot. It does not fetch updates itself; the caller passes them in. `handleUpdate` throws Unavailable when
 * the same update should be delivered again; all that it did before is idempotent.
 */
export function createBot(options: BotOptions) {
  const bot = makeBot(options);
  const { transport } = options;
  const { replies } = transport;
  const purge = createPurge(options);
  const notify = createNotifier(depsOf(options));

  async function handle(update: Update): Promise<void> {
    try {
      await bot.handleUpdate(update);
    } catch (thrown) {
      if (!(thrown instanceof BotError)) throw thrown;
      const { error } = thrown;
      if (!isPassing(error)) return settle(thrown as BotError<BotContext>, options);
      const reason = error instanceof Error ? error.message : String(error);
      options.log.warn({ updateId: update.update_id, reason }, 'update put off');
      const wait = error instanceof GrammyError ? error.parameters.retry_after : undefined;
      replies.keep(update.update_id);
      throw new Unavailable(wait ?? 1);
    }
  }

  /** Writes to a chat what nothing there has asked for; returns false if it cannot be reached, for now or for good. */
  async function write(chatId: number, text: string, keyboard?: InlineKeyboard): Promise<boolean> {
    try {
      await bot.api.sendMessage(chatId, text, keyboard ? { reply_markup: keyboard } : {});
      return true;
    } catch (error) {
      if (isGone(error)) await markGone(options, chatId);
      else if (!(error instanceof GrammyError) && !(error instanceof HttpError)) throw error;
      options.log.warn({ channel: transport.channel, chatId }, 'a chat was not written to');
      return false;
    }
  }

  return {
    /** Writes a notice to a reader whom it concerns and who has a chat here. Throws where it has to be tried again. */
    async notify(notice: Notice, reader: Reader): Promise<void> {
      const name = `notice ${notice.id}`;
      try {
        await notify(apiFor(transport, name), notice, reader);
      } finally {
        replies.forget(name);
      }
    },
    async handleUpdate(update: Update): Promise<void> {
      await handle(update);
      replies.forget(update.update_id);
      await purge();
    },
    write,
    /** Informs a newcomer that they were admitted; returns false if they cannot be reached. */
    welcome: (chatId: number): Promise<boolean> => write(chatId, welcomeText),
  };
}
export type VenueBot = ReturnType<typeof createBot>;

/** Stands beside the bot, because a second entry point makes the bundler load some 7 MB with an idle tenant. */
export const transports = { own: createOwnTransport, telegram: createTelegramTransport, max: createMaxTransport };
