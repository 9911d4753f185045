import { readFile, rm } from 'node:fs/promises';
import { parse } from '@ostatok/kit/node/http.ts';
import { pictureTypeOf } from '@ostatok/kit/node/picture-type.ts';
import { chatEndpoints, chatUploadEndpoints } from '../../contract/chat.endpoints.ts';
import { sendFileSchema } from '../../contract/chat.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { receivedFile, receiveFile } from '../access/receive-file.routes.ts';
import { rowId, rowUuid } from '../path-params.ts';
import type { OwnChat } from './chat.service.ts';

const WORKBOOK = /\.xlsx$/i;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const chatRoutes = (chat: OwnChat) =>
  endpointsOf(chatEndpoints, {
    'GET /api/chat': async ({ caller, query: { after } }) => ({ chat: await chat.get(caller, after) }),
    'POST /api/chat/messages': async ({ caller, body }) => ({ chat: await chat.sendMessage(caller, body) }),
    'PUT /api/chat/messages/:id': async ({ caller, params, body }) => ({
      chat: await chat.edit(caller, rowId(params.id, 'Такого сообщения нет'), body),
    }),
    'POST /api/chat/presses': ({ caller, body }) => chat.press(caller, body),
    async 'POST /api/chat/read'({ caller, body: { message_id } }) {
      await chat.markRead(caller, message_id);
      return {};
    },
    async 'GET /api/chat/files/:id'({ caller, params, res }) {
      const { name, type, bytes } = await chat.file(caller, rowUuid(params.id, 'Такого файла нет'));
      const picture = pictureTypeOf(bytes);
      if (!picture) res.attachment(name);
      res.type(picture ?? type).send(bytes);
    },
  });

export const chatUploadRoutes = (chat: OwnChat) =>
  endpointsOf(
    chatUploadEndpoints,
    {
      async 'POST /api/chat/files'({ caller, req }) {
        const { path, originalname: name } = receivedFile(req);
        try {
          const sent = parse(sendFileSchema, req.body);
          const bytes = await readFile(path);
          const picture = pictureTypeOf(bytes);
          const type = picture ?? (WORKBOOK.test(name) ? XLSX : 'application/octet-stream');
          return {
            chat: await chat.sendFile(caller, {
              ...sent,
              file: { name, type, bytes, isPicture: picture !== undefined },
            }),
          };
        } finally {
          await rm(path, { force: true });
        }
      },
    },
    [receiveFile],
  );
