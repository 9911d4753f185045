import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { LABEL } from '../../api/src/hosting/containers/engine.ts';
import { prepareContainers } from '../../api/src/hosting/containers/prepare.ts';
import { ensureBaseImage } from '../support/containers/base-image.ts';
import { removeContainers } from '../support/containers/containers-ground.ts';
import { containerOf } from '../support/containers/containers-of.ts';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { createFleet, type Fleet } from '../support/hosting/fleet.ts';
import { badReleases, makeImage } from '../support/hosting/made-releases.ts';
import { callVenue, startTestPlatform, type TestPlatform, type TestVenue } from '../support/platform/platform.ts';
import { answers, newHome, start, untilIntroduced } from '../support/platform/started-platform.ts';
import { statusOf } from '../support/run/processes.ts';
import { until } from '../support/run/until.ts';

/** Thirty were measured by hand; the suite takes some of them. */
const VENUES = Number(process.env.OSTATOK_VENUES ?? 4);
const LONGEST_MS = 120_000 + VENUES * 30_000;

const onEngine = mayHaveEngine() ? test.serial : test.serial.skip;

let engine: TestEngine | undefined;
let platform: TestPlatform;
let fleet: Fleet;
test.before(async () => {
  engine = await startEngine();
  if (!engine) return;
  platform = await startTestPlatform({ HOSTING: 'docker', DOCKER_HOST: engine.address, TENANT_IDLE_MINUTES: '0' });
  fleet = await createFleet(platform);
});
test.after.always(async () => {
  await platform?.stop();
  await engine?.stop();
});
// the next test has the memory of the machine; the venues of the last ones stay
test.afterEach.always(() => fleet?.removeAll());

const idOf = async (venue: TestVenue): Promise<string> => (await containerOf(platform, venue).inspect()).Id;

onEngine('a container that crashed is back, and its log goes on', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  const container = containerOf(platform, venue);
  const pid = async (): Promise<number> => (await container.inspect()).State.Pid;
  const first = await pid();

  process.kill(first, 'SIGKILL');

  await until(async () => ![0, first].includes(await pid()), 'it is restarted');
  await until(async () => (await platform.venues.runtime.state(venue.id)) === 'running', 'it runs');
  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.is((await platform.venues.host.list())[0]?.crashes, 1);
  const listened = async (): Promise<number> =>
    (await platform.venues.host.logs(venue.id, 100)).filter((line) => line.includes('"listening"')).length;
  await until(async () => (await listened()) === 2, 'its log goes on');
});

onEngine('when the engine is restarted, what ran is back without a hand and nothing is lost', async (t) => {
  if (!engine) return t.fail('no container engine');
  const venues = await fleet.newVenues(2);
  for (const venue of venues) await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });

  await engine.restart();

  const running = async (): Promise<string[]> =>
    (await platform.venues.host.list()).filter(({ state }) => state === 'running').map(({ id }) => id);
  await until(async () => (await running().catch(() => [])).length === 2, 'both are back');
  for (const venue of venues) t.is((await venue.call('GET', '/api/items?limit=1')).body.pagination.total, 1);
});

onEngine('what somebody has cleaned up on the engine is made anew when a venue wakes', async (t) => {
  if (!platform.containers) return t.fail('no container engine');
  const { engine: own } = platform.containers;
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
  const visit = async (): Promise<unknown> => (await venue.call('GET', '/api/items?limit=1')).body.pagination?.total;
  await platform.venues.runtime.stop(venue.id);

  await own.docker.getNetwork(`ostatok-${own.installation}`).remove();
  t.is(await visit(), 1, 'without its network');

  await containerOf(platform, venue).stop();
  t.is(await visit(), 1, 'stopped by hand');

  await containerOf(platform, venue).remove({ force: true });
  t.is(await visit(), 1, 'removed by hand');

  await platform.venues.runtime.stop(venue.id);
  await own.docker.pruneContainers();
  await own.docker.pruneNetworks();
  for (const { Id } of await own.docker.listImages())
    await own.docker
      .getImage(Id)
      .remove({ force: true })
      .catch(() => undefined);
  await ensureBaseImage(own.docker);
  // on a busy machine the image is not built before the visitor is asked to come again
  await until(async () => (await visit()) === 1, 'without anything');
});

