import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { composeOn } from '../support/containers/compose.ts';
import { startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { BUILD_LIMIT_MS, buildImages, installPrograms, mayBuildImages } from '../support/containers/whole-images.ts';
import { call, root } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';
import { BACK_WITHIN_MS, itemOf, type OpenVenue, openVenue, startScanners } from '../support/venue/scanners.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const onDebian = mayBuildImages() ? test.serial : test.serial.skip;
const PORT = 8080;
const site = `http://localhost:${PORT}`;

let engine: TestEngine | undefined;
let compose: ReturnType<typeof composeOn>;
let venue: OpenVenue;
test.before(async (t) => {
  if (!mayBuildImages()) return;
  t.timeout(BUILD_LIMIT_MS);
  await installPrograms('docker-compose');
  engine = await startEngine({ fill: buildImages });
  if (engine) compose = composeOn(engine.address, {});
});
test.after.always(async () => {
  await engine?.stop();
});

const isReady = (): Promise<boolean> =>
  call(site, 'GET', '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );
/** Whether the panel of the venue to try opens. */
const isDemoThere = (): Promise<boolean> =>
  rawRequest(PORT, { path: '/', host: `demo.localhost:${PORT}` }).then(
    ({ status }) => status === 200,
    () => false,
  );
const quantity = async (): Promise<number> =>
  (await venue.reach('GET', `/api/items/${venue.itemId}`)).body.item.quantity;

onDebian('one command brings the whole of it up from nothing, with a venue to try', async (t) => {
  await compose('up', '-d', '--no-build');
  const running = (await compose('ps', '--services', '--filter', 'status=running')).trim().split('\n').sort();
  t.deepEqual(running, ['api1', 'api2', 'nginx', 'postgres']);
  await until(isDemoThere, 'the venue to try answers');
  const isSaid = async (): Promise<boolean> =>
    /Демо-заведение {2}http:\/\/demo\.localhost:8080/.test(await compose('logs', '--no-color', 'api1'));
  await until(isSaid, 'its address and password are said');
});

onDebian('an owner registers, gets a letter, opens a venue, and counts by its bot', async (t) => {
  venue = await openVenue(PORT);
  const findLetter = async (): Promise<{ id: string; to: string } | undefined> =>
    (await call(site, 'GET', '/sandbox/api/mails')).body.mails.find(
      ({ to }: { to: string }) => to === venue.owner.email,
    );
  await until(async () => (await findLetter()) !== undefined, 'the letter has come');
  const { body } = await call(site, 'GET', `/sandbox/api/mails/${(await findLetter())?.id}`);
  const [, token] = /verify-email\?token=([\w.-]+)/.exec(body.mail.text) ?? [];
  t.is((await call(site, 'POST', '/api/auth/verify-email', { token: venue.owner.token, body: { token } })).status, 200);

  const write = async (path: string, body: object) => (await call(site, 'POST', `/sandbox/api/${path}`, { body })).body;
  const { person } = await write('people', { first_name: 'Анна' });
  const chat = `chats/${venue.bot.id}/${person.id}/messages`;
  await write(chat, { text: startCommand(venue.telegramLink) });
  await write(chat, { text: 'Ром +0,7' });
  await until(async () => (await quantity()) === 0.7, 'the bot has counted');
});

onDebian('the built-in mailbox is there for this machine alone', async (t) => {
  const asStranger = await rawRequest(PORT, { path: '/sandbox/api/mails', host: 'bars.example' }).catch(
    () => undefined,
  );
  t.not(asStranger?.status, 200);
});

onDebian(
  'an api process, nginx and the database are killed while scanners write: nothing acknowledged is lost',
  async (t) => {
    t.timeout(5 * BACK_WITHIN_MS);
    const before = await quantity();
    const scanners = startScanners(itemOf(venue), 4);
    t.teardown(scanners.abort);
    await scanners.goOn();
    const seconds: Record<string, number> = {};
    for (const service of ['api1', 'api2', 'nginx', 'postgres']) {
      await compose('kill', service);
      if (service.startsWith('api')) seconds[`without ${service}`] = await scanners.goOn();
      await compose('up', '-d', '--no-build');
      seconds[`after ${service}`] = await scanners.goOn();
    }
    const sum = await scanners.end();
    t.is(await quantity(), Number((before + sum).toFixed(3)), 'all is there, once');
    t.log(seconds);
  },
);

/** Gives the name of the platform's image to another one, as the next build does. */
async function makeNextImage(): Promise<void> {
  const { docker } = (engine as TestEngine).engineOf('tests');
  const container = await docker.createContainer({ Image: 'ostatok-platform:local' });
  await container.commit({ repo: 'ostatok-platform', tag: 'local', changes: 'LABEL release=next' });
  await container.remove();
}

onDebian('a new release replaces one api process after the other, and no page is missed', async (t) => {
  await makeNextImage();
  const missed: unknown[] = [];
  let isOver = false;
  const visitor = (async () => {
    for (; !isOver; await sleep(50)) {
      const { status } = await call(site, 'GET', '/api/public/config').catch((error) => ({ status: String(error) }));
      if (status !== 200) missed.push(status);
    }
  })();
  await compose('up', '-d', '--no-build');
  await until(isReady, 'the platform is ready');
  isOver = true;
  await visitor;
  t.deepEqual(missed, []);
  const images = (await compose('images', '-q', 'api1', 'api2')).trim().split('\n');
  t.is(new Set(images).size, 1);
});

onDebian(
  'the machine loses its power: all of it comes back without a hand, in whatever order it is started',
  async (t) => {
    t.timeout(3 * BACK_WITHIN_MS);
    const before = await quantity();
    await engine?.losePower();
    const from = performance.now();
    const seconds = (): number => Math.round((performance.now() - from) / 100) / 10;
    await until(isReady, 'the platform is ready again', BACK_WITHIN_MS);
    const untilReady = seconds();
    await until(isDemoThere, 'venues answer', BACK_WITHIN_MS);
    t.log({ secondsUntilReady: untilReady, secondsUntilVenuesAnswer: seconds() });
    t.is(await quantity(), before);
  },
);

onDebian('the log of the database is archived, and what cron does there each hour and night succeeds', async (t) => {
  const table = await readFile(join(root, 'templates/docker/archive.cron'), 'utf8');
  const commands = [...table.matchAll(/^(?:\S+ ){5}root (.*)$/gm)].map(([, command = '']) => command);
  t.is(commands.length, 3);
  for (const command of commands) await compose('exec', '-T', 'postgres', 'sh', '-c', command);
  const info = ['pgbackrest', '--stanza=ostatok', 'info', '--output=json'];
  const [archive] = JSON.parse(await compose('exec', '-T', '-u', 'postgres', 'postgres', ...info));
  t.is(archive.status.message, 'ok');
  t.deepEqual(
    archive.backup.map(({ type }: { type: string }) => type),
    ['full', 'full', 'diff'],
  );
});
