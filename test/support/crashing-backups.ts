/**
 * A platform in a process of its own, for tests that kill it: `KILL_AT` is `backup` (half of the file is written),
 * `before-switch` or `after-switch` (of a restore).
 */
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
const die = (): void => void process.kill(process.pid, 'SIGKILL');
const { upkeep, venues } = platform;
const { KILL_AT } = process.env;
if (KILL_AT === 'backup') {
  const write = upkeep.backups.files.write.bind(upkeep.backups.files);
  upkeep.backups.files.write = (frames, about) => {
    async function* half(): AsyncGenerator<Buffer> {
      let bytes = 0;
      for await (const frame of frames) {
        bytes += frame.length;
        if (bytes > 5000) die();
        yield frame;
      }
    }
    return write(half(), about);
  };
}
if (KILL_AT === 'before-switch') {
  venues.runtime.whileStopped = async () => {
    die();
    return new Promise(() => undefined);
  };
}
if (KILL_AT === 'after-switch') {
  venues.runtime.wakeIfActive = async () => {
    die();
    return undefined;
  };
}
process.send?.({ port: platform.port });
