/**
 * A platform in a process of its own, for tests that kill it. `CRASH_AT=moment:step` makes it kill itself there, with
 * the signal nothing can soften; `REVOKE=1` renews the bot's token just before the last step, which then fails.
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
  onQuarantine(moment) {
    if (process.env.CRASH_AT === `quarantine:${moment}`) process.kill(process.pid, 'SIGKILL');
  },
  async onStep(moment, step) {
    if (process.env.REVOKE && moment === 'started' && step === 'bot') {
      const bot = await platform.db('tenants').first('bot_id');
      await platform.sandbox?.chat.renewToken(bot.bot_id);
    }
    if (process.env.CRASH_AT === `${moment}:${step}`) process.kill(process.pid, 'SIGKILL');
  },
});
process.send?.({ port: platform.port });
