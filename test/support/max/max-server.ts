import { randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toJson } from '@ostatok/api/src/sandbox/max/protocol.ts';
import { createAccounts } from './accounts.ts';
import { createActs } from './acts.ts';
import { type ApiRequest, createApi } from './api.ts';
import { botMethods } from './bot-methods.ts';
import { createDialogs, type MaxBot, type MaxPerson } from './dialogs.ts';
import { createFiles } from './files.ts';
import { listen, readRequest, sendOutcome } from './http-server.ts';
import { messageMethods } from './message-methods.ts';
import { createRenderer } from './render.ts';
import { sentIn } from './sent.ts';
import type { Interference, MaxServer, MaxServerOptions } from './server-types.ts';
import { createWebhooks } from './webhooks.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Whether the request shows a bot's token to those who must not see it. */
function leaksToken({ path, query, token }: ApiRequest, isToken: (text: string) => boolean): boolean {
  const isOfFile = /^\/(upload|download)\//.test(path);
  return (isOfFile && token !== '') || [path, ...query.values()].some((text) => text.split('/').some(isToken));
}

/** The parts of the platform, without its HTTP. `server` gives what a test may change at any time. */
function createPlatform(options: MaxServerOptions, server: () => MaxServer) {
  const { now = Date.now, plainWebhooks = false, limitWindowMs = 1000 } = options;
  const { eventLifeMs: lifeMs = DAY_MS, withoutMarker = 'uncommitted' } = options;
  const accounts = createAccounts({ lifeMs, withoutMarker });
  const files = createFiles(() => server().url);
  const dialogs = createDialogs(now);
  const render = createRenderer(files, now);
  const webhooks = createWebhooks({
    timeScale: options.timeScale ?? 1,
    answerWithinMs: options.answerWithinMs ?? 30_000,
    target: options.webhookTarget ?? ((url) => url),
    ca: options.webhookCa,
    isDown: () => server().down,
  });
  const handlers = {
    ...botMethods({ files, plainWebhooks, now, notReadyTries: () => server().notReadyTries }),
    ...messageMethods({ dialogs, files, render, now }),
  };
  const api = createApi({ accounts: accounts.byToken, dialogs, files, handlers, limitWindowMs });
  const repeatsStart = () => server().repeatsStart;
  const acts = createActs({ accountOf: accounts.of, dialogs, files, render, webhooks, now, repeatsStart });
  return { accounts, files, dialogs, webhooks, api, acts };
}
type Platform = ReturnType<typeof createPlatform>;

/** What a test sees of the bots and the dialogs, and does to them beside the acts of people. */
function createViews({ accounts, dialogs }: Platform) {
  let nextPersonId = randomInt(10_000_000, 90_000_000);
  return {
    bot: (fields: Partial<MaxBot> = {}) => accounts.add(fields),
    person(fields: { first_name: string; last_name?: string }): MaxPerson {
      nextPersonId += randomInt(1, 1000);
      return { user_id: nextPersonId, ...fields };
    },
    revoke: accounts.revoke,
    reissue: accounts.reissue,
    sent: (bot: MaxBot, person: MaxPerson) => sentIn(dialogs.find(bot, person)),
    toasts: (bot: MaxBot, person: MaxPerson) => dialogs.find(bot, person)?.toasts ?? [],
    chatId: (bot: MaxBot, person: MaxPerson) => dialogs.find(bot, person)?.chatId,
    commands: (bot: MaxBot) => accounts.of(bot).commands,
    subscriptions: (bot: MaxBot) => [...accounts.of(bot).subscriptions.values()],
    loseSubscriptions: (bot: MaxBot) => accounts.of(bot).subscriptions.clear(),
    waiting: (bot: MaxBot) => accounts.of(bot).feed.waiting(),
    age(mid: string, ms: number): void {
      const message = dialogs.messages.get(mid);
      if (!message) throw new Error(`no message ${mid}`);
      message.timestamp -= ms;
    },
  };
}

/** Answers one request, unless the test does something else to it. */
async function serve(platform: Platform, server: MaxServer, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const request = await readRequest(req, res);
  server.requests.push({ ...request, at: performance.now() });
  if (leaksToken(request, (text) => platform.accounts.byToken.has(text))) server.leakedTokens.push(request.path);
  let isReplaced = false;
  const outcome = await platform.api.answer<Interference>(request, async () => {
    const instead = await server.interfere?.(request);
    isReplaced = instead !== undefined;
    return instead;
  });
  sendOutcome(res, (isReplaced ? undefined : await server.afterwards?.(request)) ?? outcome);
}

/** Starts the platform of MAX with no bots and no people: its Bot API by the facts of the schema 0.0.33. */
export async function startMaxServer(options: MaxServerOptions = {}): Promise<MaxServer> {
  const platform = createPlatform(options, () => server);
  const { api, webhooks, files } = platform;
  const http = await listen(
    options.tls,
    (req, res) =>
      // a client that goes away while it sends gets no answer
      void serve(platform, server, req, res).catch(() => res.destroy()),
  );
  const server: MaxServer = {
    ...platform.acts,
    ...createViews(platform),
    url: http.url,
    requests: [],
    get tooMany() {
      return api.tooManyRequests.length;
    },
    tooManyRequests: api.tooManyRequests,
    leakedTokens: [],
    interfere: undefined,
    afterwards: undefined,
    notReadyTries: 0,
    repeatsStart: true,
    get down() {
      return http.isDown();
    },
    set down(value) {
      http.setDown(value);
    },
    webhooks: webhooks.settings,
    attempts: webhooks.attempts,
    held: webhooks.held,
    releaseHeld: webhooks.releaseHeld,
    retryNow: webhooks.retryNow,
    forge: (url, event, secret) => webhooks.post(url, typeof event === 'string' ? event : toJson(event), secret),
    expireDownloads: files.expireDownloads,
    close() {
      webhooks.close();
      return http.close();
    },
  };
  return server;
}
