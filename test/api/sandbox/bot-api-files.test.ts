import test from 'ava';
import type { SandboxMessage } from '../../../api/contract/sandbox.ts';
import { newChat, sandbox, setUpSandbox } from '../../support/sandbox/bot-api-chats.ts';

setUpSandbox();

test('a document goes both ways with its name and bytes', async (t) => {
  const { bot, call, path, person } = await newChat();
  const form = new FormData();
  form.set('document', new Blob(['цены']), 'прайс.xlsx');
  const response = await fetch(`${sandbox.url}/api${path}/documents`, { method: 'POST', body: form });
  const written = (await response.json()) as { message: SandboxMessage };
  t.is(written.message.document?.file_name, 'прайс.xlsx');
  const { document } = (await call('getUpdates')).body.result.at(-1).message;
  const { file_path } = (await call('getFile', { file_id: document.file_id })).body.result;
  const bytes = await fetch(`${sandbox.apiRoot}/file/bot${bot.token}/${file_path}`);
  t.is(await bytes.text(), 'цены');

  const answer = new FormData();
  answer.set('chat_id', String(person.id));
  answer.set('document', 'attach://report');
  answer.set('report', new Blob(['отчёт']), 'отчёт.xlsx');
  const sent = await fetch(`${sandbox.apiRoot}/bot${bot.token}/sendDocument`, { method: 'POST', body: answer });
  const { result } = (await sent.json()) as { result: { document: { file_id: string; file_name: string } } };
  t.is(result.document.file_name, 'отчёт.xlsx');
  const shown = await fetch(`${sandbox.url}/api/files/${result.document.file_id}`);
  t.is(await shown.text(), 'отчёт');
});

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1');

/** An upload as the page sends it: the parts of a form. */
async function upload(path: string, kind: string, parts: [name: string, value: string | Blob][]) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const answer = await fetch(`${sandbox.url}/api${path}/${kind}`, { method: 'POST', body: form });
  return {
    status: answer.status,
    body: (await answer.json()) as { message: SandboxMessage; messages: SandboxMessage[] },
  };
}

test('an answer to a message comes to the bot with the message that it answers', async (t) => {
  const { call, path, person } = await newChat();
  const card = (await call('sendMessage', { chat_id: person.id, text: 'Джемесон' })).body.result;
  const body = { text: '+0,7', reply_to_message_id: card.message_id };
  const { message } = (await sandbox.page(`${path}/messages`, body)).body;
  t.is(message.reply_to_message_id, card.message_id);
  const update = (await call('getUpdates', { offset: -1 })).body.result[0];
  t.like(update.message, { text: '+0,7', reply_to_message: { message_id: card.message_id, text: 'Джемесон' } });

  await sandbox.page(`${path}/messages/${message.message_id}/edit`, { text: '+0,8' });
  const edited = (await call('getUpdates', { offset: -1 })).body.result[0].edited_message;
  t.like(edited, { text: '+0,8', reply_to_message: { message_id: card.message_id } });
  t.is((await sandbox.page(`${path}/messages`, { text: 'x', reply_to_message_id: 999 })).status, 404);
});

test('photos go to the bot with their caption, several as one album', async (t) => {
  const { bot, call, path } = await newChat();
  const sent = await upload(path, 'photos', [
    ['photo', new Blob([PNG], { type: 'text/html' })],
    ['caption', '+0,7'],
  ]);
  t.is(sent.status, 201);
  const { message } = (await call('getUpdates', { offset: -1 })).body.result[0];
  t.like(message, { caption: '+0,7', media_group_id: undefined });
  const { file_path } = (await call('getFile', { file_id: message.photo[0].file_id })).body.result;
  const bytes = await (await fetch(`${sandbox.apiRoot}/file/bot${bot.token}/${file_path}`)).arrayBuffer();
  t.deepEqual(Buffer.from(bytes), PNG);

  const album = await upload(path, 'photos', [
    ['photo', new Blob([PNG])],
    ['photo', new Blob([PNG])],
    ['caption', 'два'],
  ]);
  const [first, second] = album.body.messages;
  t.deepEqual([first?.caption, second?.caption], ['два', undefined]);
  t.truthy(first?.media_group_id);
  t.is(first?.media_group_id, second?.media_group_id);
});

