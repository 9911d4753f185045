/**
 * A platform in a process of its own, for tests that kill it. `CRASH_AT=moment:step` makes it kill itself there;
 * `REVOKE=1` renews the bot's token just before the last step, which then fails.
 */
import { die, runPlatform, tellReady } from './run-platform.ts';

const { CRASH_AT, REVOKE } = process.env;
const platform = await runPlatform({
  onQuarantine(moment) {
    if (CRASH_AT === `quarantine:${moment}`) die();
  },
  async onStep(moment, step) {
    if (REVOKE && moment === 'started' && step === 'bot') {
      const bot = await platform.db('tenants').first('bot_id');
      await platform.sandbox?.chat.renewToken(bot.bot_id);
    }
    if (CRASH_AT === `${moment}:${step}`) die();
  },
});
platform.db.on('query', ({ sql }: { sql: string }) => {
  if (CRASH_AT === 'check:database' && sql.startsWith('create database check_')) die();
});
tellReady(platform);
