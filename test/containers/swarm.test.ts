import { rm } from 'node:fs/promises';
import { LABEL, labelled } from '@ostatok/api/src/hosting/containers/engine.ts';
import test from 'ava';
import type { Container } from 'dockerode';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { reaching, runInside, touching } from '../support/containers/inside.ts';
import { createDatabase, serverUrl } from '../support/database/postgres.ts';
import { createFleet, type Fleet } from '../support/hosting/fleet.ts';
import { makeImage } from '../support/hosting/made-releases.ts';
import { startTestPlatform, type TestPlatform, type TestVenue } from '../support/platform/platform.ts';
import { newHome, start, untilIntroduced } from '../support/platform/started-platform.ts';
import { ownPort } from '../support/run/own-port.ts';
import { statusOf } from '../support/run/processes.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

const onSwarm = mayHaveEngine() ? test.serial : test.serial.skip;

let engine: TestEngine | undefined;
let platform: TestPlatform;
let fleet: Fleet;
test.before(async () => {
  engine = await startEngine({ inSwarm: true });
  if (!engine) return;
  platform = await startTestPlatform({
    HOSTING: 'swarm',
    DOCKER_HOST: engine.address,
    DATABASE_URL: serverUrl(),
    SECRET_KEY: 'a key that is long enough for a test',
    TENANT_DATABASE_URL: 'postgres://replaced.example/by-the-test',
    TENANT_IDLE_MINUTES: '0',
  });
  fleet = await createFleet(platform);
});
test.after.always(async () => {
  await platform?.stop();
  await engine?.stop();
});
test.afterEach.always(() => fleet?.removeAll());

function swarm() {
  if (!platform.containers) throw new Error('no container engine');
  const { docker, installation } = platform.containers.engine;
  return { docker, filtersOf: (id: string) => labelled({ [LABEL.installation]: installation, [LABEL.tenant]: id }) };
}

/** The container of the tenant's task, which runs on this machine. */
async function containerOf({ id }: TestVenue): Promise<Container> {
  const { docker, filtersOf } = swarm();
  const [found, ...others] = await docker.listContainers({ filters: filtersOf(id) });
  if (!found || others.length > 0) throw new Error(`${others.length + (found ? 1 : 0)} containers of ${id}`);
  return docker.getContainer(found.Id);
}

const environmentOf = async (venue: TestVenue): Promise<string[]> =>
  (await (await containerOf(venue)).inspect()).Config.Env;

const pidOf = async (venue: TestVenue): Promise<number> => (await (await containerOf(venue)).inspect()).State.Pid;

onSwarm('a venue of a swarm lives in a service that can write nowhere and shows no secret', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  t.is((await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 })).status, 201);
  const { docker, filtersOf } = swarm();
  const filters = filtersOf(venue.id);

  const seen = JSON.stringify([
    await docker.listServices({ filters }),
    await docker.listTasks({ filters }),
    await docker.listSecrets({ filters }),
    await (await containerOf(venue)).inspect(),
  ]);
  const row = await platform.db('tenants').where({ id: venue.id }).first();
  const { databasePasswordOf, botTokenOf, internalOf } = platform.venues.secrets;
  for (const secret of [databasePasswordOf(row), botTokenOf(row), internalOf(row)]) t.false(seen.includes(secret));

  const { Config, HostConfig } = await (await containerOf(venue)).inspect();
  t.is(Config.User, '10001:10001');
  t.like(HostConfig, { ReadonlyRootfs: true, CapDrop: ['ALL'], PidsLimit: 128, Memory: 1024 * 2 ** 20 });
  const places = [
    { write: '/app/main.mjs' },
    { write: '/tmp/written' },
    { read: '/var/run/docker.sock' },
    { write: '/run/secrets/tenant.json' },
  ];
  t.deepEqual(await runInside(await containerOf(venue), '10001', touching(places)), [
    'EROFS',
    'written',
    'ENOENT',
    'EROFS',
  ]);
});

