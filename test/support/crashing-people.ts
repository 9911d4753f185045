/**
 * A platform in a process of its own that kills itself, with the signal nothing can soften, in the middle of deleting
 * the account `DELETE_USER`, or of purging a venue: when the venue's process (`CRASH_AT=stop`) or its files (`forget`)
 * are to go.
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
let ahead = 0;

const platform = await startPlatform({
  config,
  databaseUrl,
  secretKey,
  home: config.OSTATOK_HOME,
  root,
  log,
  lifecycle: createLifecycle(log),
  alone: true,
  now: () => new Date(Date.now() + ahead),
});
const { runtime } = platform.venues;
const die = async (): Promise<void> => void process.kill(process.pid, 'SIGKILL');
if (process.env.CRASH_AT === 'stop') runtime.stop = die;
else runtime.forget = die;
// only now: what is done at the start would purge and live
ahead = Number(process.env.AHEAD_MS ?? 0);
if (process.env.DELETE_USER) await platform.people.deletion.delete(Number(process.env.DELETE_USER));
else await platform.people.retention.purgeVenues();
throw new Error('it should have died');
