import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { env, install } from '../support/ingress/nginx.ts';
import { ownPort } from '../support/run/own-port.ts';

/** As systemd does with `RestartSec=1`. */
const RESTART_MS = 1_000;

function killGroup(child: ChildProcess | undefined, signal: NodeJS.Signals): void {
  try {
    if (child?.pid) process.kill(-child.pid, signal);
  } catch {
    // it has ended by itself
  }
}

/** nginx on the files that the platform writes into its folder, as the platform's own user, started again whenever it ends. */
export async function startKeptNginx(home: string) {
  await install('nginx');
  const folder = join(home, 'nginx');
  const [port, httpsPort] = [await ownPort(), await ownPort()];
  let isOver = false;
  let child: ChildProcess | undefined;

  const keeping = (async () => {
    while (!isOver) {
      await sleep(RESTART_MS);
      if (isOver || !existsSync(join(folder, 'nginx.conf'))) continue;
      const { uid, gid } = statSync(folder);
      const words = ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
      child = spawn('nginx', words, { env, uid, gid, cwd: '/', detached: true, stdio: 'ignore' });
      await once(child, 'exit');
    }
  })();

  return {
    port,
    env: {
      INGRESS: 'nginx',
      NGINX_HTTP_PORT: String(port),
      NGINX_HTTPS_PORT: String(httpsPort),
      ALLOWED_HOSTS: '127.0.0.1',
    },
    kill: (): void => killGroup(child, 'SIGKILL'),
    async stop(): Promise<void> {
      isOver = true;
      killGroup(child, 'SIGTERM');
      await keeping;
    },
  };
}
export type KeptNginx = Awaited<ReturnType<typeof startKeptNginx>>;
