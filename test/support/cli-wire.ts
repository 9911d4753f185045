import { mkdtemp } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Config } from '@oclif/core';
import { root } from './platform.ts';

export interface Asked {
  /** `POST /api/admin/backups {"all":true}`: a body only where it is JSON with something in it. */
  line: string;
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
}
export type Reply = (asked: Asked, res: ServerResponse) => void;

export const sendJson =
  (body: object, status = 200): Reply =>
  (_asked, res) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Something at an address that answers as it is told and notes what it was asked. */
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
 * Commands with `--json` in this process, one after another: a process for each of a hundred would take a minute.
 * Whatever else a command writes to stdout spoils its JSON.
 */
export async function cliInside(wire: Wire) {
  process.env.OSTATOK_URL = wire.url;
  process.env.OSTATOK_TOKEN = 'token';
  process.env.OSTATOK_CONFIG_DIR = await mkdtemp(join(tmpdir(), 'ostatok-cli-'));
  const config = await Config.load({ root: join(root, 'cli'), ignoreManifest: true });

  async function run(typed: string) {
    const words = typed.split(' ');
    const length = words.findLastIndex((_, index) => config.findCommand(words.slice(0, index + 1).join(':'))) + 1;
    const written: string[] = [];
    const write = process.stdout.write;
    process.stdout.write = (chunk: string | Uint8Array) => Boolean(written.push(String(chunk)));
    wire.asked.length = 0;
    process.exitCode = 0;
    try {
      await config.runCommand(words.slice(0, length).join(':'), [...words.slice(length), '--json']);
      const code = Number(process.exitCode);
      return { code, json: JSON.parse(written.join('')), asked: [...wire.asked] };
    } finally {
      process.exitCode = 0;
      process.stdout.write = write;
    }
  }
  return { run, commands: config.commands };
}