onEngine('a kept container that the engine cannot start any more is made anew when a venue wakes', async (t) => {
  if (!engine) return t.fail('no container engine');
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
  await platform.venues.runtime.stop(venue.id);
  const kept = await idOf(venue);

  // what an engine leaves that was killed while it was starting the container
  const tasks = 'exec/containerd/daemon/io.containerd.runtime.v2.task/moby';
  await mkdir(join(dirname(new URL(engine.address).pathname), tasks, kept));

  const { status, body } = await venue.call('GET', '/api/items?limit=1');
  t.is(status, 200, JSON.stringify(body));
  t.is(body.pagination.total, 1);
  t.not(await idOf(venue), kept);
});

onEngine('venues take a new release while they are written to', async (t) => {
  t.timeout(LONGEST_MS);
  const venues = await fleet.keptVenues(VENUES);
  const before = await Promise.all(venues.map(idOf));
  const stopWriting = await fleet.writeTo(venues);
  const release = await makeImage(platform, 'good');
  t.is((await fleet.use(release)).status, 200);

  const { operation } = await fleet.updateAll();

  const written = await stopWriting();
  t.like(operation, { status: 'done', failed: 0, done: VENUES });
  t.deepEqual(written.refused, []);
  t.deepEqual(written.found, written.expected);
  const after = await Promise.all(venues.map(idOf));
  t.true(after.every((id, at) => id !== before[at]));
  t.deepEqual(new Set((await fleet.rowsOf(venues)).map(({ version }) => version)), new Set([release]));
});

for (const kind of badReleases) {
  onEngine(`of a release that ${kind} the first venues come back, and no other takes it`, async (t) => {
    t.timeout(LONGEST_MS);
    const venues = await fleet.keptVenues(VENUES);
    const present = await platform.venues.releases.defaultHere();
    const stopWriting = await fleet.writeTo(venues);
    const bad = await makeImage(platform, kind);
    await fleet.use(bad);

    const { operation, items } = await fleet.updateAll();

    const written = await stopWriting();
    t.like(operation, { status: 'failed', failed: 3, skipped: VENUES - 3 });
    const [failure] = items.filter(({ status }) => status === 'failed');
    t.regex(failure?.message ?? '', /^Новый выпуск не заработал: .+\. Заведение работает на прежнем$/);
    if (kind !== 'answers only errors') t.regex(failure?.message ?? '', /on purpose|does not fit/, 'in its own words');
    t.deepEqual(written.refused, []);
    t.deepEqual(written.found, written.expected);
    const rows = await fleet.rowsOf(venues);
    t.deepEqual(new Set(rows.map(({ version }) => version)), new Set([present]));
    t.is(rows.filter(({ update_state }) => update_state === 'recovered').length, 3);
    await fleet.use(present);
    t.log(failure?.message);
  });
}

onEngine('a platform that was killed finds its venues where it has left them', async (t) => {
  if (!engine) return t.fail('no container engine');
  const { home, port, env } = await newHome();
  const settings = { ...env, HOSTING: 'docker', DOCKER_HOST: engine.address };
  const containers = await prepareContainers(loadConfig(platformEnvSchema, settings), home);
  if (!containers) return t.fail('no container engine');
  const { docker, installation } = containers.engine;
  let running = start(settings);
  t.teardown(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
    await removeContainers(containers);
    await rm(home, { recursive: true, force: true });
  });
  await untilIntroduced(running, port);
  await until(() => /Демо-заведение {2}http/.test(running.output()), 'the demo');
  t.regex(await statusOf(running.child.pid ?? 0), /^CapEff:\s+0+$/m, 'it has given up being root');
  const filters = { label: [`${LABEL.installation}=${installation}`] };
  const startedAt = async (): Promise<string[]> => {
    const found = await docker.listContainers({ filters });
    const all = await Promise.all(found.map(({ Id }) => docker.getContainer(Id).inspect()));
    return all.map(({ State }) => State.StartedAt);
  };
  const before = await startedAt();
  t.is(before.length, 1);

  running.child.kill('SIGKILL');
  await running.ended;
  t.deepEqual(await startedAt(), before, 'the venue goes on');

  running = start(settings);
  await until(() => answers(port), 'it answers');
  t.is((await callVenue({ port }, 'demo', 'GET', '/healthz')).status, 200);
  t.deepEqual(await startedAt(), before, 'and is the same afterwards');
});
