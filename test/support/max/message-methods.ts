import { formatted } from '@ostatok/api/src/sandbox/max/formatting.ts';
import { isEmpty, messageMistake } from '@ostatok/api/src/sandbox/max/message-rules.ts';
import {
  type AttachmentRequest,
  badRequest,
  isObject,
  type NewMessageBody,
  ok,
  parseJson,
  type Reply,
  refusal,
  unsuccessful,
} from '@ostatok/api/src/sandbox/max/protocol.ts';
import type { BotRequest, Handler } from './bot-methods.ts';
import { type BotAccount, type Dialog, type Dialogs, newKeyboard, type StoredMessage } from './dialogs.ts';
import type { Files, StoredFile } from './files.ts';
import type { Render } from './render.ts';

const EDITABLE_MS = 7 * 24 * 3600 * 1000;

const denied = (key: string, ...args: unknown[]): Reply =>
  refusal(403, 'chat.denied', `Key: ${key}, args: [${args.join(', ')}]`);

const dialogMistake = (dialog: Dialog | undefined): Reply | undefined => {
  if (!dialog) return denied('error.dialog.notfound');
  return dialog.state === 'stopped' ? denied('error.dialog.suspended', dialog.chatId) : undefined;
};

const isFile = ({ type }: AttachmentRequest): boolean => ['image', 'video', 'audio', 'file'].includes(type);

function tokensOf({ payload }: AttachmentRequest): string[] {
  const photos = Object.values(payload?.photos ?? {}).map(({ token }) => token);
  return payload?.token ? [payload.token, ...photos] : photos;
}

/** Finds the uploaded files of the attachments, or the reason why they cannot be attached. */
function filesOf(attachments: AttachmentRequest[], files: Files): StoredFile[] | Reply {
  const found: StoredFile[] = [];
  for (const attachment of attachments.filter(isFile)) {
    const tokens = tokensOf(attachment);
    if (tokens.length === 0) return badRequest(`${attachment.type}: a token is required`);
    for (const token of tokens) {
      const file = files.byToken.get(token);
      if (file?.type !== attachment.type) return badRequest(`${attachment.type}: unknown token`);
      found.push(file);
    }
  }
  const waiting = found.filter(({ notReady, bytes }) => notReady > 0 || !bytes);
  for (const file of waiting) file.notReady = Math.max(0, file.notReady - 1);
  return waiting.length > 0 ? refusal(400, 'attachment.not.ready', '') : found;
}

/** Changes the message as the body says, or returns why not. Absent fields stay. */
function apply(message: Partial<StoredMessage>, body: NewMessageBody, files: Files): Reply | undefined {
  const { text, attachments, format } = body;
  if (attachments) {
    const found = filesOf(attachments, files);
    if (!Array.isArray(found)) return found;
    const rows = attachments.find(({ type }) => type === 'inline_keyboard')?.payload?.buttons;
    if (message.keyboard) message.formerKeyboards?.push(message.keyboard);
    message.keyboard = rows && newKeyboard(rows);
    message.files = found;
    message.others = attachments.filter((one) => !isFile(one) && one.type !== 'inline_keyboard');
  }
  if (text != null) Object.assign(message, formatted(text, format));
  return undefined;
}

interface Parts {
  dialogs: Dialogs;
  files: Files;
  render: Render;
  now: () => number;
}

/** Finds the dialog that a request is about; its limit of messages applies to sending, editing and answering. */
export function dialogOfRequest(
  method: string,
  { account, query }: BotRequest,
  dialogs: Dialogs,
): { dialog: Dialog | undefined } | undefined {
  const own = (dialog: Dialog | undefined) => ({ dialog: dialog?.account === account ? dialog : undefined });
  if (method === 'POST /messages')
    return query.has('user_id')
      ? { dialog: dialogs.find(account.bot, { user_id: Number(query.get('user_id')) }) }
      : own(dialogs.byChatId(Number(query.get('chat_id'))));
  if (method === 'PUT /messages') return own(dialogs.messages.get(query.get('message_id') ?? '')?.dialog);
  if (method === 'POST /answers') return own(dialogs.byCallback(query.get('callback_id') ?? '')?.dialog);
  return undefined;
}

