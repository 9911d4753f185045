import { flushCompileCache } from 'node:module';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { type Platform, startPlatform } from '../../../api/src/bootstrap/platform.ts';
import type { PlatformOptions } from '../../../api/src/bootstrap/platform-options.ts';
import { platformEnvSchema } from '../../../api/src/config.ts';
import { prepareContainers } from '../../../api/src/hosting/containers/prepare.ts';
import { quickPasswords } from '../account/quick-passwords.ts';
import { root } from './platform.ts';

/** Runs a platform in the process that `platform-process.ts` has forked, configured by its environment. */
export async function runPlatform(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  const config = loadConfig(platformEnvSchema, process.env);
  const { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, OSTATOK_HOME: home } = config;
  if (!databaseUrl || !secretKey) throw new Error('the test gives DATABASE_URL and SECRET_KEY');
  const log = createLog('platform', process.env.LOG_LEVEL ?? 'silent');
  const lifecycle = createLifecycle(log);
  lifecycle.handleSignals();
  const alone = process.env.OSTATOK_TEST_ALONE !== '0';
  const containers = await prepareContainers(config, home);
  const own = { config, containers, databaseUrl, secretKey, home, root, log, lifecycle, alone };
  const patient = { longestAnswerMs: 120_000, longestWakeMs: 120_000 };
  return startPlatform({ ...own, passwords: quickPasswords(), ...patient, ...options });
}

/** Dies by SIGKILL, which cannot be handled. */
export const die = (): void => void process.kill(process.pid, 'SIGKILL');

/**
 * Sends the message that `startProcess` waits for. The compile cache is written now, since the process may be killed.
 */
export function announceReady({ port }: Platform): void {
  flushCompileCache();
  process.send?.({ port });
}
