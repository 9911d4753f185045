import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Launcher } from '../../../api/src/hosting/launcher.ts';
import { ownLauncher } from '../../../api/src/hosting/own-launcher.ts';
import { newOwner, newVenue, root, startTestPlatform } from '../../support/platform/platform.ts';

/** Returns the file of further authorities that a new venue's process is given. */
async function authoritiesOf(t: ExecutionContext, env: Record<string, string>): Promise<string | undefined> {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  const own = ownLauncher(home, root);
  const given: (string | undefined)[] = [];
  const launch: Launcher['launch'] = (spec, write) => {
    given.push(spec.env.NODE_EXTRA_CA_CERTS);
    return own.launch(spec, write);
  };
  const platform = await startTestPlatform(env, { home, launcher: { ...own, launch } });
  t.teardown(async () => {
    await platform.stop();
    await rm(home, { recursive: true, force: true });
  });
  const venue = await newVenue(platform, await newOwner(platform));
  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.is(given.length, 1);
  return given[0];
}

test('a venue trusts the authorities that the platform trusts: a relay to Telegram may have a certificate of one', async (t) => {
  t.is(await authoritiesOf(t, { NODE_EXTRA_CA_CERTS: 'own-authority.pem' }), resolve('own-authority.pem'));
});

test('a venue is told of no further authorities where there are none', async (t) => {
  t.is(await authoritiesOf(t, {}), undefined);
});
