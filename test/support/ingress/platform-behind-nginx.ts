import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { PlatformOptions } from '../../../api/src/bootstrap/platform-options.ts';
import { createNginx } from '../../../api/src/ingress/sites/nginx.ts';
import { startTestPlatform } from '../platform/platform.ts';
import { ownPort } from '../run/own-port.ts';
import { until } from '../run/until.ts';
import { install, runNginx } from './nginx.ts';

/** A folder and ports for an nginx of the test's own, as the environment of platforms names them. */
export async function reserveNginx(t: Pick<ExecutionContext, 'teardown'>) {
  await install('nginx');
  const parent = await mkdtemp(join(tmpdir(), 'ostatok-nginx-'));
  t.teardown(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'nginx');
  const [httpPort, httpsPort] = [await ownPort(), await ownPort()];
  const env = {
    INGRESS: 'nginx',
    NGINX_DIR: folder,
    NGINX_HTTP_PORT: String(httpPort),
    NGINX_HTTPS_PORT: String(httpsPort),
  };

  /** Runs nginx once a platform has written its files. */
  async function run(): Promise<void> {
    const { serves } = createNginx({ command: 'nginx', host: '127.0.0.1', httpPort });
    let one: Awaited<ReturnType<typeof runNginx>> | undefined;
    t.teardown(() => one?.stop());
    await until(async () => {
      if (!one || one.child.exitCode !== null) one = await runNginx(folder);
      return (await serves()) !== undefined;
    }, 'nginx answers');
  }
  return { folder, httpPort, httpsPort, env, run };
}

/** A whole platform behind an nginx of its own. */
export async function startBehindNginx(
  t: Pick<ExecutionContext, 'teardown'>,
  env: Record<string, string> = {},
  options: Partial<PlatformOptions> = {},
) {
  const nginx = await reserveNginx(t);
  const platform = await startTestPlatform({ ...nginx.env, ...env }, options);
  t.teardown(platform.stop);
  await nginx.run();
  return { platform, nginx };
}
