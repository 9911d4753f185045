import { rm } from 'node:fs/promises';
import type { Hosting } from '@ostatok/api/contract/hosting.ts';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { LABEL } from '../../api/src/hosting/containers/engine.ts';
import { prepareContainers } from '../../api/src/hosting/containers/prepare.ts';
import { imageOf } from '../../api/src/hosting/containers/tenant-image.ts';
import { removeContainers } from '../support/containers/containers-ground.ts';
import { containerOf } from '../support/containers/containers-of.ts';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { createFleet, type Fleet } from '../support/hosting/fleet.ts';
import { makeImage } from '../support/hosting/made-releases.ts';
import { call, callVenue, startTestPlatform, type TestPlatform, type TestVenue } from '../support/platform/platform.ts';
import { newHome, start, untilIntroduced } from '../support/platform/started-platform.ts';
import { statusOf } from '../support/run/processes.ts';
import { until } from '../support/run/until.ts';

const onEngine = mayHaveEngine() ? test.serial : test.serial.skip;

let engine: TestEngine | undefined;
let platform: TestPlatform;
let fleet: Fleet;
test.before(async () => {
  engine = await startEngine();
  if (!engine) return;
  const settings = { HOSTING: 'docker', HOSTING_BEFORE: 'process', DOCKER_HOST: engine.address };
  platform = await startTestPlatform({ ...settings, TENANT_IDLE_MINUTES: '0' });
  fleet = await createFleet(platform);
});
test.after.always(async () => {
  await platform?.stop();
  await engine?.stop();
});
test.afterEach.always(() => fleet?.removeAll());

async function moveTo(hosting: Hosting, venue?: TestVenue) {
  const path = venue ? `tenants/${venue.id}/move` : 'move-all-tenants';
  const { body } = await fleet.admin.call('POST', `/api/admin/${path}`, { hosting });
  const { body: list } = await fleet.admin.call('GET', `/api/admin/operations/${body.operation.id}/items`);
  return { operation: body.operation, items: list.items };
}

const hasContainer = (venue: TestVenue): Promise<boolean> =>
  containerOf(platform, venue)
    .inspect()
    .then(
      () => true,
      () => false,
    );

const hostingOf = async ({ id }: TestVenue): Promise<Hosting> =>
  (await platform.db('tenants').where({ id }).first()).hosting;

onEngine('venues move between containers and processes, and back, while they are written to', async (t) => {
  const venues = await fleet.newVenues(2);
  const [first, second] = venues as [TestVenue, TestVenue];
  t.deepEqual(await Promise.all(venues.map(hasContainer)), [true, true], 'new ones are containers');
  const stopWriting = await fleet.writeTo(venues);

  const away = await moveTo('process');
  t.deepEqual(await Promise.all(venues.map(hostingOf)), ['process', 'process']);
  t.deepEqual(await Promise.all(venues.map(hasContainer)), [false, false], 'nothing of them is left there');
  const back = await moveTo('docker', first);

  const written = await stopWriting();
  t.like(away.operation, { status: 'done', done: 2, failed: 0 });
  t.like(back.operation, { status: 'done', done: 1, failed: 0 });
  t.regex(away.operation.message, /^Перенесено заведений: 2\. На прежнем месте никого не осталось$/);
  t.regex(back.operation.message, /Осталось на прежнем месте: 1$/);
  t.is(back.items[0].message, 'Перенесено без остановки');
  t.deepEqual(written.refused, []);
  t.deepEqual(written.found, written.expected);
  t.deepEqual(await Promise.all(venues.map(hasContainer)), [true, false]);
  const listed = (await platform.venues.host.list()).map(({ id, state }) => [id, state]);
  t.deepEqual(
    listed.sort(),
    [
      [first.id, 'running'],
      [second.id, 'running'],
    ].sort(),
    'each is there once',
  );
});

onEngine('while the engine is away, venues that are processes wake and sleep all the same', async (t) => {
  if (!engine) return t.fail('no container engine');
  const [process, container] = (await fleet.newVenues(2)) as [TestVenue, TestVenue];
  await moveTo('process', process);

  await engine.whileAway(async () => {
    await platform.venues.runtime.stop(process.id);
    t.is(await platform.venues.runtime.state(process.id), 'asleep');
    t.is((await process.call('GET', '/api/items')).status, 200);
  });

  const answers = async (): Promise<boolean> => (await container.call('GET', '/api/items')).status === 200;
  await until(answers, 'the other is back');
});

onEngine('a venue that sleeps is tried on the other host and wakes there', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
  await platform.venues.runtime.stop(venue.id);

  const { items } = await moveTo('process', venue);

  t.is(items[0].message, 'Спит: проверено, проснётся на новом месте');
  t.is(await platform.venues.runtime.state(venue.id), 'asleep');
  t.false(await hasContainer(venue));
  t.is((await venue.call('GET', '/api/items?limit=1')).body.pagination.total, 1);
  t.false(await hasContainer(venue));
  t.is((await moveTo('process', venue)).items[0].message, 'Уже там');
});

