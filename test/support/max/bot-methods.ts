import { commandParams, pollParams } from '@ostatok/api/src/sandbox/max/params.ts';
import {
  badRequest,
  isObject,
  ok,
  parseJson,
  type Reply,
  refusal,
  type UploadType,
  unsuccessful,
} from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { BotAccount, Subscription } from './dialogs.ts';
import type { Files } from './files.ts';
import { botUser } from './render.ts';

/** A request of a bot whose token is valid. */
export interface BotRequest {
  account: BotAccount;
  query: URLSearchParams;
  body: Buffer;
  /** The message in the path. */
  mid?: string;
  /** Aborted when the client has gone. */
  gone: AbortSignal;
}

export type Handler = (request: BotRequest) => Reply | Promise<Reply>;

const UPLOAD_TYPES = ['image', 'video', 'audio', 'file'];

function setCommands({ account, body }: BotRequest): Reply {
  const asked = commandParams(body);
  if ('status' in asked) return asked;
  account.commands = asked.commands;
  return ok(asked);
}

const isLoopback = (host: string): boolean => /^(127\.[\d.]+|localhost|\[::1\])$/.test(host);

function addressMistake(address: string, plainWebhooks: boolean): string | undefined {
  const url = URL.parse(address);
  if (url && plainWebhooks && isLoopback(url.hostname)) return undefined;
  if (url?.protocol !== 'https:') return 'url must start with https://';
  return /^https:\/\/[^/]*:\d+(\/|\?|$)/i.test(address) ? 'url must have no port: it is 443' : undefined;
}

function subscribe({ account, body }: BotRequest, plainWebhooks: boolean, time: number): Reply {
  const asked = parseJson(body.toString());
  if (!isObject(asked) || typeof asked.url !== 'string') return badRequest('url is required');
  const { url, secret, update_types: types } = asked;
  if (secret !== undefined && !/^[\w-]{5,256}$/.test(String(secret))) return badRequest('secret: [A-Za-z0-9_-]{5,256}');
  if (types !== undefined && !(Array.isArray(types) && types.every((one) => typeof one === 'string')))
    return badRequest('update_types must be a list of strings');
  const mistake = addressMistake(url, plainWebhooks);
  if (mistake) return unsuccessful(mistake);
  const fields = { url, secret, update_types: types, time } as Subscription;
  const known = account.subscriptions.get(url);
  if (known) Object.assign(known, fields);
  else account.subscriptions.set(url, fields);
  account.feed.endPolls();
  return ok({ success: true });
}

function unsubscribe({ account, query }: BotRequest): Reply {
  const isRemoved = account.subscriptions.delete(query.get('url') ?? '');
  return isRemoved ? ok({ success: true }) : unsuccessful('no such subscription');
}

async function poll({ account, query, gone }: BotRequest): Promise<Reply> {
  if (account.subscriptions.size > 0)
    return refusal(405, 'method.not.allowed', 'updates go to the webhook of the subscription');
  const asked = pollParams(query);
  if ('status' in asked) return asked;
  const { timeout, ...batch } = asked;
  const body = await account.feed.poll({ ...batch, timeoutMs: timeout * 1000, gone });
  return { status: 200, body, headers: { 'content-type': 'application/json; charset=utf-8' } };
}

interface Parts {
  files: Files;
  plainWebhooks: boolean;
  now: () => number;
  /** For how many tries a file that is uploaded from now on is not ready. */
  notReadyTries: () => number;
}

/** The methods about the bot itself, its events and its uploads. */
export function botMethods({ files, plainWebhooks, now, notReadyTries }: Parts): Record<string, Handler> {
  return {
    'GET /me': ({ account: { bot, commands } }) => ok({ ...botUser(bot, now()), commands }),
    'PATCH /me/commands': setCommands,
    'GET /subscriptions': ({ account }) =>
      ok({
        subscriptions: [...account.subscriptions.values()].map(({ url, time, update_types = null }) => ({
          url,
          time,
          update_types,
        })),
      }),
    'POST /subscriptions': (request) => subscribe(request, plainWebhooks, now()),
    'DELETE /subscriptions': unsubscribe,
    'GET /updates': poll,
    'POST /uploads': ({ query }) => {
      const type = query.get('type') ?? '';
      if (!UPLOAD_TYPES.includes(type)) return badRequest('type: image, video, audio or file');
      return ok(files.offerUpload(type as UploadType, notReadyTries()));
    },
  };
}
