import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KEEP_ALIVE_MS } from '@ostatok/kit/node/http.ts';
import type { ExecutionContext } from 'ava';

export interface Button {
  text: string;
  callback_data: string;
}

/** One call of the bot, as received. */
export interface ApiCall {
  method: string;
  chat_id?: number;
  message_id?: number;
  text?: string;
  file_id?: string;
  show_alert?: boolean;
  reply_markup?: { inline_keyboard: Button[][]; force_reply?: true };
  /** The result that was returned. */
  result?: { message_id?: number };
}

interface Fault {
  method: string;
  status: number;
  description: string;
  retryAfter?: number;
  /** How many calls of the method succeed before the fault. */
  skip?: number;
}

async function filesIn(body: Buffer<ArrayBuffer>, type: string): Promise<Buffer[]> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const found = [...form.values()].filter((value) => typeof value !== 'string');
  return Promise.all(found.map(async (file) => Buffer.from(await file.arrayBuffer())));
}

/** A Bot API over real HTTP that records its calls; each fault is returned once, in order. */
export async function startBotApi(t: ExecutionContext) {
  const calls: ApiCall[] = [];
  const faults: Fault[] = [];
  /** What each request carried, those for files too. */
  const headers: IncomingHttpHeaders[] = [];
  /** Files that users sent, by their id. */
  const files = new Map<string, Buffer>();
  /** Files that the bot sent. */
  const uploads: Buffer[] = [];
  let messageId = 1000;

  function answer(call: ApiCall): { status: number; body: object } {
    const index = faults.findIndex(({ method }) => method === call.method);
    const next = faults[index];
    const [fault] = next && !next.skip ? faults.splice(index, 1) : [];
    if (next?.skip) next.skip -= 1;
    if (fault) {
      const parameters = fault.retryAfter ? { parameters: { retry_after: fault.retryAfter } } : {};
      const body = { ok: false, error_code: fault.status, description: fault.description, ...parameters };
      return { status: fault.status, body };
    }
    if (call.file_id)
      return { status: 200, body: { ok: true, result: { file_id: call.file_id, file_path: call.file_id } } };
    messageId += 1;
    const message = { message_id: messageId, date: 0, chat: { id: call.chat_id, type: 'private' }, text: call.text };
    return { status: 200, body: { ok: true, result: call.method === 'answerCallbackQuery' ? true : message } };
  }

  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async (req, res) => {
    headers.push(req.headers);
    const file = files.get(req.url?.split('/').at(-1) ?? '');
    if (req.method === 'GET') {
      res.writeHead(file ? 200 : 404).end(file);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const isJson = req.headers['content-type']?.includes('json');
    if (!isJson) uploads.push(...(await filesIn(body, req.headers['content-type'] ?? '')));
    const call = {
      method: req.url?.split('/').at(-1) ?? '',
      ...(isJson ? JSON.parse(body.toString()) : {}),
    } as ApiCall;
    calls.push(call);
    const { status, body: said } = answer(call);
    Object.assign(call, 'result' in said ? { result: said.result } : {});
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    apiRoot: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    faults,
    headers,
    files,
    uploads,
  };
}
