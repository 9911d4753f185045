import type { Knex } from '@ostatok/kit/node/db.ts';
import { ConnectionCut } from '../../bot-api/bot-api-error.ts';
import type { UploadedFile } from '../../bot-api/bot-params.ts';
import { hashToken } from '../bot-api.service.ts';
import { type BotRow, type FileRow, findBot, findBotByTokenHash, takeFault } from '../bots.queries.ts';
import type { FileStore } from '../file-store.ts';
import type { Updates } from '../updates.service.ts';
import { createBotMethods } from './bot-methods.service.ts';
import { createMessageMethods } from './messages.service.ts';
import type { BotRequest, Method } from './methods.ts';
import { ok, type Reply, refusal } from './protocol.ts';
import type { Render } from './shape.ts';

interface Parts {
  db: Knex;
  files: FileStore;
  updates: Updates;
  render: Render;
  origin: () => string;
  now: () => Date;
}

/** Implements the methods of MAX's Bot API with its answers. */
export function createMaxApi({ db, files, updates, render, origin, now }: Parts) {
  const methods: Record<string, Method | undefined> = {
    ...createBotMethods({ db, updates, origin, now }),
    ...createMessageMethods({ db, files, render, now }),
  };

  function refusedPath(method: string, path: string): Reply {
    const isKnown = Object.keys(methods).some((name) => name.endsWith(` ${path}`));
    return isKnown
      ? refusal(405, 'method.not.allowed', `${method} is not allowed`)
      : refusal(404, 'not.found', 'no such path');
  }

  /** The fault that a test asked for. */
  async function faultOf(bot: BotRow, method: string): Promise<Reply | undefined> {
    const fault = await takeFault(db, bot.id, method.toLowerCase());
    if (fault?.kind === 'cut') throw new ConnectionCut();
    if (fault?.kind === 'error') return refusal(500, 'internal.error', 'Internal error');
    if (!fault) return undefined;
    return { ...refusal(429, 'too.many.requests', ''), headers: { 'retry-after': String(fault.retry_after) } };
  }

  return {
    /** Undefined for a token that no bot has. */
    botOf: (token: string) => findBotByTokenHash(db, 'max', hashToken(token)),
    /** Throws ConnectionCut where a test asked for it. */
    async answer(method: string, path: string, request: BotRequest & { bot: { faulty?: boolean } }): Promise<Reply> {
      const mid = /^\/messages\/([^/]+)$/.exec(path)?.[1];
      const name = `${method} ${mid ? '/messages/:mid' : path}`;
      const fault = request.bot.faulty ? await faultOf(request.bot, name) : undefined;
      return fault ?? methods[name]?.({ ...request, mid }) ?? refusedPath(method, path);
    },
    async receive(type: string, botId: number, upload: UploadedFile): Promise<Reply> {
      const bot = Number.isSafeInteger(botId) ? await findBot(db, botId) : undefined;
      if (bot?.channel !== 'max') return refusal(404, 'not.found', 'no such upload');
      const { id: token } = await files.keep(bot.id, upload);
      return ok(type === 'image' ? { photos: { [token]: { token } } } : { token });
    },
    async file(id: string): Promise<(FileRow & { path: string }) | undefined> {
      const file = await files.find(id);
      return file && { ...file, path: files.pathOf(file) };
    },
  };
}
export type MaxApi = ReturnType<typeof createMaxApi>;
