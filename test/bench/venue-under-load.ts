/** A venue's process that reads a large file while two people count. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const SECRET = 'bench-internal-secret-bench-internal-secret';
const root = join(import.meta.dirname, '../..');
/** The program that hosting starts, if it is built. */
const bundle = join(root, 'tenant-runtime/dist/main.mjs');
const program = existsSync(bundle) ? bundle : join(root, 'tenant-runtime/src/main.ts');

export async function startTenant(databaseUrl: string) {
  const child = fork(program, [], {
    execArgv: ['--max-semi-space-size=1'],
    env: {
      NODE_ENV: 'production',
      TENANT_ID: 'bench',
      VENUE_NAME: 'Замер',
      DATABASE_URL: databaseUrl,
      INTERNAL_SECRET: SECRET,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { pid: child.pid as number, url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

export async function call<T>(url: string, token: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

export const residentMb = async (pid: number | string): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

/** The most memory that the tenant and its child processes use above what the tenant used before. */
export function watchMemory(pid: number, restMb: number) {
  let peak = 0;
  let watching = true;
  const done = (async () => {
    while (watching) {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
      const all = await Promise.all([pid, ...children.trim().split(' ').filter(Boolean)].map(residentMb));
      peak = Math.max(peak, all.reduce((sum, mb) => sum + mb, 0) - restMb);
      await setTimeout(20);
    }
  })();
  return async (): Promise<number> => {
    watching = false;
    await done;
    return peak;
  };
}

/** Two users count items without a pause until stopped; returns how long each change took. */
export function countMeanwhile(url: string, token: string, itemIds: number[]) {
  const times: number[] = [];
  let counting = true;
  const person = async (): Promise<void> => {
    for (let turn = 0; counting; turn += 1) {
      const itemId = itemIds[turn % itemIds.length];
      const startedAt = performance.now();
      await call(`${url}/api/changes`, token, {
        changes: [{ id: crypto.randomUUID(), itemId, delta: 0.1, source: 'web' }],
      });
      times.push(performance.now() - startedAt);
      await setTimeout(10);
    }
  };
  const people = Promise.all([person(), person()]);
  return async (): Promise<number[]> => {
    counting = false;
    await people;
    return times.sort((a, b) => a - b);
  };
}

export async function signIn(url: string): Promise<{ token: string; itemIds: number[] }> {
  await call(`${url}/internal/admin`, SECRET, { username: 'boss', password: 'bench-password' });
  const credentials = { username: 'boss', password: 'bench-password' };
  const { token } = await call<{ token: string }>(`${url}/api/auth/login`, '', credentials);
  const itemIds: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const made = await call<{ item: { id: number } }>(`${url}/api/items`, token, { name: `Позиция ${i}`, unit: 'л' });
    itemIds.push(made.item.id);
  }
  return { token, itemIds };
}
