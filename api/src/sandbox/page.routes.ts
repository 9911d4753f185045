import { MAX_ALBUM, MAX_PHOTO_BYTES } from '@ostatok/kit/contract/chat-message.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { jsonBody } from '@ostatok/kit/node/json-body.ts';
import { type Request, Router } from 'express';
import multer from 'multer';
import {
  sandboxBlockSchema,
  sandboxBotSchema,
  sandboxCallbackSchema,
  sandboxCaptionSchema,
  sandboxEditSchema,
  sandboxFaultSchema,
  sandboxPersonSchema,
  sandboxTextSchema,
  sandboxVoiceSchema,
} from '../../contract/sandbox.ts';
import type { UploadedFile } from '../bot-api/bot-params.ts';
import type { ChatPage } from './page.service.ts';
import { sendAsDownload } from './send-file.routes.ts';

/** The largest file a bot can download from the real server. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const KEEP_ALIVE_MS = 20_000;

const chat = '/chats/:botId/:personId';

function numberOf(req: Request, name: string): number {
  const value = Number(req.params[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new NotFound('Нет такой переписки');
  return value;
}
const sides = (req: Request): [number, number] => [numberOf(req, 'botId'), numberOf(req, 'personId')];

function peopleAndBots(router: Router, page: ChatPage): void {
  router.get('/bots', async (_req, res) => {
    res.json({ success: true, bots: await page.listBots() });
  });
  router.post('/bots', async (req, res) => {
    const { name, username, channel } = parse(sandboxBotSchema, req.body);
    res.status(201).json({ success: true, bot: await page.createBot(name, username, channel) });
  });
  router.post('/bots/:botId/token', async (req, res) => {
    res.json({ success: true, bot: await page.renewToken(numberOf(req, 'botId')) });
  });
  router.post('/bots/:botId/faults', async (req, res) => {
    await page.injectFault(numberOf(req, 'botId'), parse(sandboxFaultSchema, req.body));
    res.json({ success: true });
  });
  router.get('/people', async (_req, res) => {
    res.json({ success: true, people: await page.listPeople() });
  });
  router.post('/people', async (req, res) => {
    res.status(201).json({ success: true, person: await page.createPerson(parse(sandboxPersonSchema, req.body)) });
  });
}

function chats(router: Router, page: ChatPage): void {
  router.get(`${chat}/messages`, async (req, res) => {
    res.json({ success: true, messages: await page.messages(...sides(req)) });
  });
  router.post(`${chat}/messages`, async (req, res) => {
    const { text, reply_to_message_id } = parse(sandboxTextSchema, req.body);
    res.status(201).json({ success: true, message: await page.write(...sides(req), text, reply_to_message_id) });
  });
  router.post(`${chat}/messages/:messageId/edit`, async (req, res) => {
    const { text } = parse(sandboxEditSchema, req.body);
    const message = await page.edit(...sides(req), numberOf(req, 'messageId'), text);
    res.json({ success: true, message });
  });
  router.post(`${chat}/callback`, async (req, res) => {
    const { message_id, data } = parse(sandboxCallbackSchema, req.body);
    res.json({ success: true, id: await page.press(...sides(req), message_id, data) });
  });
  router.post(`${chat}/block`, async (req, res) => {
    await page.block(...sides(req), parse(sandboxBlockSchema, req.body).blocked);
    res.json({ success: true });
  });
}

const uploadOf = ({ originalname, mimetype, buffer }: Express.Multer.File): UploadedFile => ({
  name: Buffer.from(originalname, 'latin1').toString('utf8'),
  mime: mimetype,
  data: buffer,
});

function uploads(router: Router, page: ChatPage): void {
  const storage = multer.memoryStorage();
  const one = multer({ storage, limits: { fileSize: MAX_FILE_BYTES, files: 1 } });
  const album = multer({ storage, limits: { fileSize: MAX_PHOTO_BYTES, files: MAX_ALBUM } });
  router.post(`${chat}/documents`, one.single('document'), async (req, res) => {
    if (!req.file) throw new InvalidInput('Приложите файл', { document: 'Приложите файл' });
    const { caption, reply_to_message_id: replyTo } = parse(sandboxCaptionSchema, req.body);
    const message = await page.sendDocument(...sides(req), uploadOf(req.file), { caption, replyTo });
    res.status(201).json({ success: true, message });
  });
  router.post(`${chat}/photos`, album.array('photo', MAX_ALBUM), async (req, res) => {
    const files = (req.files ?? []) as Express.Multer.File[];
    if (files.length === 0) throw new InvalidInput('Приложите фото', { photo: 'Приложите фото' });
    const { caption, reply_to_message_id: replyTo } = parse(sandboxCaptionSchema, req.body);
    const messages = await page.sendPhotos(...sides(req), files.map(uploadOf), { caption, replyTo });
    res.status(201).json({ success: true, messages });
  });
  router.post(`${chat}/voices`, one.single('voice'), async (req, res) => {
    if (!req.file) throw new InvalidInput('Приложите запись', { voice: 'Приложите запись' });
    const { duration, reply_to_message_id: replyTo } = parse(sandboxVoiceSchema, req.body);
    const message = await page.sendVoice(...sides(req), uploadOf(req.file), { duration, replyTo });
    res.status(201).json({ success: true, message });
  });
}

/** The API of the chat page; its shapes are in the contract. */
export function chatPageRoutes(page: ChatPage): Router {
  const router = Router();
  router.use(jsonBody('100kb'));
  peopleAndBots(router, page);
  chats(router, page);
  uploads(router, page);
  router.get('/files/:fileId', async (req, res) => {
    const file = await page.file(req.params.fileId);
    sendAsDownload(res, file);
  });
  router.get('/events', async (_req, res) => {
    res.set({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    // the answer starts only when no later event can be missed
    const unsubscribe = await page.subscribe((event) => void res.write(`data: ${JSON.stringify(event)}\n\n`));
    const keepAlive = setInterval(() => res.write(':\n\n'), KEEP_ALIVE_MS);
    res.write(':\n\n');
    const leave = (): void => {
      clearInterval(keepAlive);
      unsubscribe();
    };
    if (res.destroyed) leave();
    else res.once('close', leave);
  });
  return router;
}