onSwarm(
  'a venue of a swarm is reached at the address that the engine was given, and at no other of its machine',
  async (t) => {
    const [venue] = (await fleet.newVenues(1)) as [TestVenue];
    const { endpoint } = await platform.db('tenants').where({ id: venue.id }).first();
    const { hostname, port } = new URL(endpoint);
    t.is(hostname, platform.containers?.address ?? 'the address of a machine');
    t.is((await fetch(`${endpoint}/healthz`)).status, 200);
    await t.throwsAsync(fetch(`http://127.0.0.1:${port}/healthz`));
  },
);

onSwarm('a venue of a swarm reaches of the platform its internal API alone, and Telegram through it', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  const at = `http://${platform.containers?.address}:${platform.port}`;
  const asked = [`${at}/internal/bot-state`, `${at}/api/plans`];
  t.deepEqual(await runInside(await containerOf(venue), '10001', reaching(asked)), [401, 404]);

  const chat = platform.sandbox?.chat;
  const person = await chat?.createPerson({ first_name: 'Анна', username: 'anna' });
  if (!chat || !person) return t.fail('the platform has no chat');
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 0 });
  await chat.write(venue.bot.id, person.id, startCommand(venue.telegramLink));
  await chat.write(venue.bot.id, person.id, 'Ром +0,7');
  const quantity = async (): Promise<number> => (await venue.call('GET', '/api/items?limit=1')).body.items[0].quantity;
  await until(async () => (await quantity()) === 0.7, 'the message has arrived');
});

onSwarm('braces in a name are a name, not a template of the engine', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  const display_name = 'Бар {{.Node.ID}} {{ «Проба» }}';
  await platform.db('tenants').where({ id: venue.id }).update({ display_name });

  await platform.venues.runtime.stop(venue.id);

  t.is((await venue.call('GET', '/api/items')).status, 200);
  t.true((await environmentOf(venue)).includes(`VENUE_NAME=${display_name}`));
});

onSwarm('a venue of a swarm sleeps, wakes, and is back after a crash, with its log', async (t) => {
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
  await platform.venues.runtime.stop(venue.id);
  t.is(await platform.venues.runtime.state(venue.id), 'asleep');
  t.deepEqual(await swarm().docker.listContainers({ filters: swarm().filtersOf(venue.id) }), []);
  t.is((await venue.call('GET', '/api/items?limit=1')).body.pagination.total, 1);

  process.kill(await pidOf(venue), 'SIGKILL');

  await until(async () => (await platform.venues.host.list())[0]?.crashes === 1, 'the crash is noticed');
  await until(async () => (await platform.venues.runtime.state(venue.id)) === 'running', 'it runs again');
  t.is((await venue.call('GET', '/api/items?limit=1')).body.pagination.total, 1);
  const listened = async (): Promise<number> =>
    (await platform.venues.host.logs(venue.id, 200)).filter((line) => line.includes('"listening"')).length;
  await until(async () => (await listened()) >= 3, 'its log has all of its lives');
});

onSwarm(
  'the swarm restarts what crashes twice; what goes on crashing the platform restarts, later each time',
  async (t) => {
    const [venue] = (await fleet.newVenues(1)) as [TestVenue];
    await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
    for (let crashes = 1; crashes <= 4; crashes += 1) {
      await until(async () => (await platform.venues.runtime.state(venue.id)) === 'running', 'it runs');
      process.kill(await pidOf(venue), 'SIGKILL');
      await until(
        async () => (await platform.venues.host.list())[0]?.crashes === crashes,
        `crash ${crashes} is noticed`,
      );
    }
    t.is((await venue.call('GET', '/api/items?limit=1')).body.pagination.total, 1);
  },
);

