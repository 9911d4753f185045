import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { root } from '../platform/platform.ts';
import { pathFolders, unpackPackages } from '../run/debian-packages.ts';
import { ownPort } from '../run/own-port.ts';
import { until } from '../run/until.ts';

const UNPACKED = join(root, 'node_modules/.cache/ostatok-prometheus');

export interface Prometheus {
  promtool: string;
  prometheus: string;
}

function findPrometheus(): Prometheus | undefined {
  const folders = [...pathFolders(), join(UNPACKED, 'usr/bin')];
  const [promtool, prometheus] = ['promtool', 'prometheus'].map((name) =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path)),
  );
  return promtool && prometheus ? { promtool, prometheus } : undefined;
}

async function unpackPrometheus(): Promise<Prometheus | undefined> {
  await unpackPackages(UNPACKED, ['prometheus']);
  return findPrometheus();
}

/** Debian's Prometheus; undefined where it is not and can't be unpacked. */
export const prometheus = findPrometheus() ?? (await unpackPrometheus());

/** Starts Prometheus with this file of settings and waits until it is ready; the result reads its API. */
export async function startPrometheus(t: ExecutionContext, { prometheus: program }: Prometheus, config: string) {
  const port = await ownPort();
  const data = await mkdtemp(join(tmpdir(), 'ostatok-prometheus-'));
  const child = spawn(program, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${data}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  t.teardown(async () => {
    child.kill();
    await ended;
    await rm(data, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`Prometheus has ended: ${output}`);
    return fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 'Prometheus is ready');
  // biome-ignore lint/suspicious/noExplicitAny: an answer's shape is what the test is about
  return async (path: string): Promise<any> => (await (await fetch(`${url}/api/v1/${path}`)).json()).data;
}

/** A proxy before the platform that says that it has forwarded the request, as nginx does; returns its address. */
export async function startForwarding(t: ExecutionContext, port: number): Promise<string> {
  const server = createServer((req, res) => {
    const headers = { ...req.headers, 'x-forwarded-for': '203.0.113.9' };
    const passed = request({ host: '127.0.0.1', port, path: req.url, method: req.method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    passed.on('error', () => res.destroy());
    req.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