onEngine('a venue that does not work on the other host stays where it is', async (t) => {
  if (!platform.containers) return t.fail('no container engine');
  const { docker } = platform.containers.engine;
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  await moveTo('process', venue);
  const stopWriting = await fleet.writeTo([venue]);
  // somebody has given the image of the present release another program
  const present = imageOf(platform.containers.engine, await platform.venues.releases.present());
  const [repo, tag] = present.split(':') as [string, string];
  const good = (await docker.getImage(present).inspect()).Id;
  const bad = imageOf(platform.containers.engine, await makeImage(platform, 'answers only errors'));
  await docker.getImage(bad).tag({ repo, tag });

  const { operation, items } = await moveTo('docker', venue);

  await docker.getImage(good).tag({ repo, tag });
  const written = await stopWriting();
  t.like(operation, { status: 'failed', failed: 1 });
  t.regex(items[0].message, /^На новом месте не заработало: .+\. Заведение осталось на прежнем$/);
  t.deepEqual(written.refused, []);
  t.deepEqual(written.found, written.expected);
  t.is(await hostingOf(venue), 'process');
  t.false(await hasContainer(venue));
});

onEngine(
  'an installation that root starts moves its venues into containers and back, and nobody notices',
  async (t) => {
    if (!engine) return t.fail('no container engine');
    const { home, port, env } = await newHome();
    const account = { email: 'admin@bar.example', password: 'a password for the administrator' };
    const settings = {
      ...env,
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: account.password,
      DOCKER_HOST: engine.address,
    };
    const containers = await prepareContainers(loadConfig(platformEnvSchema, { ...settings, HOSTING: 'docker' }), home);
    if (!containers) return t.fail('no container engine');
    const { docker, installation } = containers.engine;
    let running = start({ ...settings, HOSTING: 'process' });
    const end = async (): Promise<void> => {
      running.child.kill('SIGTERM');
      await running.ended;
    };
    t.teardown(async () => {
      await end();
      await removeContainers(containers);
      await rm(home, { recursive: true, force: true });
    });
    async function startWith(HOSTING: Hosting, HOSTING_BEFORE: Hosting): Promise<void> {
      await end();
      running = start({ ...settings, HOSTING, HOSTING_BEFORE });
      await untilIntroduced(running, port);
      t.regex(await statusOf(running.child.pid ?? 0), /^CapEff:\s+0+$/m, 'it has given up being root');
    }
    const url = `http://127.0.0.1:${port}`;
    const move = async (): Promise<string> => {
      const { body: signedIn } = await call(url, 'POST', '/api/auth/login', { body: account });
      const moved = await call(url, 'POST', '/api/admin/move-all-tenants', { token: signedIn.token, body: {} });
      return moved.body.message;
    };
    const filters = { label: [`${LABEL.installation}=${installation}`] };
    const containersThere = async (): Promise<number> => (await docker.listContainers({ filters })).length;
    const statusOfDemo = async (): Promise<number> => (await callVenue({ port }, 'demo', 'GET', '/healthz')).status;
    // a visitor who wakes it is asked to come again where the machine needs more than ten seconds for it
    const untilDemoAnswers = (): Promise<void> => until(async () => (await statusOfDemo()) === 200, 'the demo answers');
    await untilIntroduced(running, port);
    await until(() => /Демо-заведение {2}http/.test(running.output()), 'the demo');

    await startWith('docker', 'process');
    await untilDemoAnswers();
    t.is(await containersThere(), 0, 'it runs where it has run');
    t.regex(await move(), /^Перенесено заведений: 1\. На прежнем месте никого не осталось$/);
    t.is(await containersThere(), 1);
    t.is(await statusOfDemo(), 200);

    await startWith('process', 'docker');
    t.is(await containersThere(), 1, 'it has outlived the platform');
    await untilDemoAnswers();
    t.regex(await move(), /никого не осталось$/);
    t.is(await containersThere(), 0);
    t.is(await statusOfDemo(), 200);
  },
);

onEngine('an image is built anew; what sleeps wakes from it, what is awake goes on', async (t) => {
  if (!platform.containers) return t.fail('no container engine');
  const { docker } = platform.containers.engine;
  const [awake, asleep] = (await fleet.newVenues(2)) as [TestVenue, TestVenue];
  await platform.venues.runtime.stop(asleep.id);
  const imageIn = async (venue: TestVenue): Promise<string> => (await containerOf(platform, venue).inspect()).Image;
  const before = await imageIn(asleep);

  const { body } = await fleet.admin.call('POST', '/api/admin/images/build', {});

  const release = await platform.venues.releases.present();
  t.is(body.operation.message, `Собран образ выпуска ${release}`);
  const built = (await docker.getImage(imageOf(platform.containers.engine, release)).inspect()).Id;
  t.not(built, before);
  t.is((await asleep.call('GET', '/api/items')).status, 200);
  t.is(await imageIn(asleep), built);
  t.is(await imageIn(awake), before);
  const { body: listed } = await fleet.admin.call('GET', '/api/admin/images');
  const ofRelease = listed.images.filter(({ tag }: { tag: string }) => tag === release);
  t.is(ofRelease.length, 2, 'the image, and the files that processes run from');
});

onEngine('where an image can’t be built, people read why, and the one that is there stays', async (t) => {
  const { body } = await fleet.admin.call('POST', '/api/admin/images/build', { pull: true });

  t.is(body.operation.status, 'failed');
  const { body: list } = await fleet.admin.call('GET', `/api/admin/operations/${body.operation.id}/items`);
  t.regex(list.items[0].message, /^Образ не собран: /);
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  t.is((await venue.call('GET', '/api/items')).status, 200);
});
