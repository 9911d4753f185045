import anyTest, { type TestFn } from 'ava';
import { watchRoutes } from '../http/routes.ts';
import { newOwner, newVenue, startTestPlatform, type TestPlatform, type TestVenue } from '../platform/platform.ts';
import { type Cli, signedInCli, type Ways, waysOf } from './cli.ts';
import { watchCommands } from './cli-routes.ts';

export const routes = watchRoutes();
export const commands = watchCommands();
export const test = anyTest as TestFn<{
  platform: TestPlatform;
  cli: Cli;
  ways: Ways;
  /** A folder for files. */
  folder: string;
  email: string;
  venue: TestVenue;
}>;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpCatalogueCli(): void {
  test.before(async (t) => {
    const platform = await startTestPlatform();
    const cli = await signedInCli(platform, 'admin');
    const venue = await newVenue(platform, await newOwner(platform));
    await platform.db('users').update({ email_verified: true });
    t.context = { platform, venue, cli, folder: cli.config, email: cli.email, ways: waysOf(cli) };
  });
  test.after.always((t) => t.context.platform.stop());
}

export const JAMESON = '5011007003029';
export const UPC = '080432400432';
