import type { Router } from 'express';
import { botApiRoutes } from '../bot-api/bot-api.routes.ts';
import type { BotApi } from './bot-api.service.ts';
import { sendAsDownload } from './send-file.routes.ts';

/** Serves the Bot API of the stand-in. */
export const sandboxBotApiRoutes = (api: BotApi): Router =>
  botApiRoutes({
    callerOf: async (token) => {
      await api.authenticate(token);
      return token;
    },
    call: api.call,
    sendFile: async (token, path, res) => sendAsDownload(res, await api.fileAt(token, path)),
  });