/** The methods that send, change and show messages. */
export function messageMethods({ dialogs, files, render, now }: Parts): Record<string, Handler> {
  const ownMessage = (account: BotAccount, mid: string | null | undefined): StoredMessage | undefined => {
    const message = dialogs.messages.get(mid ?? '');
    return message?.dialog.account === account && !message.isDeleted ? message : undefined;
  };

  function edit(message: StoredMessage, body: unknown): Reply {
    const mistake = messageMistake(body);
    if (mistake) return badRequest(mistake);
    const denial = dialogMistake(message.dialog);
    if (denial) return denial;
    const isOld = !message.keyboard && now() - message.timestamp > EDITABLE_MS;
    if (!message.isFromBot || message.isDeleted || isOld) return unsuccessful('the message cannot be edited');
    const refused = apply(message, body as NewMessageBody, files);
    if (refused) return refused;
    dialogs.indexKeyboard(message);
    message.editedAt.push(performance.now());
    return ok({ success: true });
  }

  function send(request: BotRequest): Reply {
    const { account, query } = request;
    if (!query.has('user_id') && !query.has('chat_id')) return badRequest('user_id or chat_id is required');
    const given = parseJson(request.body.toString());
    const mistake = messageMistake(given);
    if (mistake) return badRequest(mistake);
    const body = given as NewMessageBody;
    if (isEmpty(body)) return badRequest('text or attachments are required');
    const dialog = dialogOfRequest('POST /messages', request, dialogs)?.dialog;
    const denial = dialogMistake(dialog);
    if (denial || !dialog) return denial ?? denied('error.dialog.notfound');
    const linked = body.link ? ownMessage(account, body.link.mid) : undefined;
    if (body.link && !linked) return badRequest('link: no such message');
    const content: Partial<StoredMessage> = {};
    if (body.link && linked) content.link = { type: body.link.type, to: linked };
    const refused = apply(content, body, files);
    return refused ?? ok({ message: render(dialogs.add(dialog, true, content)) });
  }

  function answer({ account, query, body }: BotRequest): Reply {
    const callbackId = query.get('callback_id') ?? '';
    const message = dialogs.byCallback(callbackId);
    if (message?.dialog.account !== account) return refusal(404, 'not.found', 'no such callback');
    const given = parseJson(body.toString());
    if (!isObject(given) || (given.message == null && given.notification == null))
      return badRequest('message or notification required');
    if (given.notification != null && typeof given.notification !== 'string')
      return badRequest('notification must be a string');
    const edited = given.message == null ? undefined : edit(message, given.message);
    if (edited && !isSuccess(edited)) return edited;
    if (typeof given.notification === 'string')
      message.dialog.toasts.push({ callbackId, text: given.notification, at: performance.now() });
    return ok({ success: true });
  }

  return {
    'POST /messages': send,
    'PUT /messages': ({ account, query, body }) => {
      const message = ownMessage(account, query.get('message_id'));
      return message ? edit(message, parseJson(body.toString())) : refusal(404, 'not.found', 'no such message');
    },
    'DELETE /messages': ({ account, query }) => {
      const message = ownMessage(account, query.get('message_id'));
      if (!message?.isFromBot) return unsuccessful('no such message of the bot');
      message.isDeleted = true;
      return ok({ success: true });
    },
    'POST /answers': answer,
    'GET /messages/:mid': ({ account, mid }) => {
      const message = ownMessage(account, mid);
      return message ? ok(render(message)) : refusal(404, 'not.found', 'no such message');
    },
  };
}

const isSuccess = ({ status, body }: Reply): boolean => status === 200 && isObject(body) && body.success === true;
