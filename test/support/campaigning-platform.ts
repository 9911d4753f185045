/** A platform in a process of its own whose mail server is real, for tests and measurements that kill it. */
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { platformEnvSchema } from '../../api/src/config.ts';
import { startPlatform } from '../../api/src/platform.ts';
import { root } from './platform.ts';

const config = loadConfig(platformEnvSchema, process.env);
const { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey } = config;
if (!databaseUrl || !secretKey) throw new Error('the test gives DATABASE_URL and SECRET_KEY');
const log = createLog('platform', process.env.LOG_LEVEL ?? 'silent');
const lifecycle = createLifecycle(log);
lifecycle.handleSignals();
const platform = await startPlatform({
  config,
  databaseUrl,
  secretKey,
  home: config.OSTATOK_HOME,
  root,
  log,
  lifecycle,
  alone: true,
});
process.send?.({ port: platform.port });