test('a caption is changed and taken away as a text is; a text is not taken away', async (t) => {
  const { call, path } = await newChat();
  const { body } = await upload(path, 'photos', [
    ['photo', new Blob([PNG])],
    ['caption', '+0,7'],
  ]);
  const id = body.messages[0]?.message_id;
  const lastUpdate = async () => (await call('getUpdates', { offset: -1 })).body.result[0];
  await sandbox.page(`${path}/messages/${id}/edit`, { text: '+0,8' });
  t.like((await lastUpdate()).edited_message, { message_id: id, caption: '+0,8' });
  await sandbox.page(`${path}/messages/${id}/edit`, { text: '' });
  const { edited_message } = await lastUpdate();
  t.is(edited_message.caption, undefined);
  t.is(edited_message.photo.length, 1);

  t.is((await sandbox.page(`${path}/messages/1/edit`, { text: '' })).status, 400);
  t.is((await sandbox.page(`${path}/messages/${id}/edit`, { text: 'я'.repeat(1025) })).status, 400);
});

test('a voice goes to the bot with its duration', async (t) => {
  const { call, path } = await newChat();
  const voice = new Blob(['opus'], { type: 'audio/webm;codecs=opus' });
  t.is(
    (
      await upload(path, 'voices', [
        ['voice', voice],
        ['duration', '3'],
      ])
    ).status,
    201,
  );
  const { message } = (await call('getUpdates', { offset: -1 })).body.result[0];
  t.like(message.voice, { duration: 3, mime_type: 'audio/webm', file_size: 4 });
  t.is(
    (
      await upload(path, 'voices', [
        ['voice', voice],
        ['duration', '0'],
      ])
    ).status,
    400,
  );
  t.is((await upload(path, 'voices', [['voice', voice]])).status, 400);
});

test('what is no picture, too large or too many is no photo, and nothing of it is kept', async (t) => {
  const { path } = await newChat();
  const photo = (data: BlobPart): [string, Blob] => ['photo', new Blob([data])];
  t.is((await upload(path, 'photos', [photo('<svg onload="alert(1)">')])).status, 400);
  t.is((await upload(path, 'photos', [photo(PNG), photo('<html>')])).status, 400);
  t.true(
    [400, 413].includes(
      (await upload(path, 'photos', [photo(Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]))])).status,
    ),
  );
  t.true(
    [400, 413].includes(
      (
        await upload(
          path,
          'photos',
          Array.from({ length: 11 }, () => photo(PNG)),
        )
      ).status,
    ),
  );
  t.is((await upload(path, 'photos', [])).status, 400);
  t.is((await sandbox.page(`${path}/messages`)).body.messages.length, 1);
});

test('a file of another bot is not given', async (t) => {
  const [mine, other] = await Promise.all([newChat(), newChat()]);
  const form = new FormData();
  form.set('document', new Blob(['x']), 'x.xlsx');
  await fetch(`${sandbox.url}/api${mine.path}/documents`, { method: 'POST', body: form });
  const { document } = (await mine.call('getUpdates')).body.result.at(-1).message;
  t.is((await other.call('getFile', { file_id: document.file_id })).status, 400);
});

test('what was uploaded is given as a download, whatever it calls itself', async (t) => {
  const { bot, path, call } = await newChat();
  const form = new FormData();
  form.set('document', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }), 'цена.html');
  await fetch(`${sandbox.url}/api${path}/documents`, { method: 'POST', body: form });
  const { document } = (await call('getUpdates', { offset: -1 })).body.result[0].message;
  const { file_path } = (await call('getFile', { file_id: document.file_id })).body.result;
  for (const url of [
    `${sandbox.apiRoot}/file/bot${bot.token}/${file_path}`,
    `${sandbox.url}/api/files/${document.file_id}`,
  ]) {
    const { headers } = await fetch(url);
    t.is(headers.get('content-type'), 'application/octet-stream');
    t.regex(headers.get('content-disposition') ?? '', /^attachment/);
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  }
});
