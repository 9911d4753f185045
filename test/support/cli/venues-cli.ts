import anyTest, { type TestFn } from 'ava';
import { watchRoutes } from '../http/routes.ts';
import type { MaxBot } from '../max/dialogs.ts';
import { startMaxServer } from '../max/max-server.ts';
import type { MaxServer } from '../max/server-types.ts';
import { newOwner, newVenue, startTestPlatform, type TestPlatform, type TestVenue } from '../platform/platform.ts';
import { signedInCli, type Ways, waysOf } from './cli.ts';
import { watchCommands } from './cli-routes.ts';

export const routes = watchRoutes();
export const commands = watchCommands();
interface World {
  max: MaxServer;
  /** The bot in MAX that venues share. */
  shared: MaxBot;
  platform: TestPlatform;
  ways: Ways;
  venue: TestVenue;
  other: TestVenue;
}
export const test = anyTest as TestFn<World>;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpVenuesCli(): void {
  test.before(async (t) => {
    const max = await startMaxServer();
    const shared = max.bot();
    const platform = await startTestPlatform({ MAX_API_ROOT: max.url, MAX_BOT_TOKEN: shared.token });
    const owner = await newOwner(platform);
    const [venue, other] = await Promise.all([newVenue(platform, owner), newVenue(platform, owner)]);
    t.context = { max, shared, platform, venue, other, ways: waysOf(await signedInCli(platform, 'admin')) };
  });
  test.after.always(async ({ context }) => {
    await context.platform?.stop();
    await context.max?.close();
  });
}