onSwarm('what was set aside starts from nowhere until it is put back, and is gone when it is dropped', async (t) => {
  const { host } = platform.venues;
  const [venue] = (await fleet.newVenues(1)) as [TestVenue];
  await host.setAside(venue.id, 'kept-1');
  t.is(await host.state(venue.id), 'not_found');
  t.false((await host.kept()).includes(venue.id));

  await host.putBack(venue.id, 'kept-1');
  t.is(await host.state(venue.id), 'asleep');
  t.true((await host.kept()).includes(venue.id));
  t.is((await venue.call('GET', '/api/items')).status, 200);

  await host.setAside(venue.id, 'kept-2');
  await host.dropAside('kept-2');
  const { docker, filtersOf } = swarm();
  for (const list of ['listServices', 'listSecrets'] as const)
    t.deepEqual(await docker[list]({ filters: filtersOf(venue.id) }), [], list);
});

onSwarm('a platform that gives up root starts on a swarm, and says in words where there is none', async (t) => {
  if (!engine) return t.fail('no container engine');
  const database = await createDatabase('platform');
  const { home, port, env } = await newHome();
  const settings = {
    ...env,
    HOSTING: 'swarm',
    DOCKER_HOST: engine.address,
    DATABASE_URL: database.url,
    TENANT_DATABASE_URL: database.url,
    SECRET_KEY: 'a key that is long enough for a test',
  };
  const running = start(settings);
  t.teardown(async () => {
    running.child.kill('SIGTERM');
    await running.ended;
    await database.drop();
    await rm(home, { recursive: true, force: true });
  });
  await untilIntroduced(running, port);
  t.regex(await statusOf(running.child.pid ?? 0), /^CapEff:\s+0+$/m, 'it has given up being root');

  const nowhere = start({ ...settings, DOCKER_HOST: 'unix:///nowhere/docker.sock', PORT: String(await ownPort()) });
  t.not(await nowhere.ended, 0);
  t.regex(nowhere.output(), /Движок контейнеров по адресу unix:\/\/\/nowhere\/docker.sock не запущен/);
});

onSwarm('venues of a swarm take a new release while they are written to, and stand by no more', async (t) => {
  const venues = await fleet.newVenues(2);
  const stopWriting = await fleet.writeTo(venues);
  const release = await makeImage(platform, 'good');
  t.is((await fleet.use(release)).status, 200);

  const { operation } = await fleet.updateAll();

  const written = await stopWriting();
  t.like(operation, { status: 'done', failed: 0, done: 2 });
  t.deepEqual(written.refused, []);
  t.deepEqual(written.found, written.expected);
  t.deepEqual(new Set((await fleet.rowsOf(venues)).map(({ version }) => version)), new Set([release]));
  const [venue] = venues as [TestVenue];
  t.true((await environmentOf(venue)).includes('STANDBY=true'));
  const { docker, filtersOf } = swarm();
  for (const list of ['listServices', 'listSecrets'] as const)
    t.is((await docker[list]({ filters: filtersOf(venue.id) })).length, 1, list);

  // whoever brings it back, it is beside nobody any more
  const before = await pidOf(venue);
  process.kill(before, 'SIGKILL');
  const isNew = (pid: number): boolean => ![0, before].includes(pid);
  await until(async () => isNew(await pidOf(venue).catch(() => 0)), 'the swarm has started it again');
  t.true((await environmentOf(venue)).includes('STANDBY='));
});

onSwarm('of a release that crashes the venues of a swarm keep the one before', async (t) => {
  const venues = await fleet.newVenues(1);
  const present = await platform.venues.releases.defaultHere();
  const stopWriting = await fleet.writeTo(venues);
  await fleet.use(await makeImage(platform, 'crashes at its start'));

  const { items } = await fleet.updateAll();

  const written = await stopWriting();
  t.regex(items[0]?.message ?? '', /^Новый выпуск не заработал: .*on purpose.*\. Заведение работает на прежнем$/);
  t.deepEqual(written.refused, []);
  t.deepEqual(written.found, written.expected);
  t.deepEqual(
    (await fleet.rowsOf(venues)).map(({ version }) => version),
    [present],
  );
});
