/**
 * A platform in a process of its own, for tests that kill it. `CRASH_AT` or a later message sets where: `crashAt` is
 * the `moment:step` at which it kills itself; with `revoke` the bot's token is renewed just before the last step, which
 * then fails.
 */
import { announceReady, die, runPlatform } from './run-platform.ts';

export interface Fate {
  crashAt?: string;
  revoke?: boolean;
}

const fate: Fate = { crashAt: process.env.CRASH_AT };
process.on('message', (told: Fate) => void Object.assign(fate, told));
const platform = await runPlatform({
  onQuarantine(moment) {
    if (fate.crashAt === `quarantine:${moment}`) die();
  },
  async onStep(moment, step) {
    if (fate.revoke && moment === 'started' && step === 'bot') {
      const bot = await platform.db('tenants').orderBy('number', 'desc').first('bot_id');
      await platform.sandbox?.chat.renewToken(bot.bot_id);
    }
    if (fate.crashAt === `${moment}:${step}`) die();
  },
});
platform.db.on('query', ({ sql }: { sql: string }) => {
  if (fate.crashAt === 'check:database' && sql.startsWith('create database check_')) die();
});
announceReady(platform);
