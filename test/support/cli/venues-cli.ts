import anyTest, { type TestFn } from 'ava';
import { watchRoutes } from '../http/routes.ts';
import { newOwner, newVenue, startTestPlatform, type TestPlatform, type TestVenue } from '../platform/platform.ts';
import { signedInCli, type Ways, waysOf } from './cli.ts';
import { watchCommands } from './cli-routes.ts';

export const routes = watchRoutes();
export const commands = watchCommands();
export const test = anyTest as TestFn<{ platform: TestPlatform; ways: Ways; venue: TestVenue; other: TestVenue }>;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpVenuesCli(): void {
  test.before(async (t) => {
    const platform = await startTestPlatform();
    const owner = await newOwner(platform);
    const [venue, other] = await Promise.all([newVenue(platform, owner), newVenue(platform, owner)]);
    t.context = { platform, venue, other, ways: waysOf(await signedInCli(platform, 'admin')) };
  });
  test.after.always((t) => t.context.platform.stop());
}
