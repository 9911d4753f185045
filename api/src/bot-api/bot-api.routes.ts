import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import multer from 'multer';
import { BotApiError, ConnectionCut } from './bot-api-error.ts';
import type { BotParams } from './bot-params.ts';

/** The real server's limit for one file. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

function paramsOf(req: Request): BotParams {
  const body: unknown = req.body;
  const uploads = Array.isArray(req.files) ? req.files : [];
  return {
    values: { ...req.query, ...(body as Record<string, unknown> | undefined) },
    files: new Map(
      uploads.map((file) => [
        file.fieldname,
        { name: Buffer.from(file.originalname, 'latin1').toString('utf8'), mime: file.mimetype, data: file.buffer },
      ]),
    ),
  };
}

/** Aborts a poll whose caller has disconnected. */
function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

/** As body-parser, and ours before it, name a body that is no JSON to be read. */
const MALFORMED = new Set<string | undefined>(['entity.parse.failed', 'entity.too.deep']);

const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (error instanceof ConnectionCut) {
    req.socket.destroy();
    return;
  }
  if (error instanceof BotApiError) {
    res.status(error.code).json({
      ok: false,
      error_code: error.code,
      description: error.message,
      ...(error.parameters ? { parameters: error.parameters } : {}),
    });
    return;
  }
  if (!MALFORMED.has((error as { type?: string }).type)) return next(error);
  res.status(400).json({ ok: false, error_code: 400, description: "Bad Request: can't parse JSON object" });
};

export interface ServedBotApi<Caller> {
  /** Tells by the token in the address, or by headers, who calls. Throws BotApiError. */
  callerOf: (token: string, req: Request) => Promise<Caller>;
  /** Calls a method, whose name may be in any case. Throws BotApiError, or ConnectionCut. */
  call: (caller: Caller, method: string, params: BotParams, gone: AbortSignal) => Promise<unknown>;
  /** Answers with the file of a download address. Throws BotApiError. */
  sendFile: (caller: Caller, path: string, res: Response) => Promise<void>;
}

/** Serves `/bot<token>/<method>` and `/file/bot<token>/<path>` below the root of a Bot API. */
export function botApiRoutes<Caller>({ callerOf, call, sendFile }: ServedBotApi<Caller>): Router {
  const router = Router();
  const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: MAX_FILE_BYTES, files: 10 } });
  router.get('/file/bot:token/*path', async (req, res) => {
    await sendFile(await callerOf(req.params.token, req), [req.params.path].flat().join('/'), res);
  });
  router.all(
    '/bot:token/:method',
    async (req, res, next) => {
      // the body of a call by nobody known is not read
      res.locals.caller = await callerOf((req.params as { token: string }).token, req).catch((error) => {
        res.set('Connection', 'close');
        throw error;
      });
      next();
    },
    jsonBody('1mb'),
    express.urlencoded({ extended: false, limit: '1mb' }),
    upload.any(),
    async (req, res) => {
      const { method } = req.params as { method: string };
      const result = await call(res.locals.caller, method, paramsOf(req), goneSignal(res));
      if (!res.destroyed) res.json({ ok: true, result });
    },
  );
  router.use(() => {
    throw new BotApiError(404, 'Not Found');
  });
  router.use(errorHandler);
  return router;
}
