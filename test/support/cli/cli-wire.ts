import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareFake, endpointOf } from '../http/answers.ts';
import { exampleOf } from '../http/samples.ts';
import { commandsInside, runInside } from './cli-inside.ts';

export interface Asked {
  /**
   * The request, such as `POST /api/admin/backups {"all":true}`; the body is included only when it is non-empty JSON.
   */
  line: string;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
}
export type Reply = (asked: Asked, res: ServerResponse) => void;

export const sendJson =
  (body: object, status = 200): Reply =>
  (asked, res) => {
    compareFake(asked.method, pathOf(asked), status, body);
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const pathOf = ({ path }: Asked): string => new URL(path, 'http://wire').pathname;

/**
 * Answers every call as its endpoint is described, with what `pool` has for its fields. A call that no endpoint
 * describes gets the whole pool, with what its path names in front, as the rows of a list are.
 */
export const sendFrom =
  (pool: object): Reply =>
  (asked, res) => {
    const endpoint = endpointOf(asked.method, pathOf(asked))?.endpoint;
    if (!endpoint || endpoint.content !== undefined) {
      const named = pathOf(asked).split('/').at(-1) ?? '';
      return sendJson({ [named]: (pool as Record<string, unknown>)[named], ...pool })(asked, res);
    }
    const { answer, list, status } = endpoint;
    const pagination = list && { pagination: { total: 1, page: 1, pages: 1 } };
    const fields = answer && (exampleOf(answer, pool) as object);
    sendJson({ success: true, ...fields, ...pagination }, status)(asked, res);
  };

/** An HTTP server that sends the given reply and records its requests. */
export async function startWire(reply: Reply) {
  const asked: Asked[] = [];
  const wire = { url: '', asked, reply, stop: async () => void server.close().closeAllConnections() };
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const { method = '', url: path = '', headers } = req;
    const hasJson = headers['content-type'] === 'application/json' && body !== '{}';
    const one = { line: `${method} ${path}${hasJson ? ` ${body}` : ''}`, method, path, headers };
    asked.push(one);
    wire.reply(one, res);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  wire.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return wire;
}
export type Wire = Awaited<ReturnType<typeof startWire>>;

/**
 * Runs commands with `--json` against the server. Anything else that a command writes to stdout would break its JSON.
 */
export async function cliInside(wire: Wire) {
  const OSTATOK_CONFIG_DIR = await mkdtemp(join(tmpdir(), 'ostatok-cli-'));
  const env = { OSTATOK_URL: wire.url, OSTATOK_TOKEN: 'token', OSTATOK_CONFIG_DIR };

  async function run(typed: string) {
    wire.asked.length = 0;
    const { code, stdout } = await runInside([...typed.split(' '), '--json'], env);
    return { code, json: JSON.parse(stdout), asked: [...wire.asked] };
  }
  /** What a command says to a person, in one line. */
  const messagesOf = async (typed: string): Promise<string> =>
    (await runInside(typed.split(' '), env)).stderr.replaceAll(/\s+/g, ' ');

  return { run, messagesOf, commands: (await commandsInside()).commands };
}
