import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import multer from 'multer';
import { ConnectionCut } from '../../bot-api/bot-api-error.ts';
import { sendAsDownload } from '../send-file.routes.ts';
import type { MaxApi } from './max-api.service.ts';
import { badRequest, type Reply, refusal, toJson } from './protocol.ts';

const MAX_FILE_BYTES = 50 * 1024 * 1024;

function send(res: Response, { status, body = '', headers }: Reply): void {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : toJson(body);
  res
    .status(status)
    .set({ 'content-type': 'application/json; charset=utf-8', ...headers })
    .send(text);
}

/** Aborts a poll whose caller has disconnected. */
function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  res.once('close', () => gone.abort());
  return gone.signal;
}

const queryOf = (req: Request): URLSearchParams => new URL(req.originalUrl, 'http://max').searchParams;

const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (error instanceof ConnectionCut) return void req.socket.destroy();
  if ((error as { type?: string }).type === 'entity.too.large')
    return send(res, refusal(413, 'too.large', 'Too large'));
  if (error instanceof multer.MulterError) return send(res, badRequest('multipart/form-data with a field «data»'));
  next(error);
};

/** Serves MAX's Bot API. Addresses of files need no token, every method does, in the header. */
export function maxApiRoutes(api: MaxApi): Router {
  const router = Router();
  const upload = multer({ storage: multer.memoryStorage(), limits: { fileSize: MAX_FILE_BYTES, files: 1 } });
  router.post('/upload/:type/:botId', upload.single('data'), async (req, res) => {
    const { type, botId } = req.params as { type: string; botId: string };
    if (!req.file) return send(res, badRequest('multipart/form-data with a field «data»'));
    const name = Buffer.from(req.file.originalname, 'latin1').toString('utf8');
    send(res, await api.receive(type, Number(botId), { name, mime: req.file.mimetype, data: req.file.buffer }));
  });
  router.get('/download/:fileId', async (req, res) => {
    const file = await api.file(req.params.fileId);
    if (file) sendAsDownload(res, file);
    else send(res, refusal(404, 'not.found', 'the address has expired'));
  });
  router.use(
    async (req, res, next) => {
      res.locals.bot = await api.botOf(req.get('authorization') ?? '');
      if (res.locals.bot) return next();
      // the body of a call by nobody known is not read
      res.set('Connection', 'close');
      send(res, refusal(401, 'verify.token', 'Invalid access_token'));
    },
    express.raw({ type: () => true, limit: '1mb' }),
    async (req, res) => {
      const given: unknown = req.body;
      const body = Buffer.isBuffer(given) ? given : Buffer.alloc(0);
      const request = { bot: res.locals.bot, query: queryOf(req), body, gone: goneSignal(res) };
      const reply = await api.answer(req.method, req.path, request);
      if (!res.destroyed) send(res, reply);
    },
  );
  router.use(errorHandler);
  return router;
}
