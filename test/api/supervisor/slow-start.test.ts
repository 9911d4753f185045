import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import type { Launcher } from '../../../api/src/hosting/launcher.ts';
import { ownLauncher } from '../../../api/src/hosting/own-launcher.ts';
import { callVenue, newBot, newOwner, newVenue, root, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

const KEY = 'a secret key that two platforms share';

/** Starts tenants; while it is held, no started tenant reports that it listens. */
function createSlowLauncher(home: string) {
  const own = ownLauncher(home, root);
  let opened = Promise.resolve();
  const launch: Launcher['launch'] = (spec, write) => {
    const venue = own.launch(spec, write);
    const ended = venue.ended.then((reason) => Promise.reject(new Error(reason)));
    const listening = Promise.race([opened.then(() => venue.listening), ended]);
    listening.catch(() => undefined);
    return { ...venue, listening };
  };
  return {
    launcher: { ...own, launch },
    holdNext: (): void => {
      opened = new Promise(() => undefined);
    },
    letNext: (): void => {
      opened = Promise.resolve();
    },
  };
}

async function slowPlatform(t: ExecutionContext) {
  const home = await mkdtemp(join(tmpdir(), 'ostatok-home-'));
  await chmod(home, 0o755);
  const slow = createSlowLauncher(home);
  const lifecycle = createLifecycle(createLog('test', 'silent'));
  const platform = await startTestPlatform({}, { home, lifecycle, secretKey: KEY, launcher: slow.launcher });
  t.teardown(async () => {
    await lifecycle.stop();
    await platform.stop();
    await rm(home, { recursive: true, force: true });
  });
  return { platform, slow, lifecycle, home };
}

test('a venue that is told to begin anew while it is still starting does, whoever tells it', async (t) => {
  const { platform, slow } = await slowPlatform(t);
  const { runtime } = platform.venues;
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const acts: Record<string, () => Promise<unknown>> = {
    restart: async () => t.is((await owner.call('POST', `/api/provision/tenant/${venue.id}/restart`)).status, 200),
    'new limits': () => runtime.renew(venue.id),
    update: async () => {
      const row = await platform.db('tenants').where({ id: venue.id }).first();
      await runtime.wakeRenewed({ ...row, version: 'of before' });
    },
  };

  for (const [name, act] of Object.entries(acts)) {
    await runtime.stop(venue.id);
    slow.holdNext();
    const asked = venue.call('GET', '/api/items');
    await until(async () => (await runtime.state(venue.id)) === 'starting', 'it is starting');
    slow.letNext();
    await t.notThrowsAsync(act(), name);
    t.is((await venue.call('GET', '/api/items')).status, 200, name);
    const { status, body } = await asked;
    t.true(status === 200 || /^Заведение /.test(body.error), JSON.stringify(body));
  }
});

test('a venue whose making the end of the platform cuts short is made by the next one', async (t) => {
  const { platform, slow, lifecycle, home } = await slowPlatform(t);
  const owner = await newOwner(platform);
  const bot = await newBot(platform);
  slow.holdNext();
  const subdomain = `v-${bot.id}`;
  const order = { subdomain, botToken: bot.token, adminUsername: 'boss' };
  const { body } = await owner.call('POST', '/api/provision/create', order, { prefer: 'respond-async' });
  const id: string = body.tenant.tenant_id;
  await until(async () => (await platform.venues.runtime.state(id)) === 'starting', 'it is starting');

  await lifecycle.stop();
  const again = createLifecycle(createLog('test', 'silent'));
  t.teardown(() => again.stop());
  const { databaseUrl } = platform;
  const next = await startTestPlatform({}, { databaseUrl, home, secretKey: KEY, lifecycle: again });

  const provision = () => next.db('provisions').where({ tenant_id: id }).first('status', 'error');
  await until(async () => (await provision()).status !== 'running', 'it is made');
  t.like(await provision(), { status: 'done', error: null });
  const signedIn = await callVenue(next, subdomain, 'POST', '/api/auth/login', { body: body.adminCredentials });
  t.is(signedIn.status, 200);
});
