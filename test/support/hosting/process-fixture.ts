import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '@ostatok/kit/node/log.ts';
import { findTools } from '../../../api/src/hosting/confinement.ts';
import type { Host, TenantSpec } from '../../../api/src/hosting/host.ts';
import { createLauncher } from '../../../api/src/hosting/launcher.ts';
import { createProcessHost } from '../../../api/src/hosting/process-host.ts';
import { releaseOf } from '../../../api/src/hosting/release.ts';
import { uidBaseOf } from '../../../api/src/hosting/users.ts';

/** A tenant's program as far as a host can see: it listens, reports its port, and does what requests ask. */
export const program = `
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
if (!process.env.TENANT_ID) process.exit(2);
const attempt = (act) => { try { return act(); } catch (error) { return error.code; } };
const answers = {
  '/env': () => process.env,
  '/secrets': () => JSON.parse(readFileSync(0, 'utf8')),
  '/who': () => ({ uid: process.getuid?.(), pid: process.pid }),
  '/read': (path) => attempt(() => readFileSync(path, 'utf8')),
  '/write': (path) => attempt(() => writeFileSync(path, 'x')) ?? 'written',
  '/healthz': () => { if (process.env.SICK) throw new Error('sick'); },
  '/die': () => process.exit(3),
  '/end': () => process.exit(0),
  '/spawn': () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }).pid,
};
const server = createServer((req, res) => {
  const { pathname, searchParams } = new URL(req.url, 'http://x');
  res.end(JSON.stringify(answers[pathname](searchParams.get('path')) ?? null));
});
for (const code of (process.env.WARN ?? '').split(',').filter(Boolean)) process.emitWarning('old ' + code, 'DeprecationWarning', code);
if (process.env.BROKEN) throw new Error('broken on purpose');
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => { if (!process.env.STUBBORN) process.exit(0); });
server.listen(process.env.PORT ?? 0, process.env.HOST ?? '127.0.0.1', () => { console.log('ready'); process.send?.(null); process.send?.({ type: 'listening', port: process.env.CLAIM ?? server.address().port }); });
`;

/** The tenant of the fixtures. */
export const specOf = (release: string, extra: Record<string, string> = {}): TenantSpec => ({
  id: 'tenant1',
  number: 7,
  hosting: 'process',
  release,
  env: { TENANT_ID: 'tenant1', ...extra },
  secrets: { BOT_TOKEN: 'its own' },
  limits: { memoryMb: 512, tasks: 64, cpuPercent: 100 },
});

export interface HostFixture {
  host: Host;
  home: string;
  moves: (string | null)[];
  spec: (extra?: Record<string, string>) => TenantSpec;
  /** The host of a platform that is started after this one. */
  again: () => Host;
}

/** Gives a host of processes to the test, and ends it and what it has started afterwards. */
export async function withProcessHost(
  use: (fixture: HostFixture) => Promise<void>,
  address = '127.0.0.1',
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-host-'));
  await chmod(folder, 0o755);
  const bundle = join(folder, 'main.mjs');
  await writeFile(bundle, program);
  const moves: (string | null)[] = [];
  const home = join(folder, 'home');
  await mkdir(home);
  const uidBase = uidBaseOf(home);
  const runtime = { bundle, readable: [bundle] };
  const service = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const options = {
    home,
    address,
    built: folder,
    packages: join(folder, 'node_modules'),
    launcher: createLauncher({ home, runtime, uidBase, service, tools: findTools() }),
    log: createLog('host', 'silent'),
    onMoved: (_id: string, endpoint: string | null) => moves.push(endpoint),
  };
  const host = createProcessHost(options);
  try {
    await use({
      again: () => createProcessHost(options),
      host,
      home,
      moves,
      spec: (extra) => specOf(releaseOf(folder), extra),
    });
  } finally {
    await host.detach();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function ask<T>(endpoint: string, path: string): Promise<T> {
  return (await fetch(endpoint + path)).json() as Promise<T>;
}
