/** The client of the benchmarks of changes: it posts one change per request, over kept-alive connections. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { anyItem } from './bare-change.ts';
import type { Load } from './change-floors.ts';

export const CLIENTS = 8;
export const LOAD: Load = { clients: CLIENTS, seconds: 3 };

export interface Target {
  port: number;
  host: string;
  token: string;
}

function postChange(agent: Agent, { port, host, token }: Target): Promise<void> {
  const change = { id: randomUUID(), itemId: anyItem(), delta: 0.001, source: 'web' };
  const body = JSON.stringify({ changes: [change] });
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path: '/api/changes', agent, method: 'POST', headers };
    const req = request(to, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part) => {
        text += part;
      });
      res.on('end', () => (text.includes('"applied"') ? resolve() : reject(new Error(text))));
    });
    req.on('error', reject);
    req.end(body);
  });
}

/** The processor time of each process so far in milliseconds, by name. */
export type Processors = Record<string, () => Promise<number>>;

async function readAll(processors: Processors): Promise<[string, number][]> {
  return Promise.all(
    Object.entries(processors).map(async ([name, read]): Promise<[string, number]> => [name, await read()]),
  );
}

/** How many changes per second the clients get answered, and how much processor time each process uses for one. */
export async function measure(
  target: Target,
  processors: Processors = {},
): Promise<{ rate: number; cpu: Map<string, number> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const before = new Map(await readAll(processors));
  const started = performance.now();
  let applied = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() < started + LOAD.seconds * 1000; applied += 1) await postChange(agent, target);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const rate = (applied * 1000) / (performance.now() - started);
  const after = await readAll(processors);
  agent.destroy();
  return { rate, cpu: new Map(after.map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / applied])) };
}
