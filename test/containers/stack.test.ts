import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type Docker from 'dockerode';
import PostalMime from 'postal-mime';
import { OWN_ADDRESS, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import {
  DOMAIN,
  deployStack,
  labelForDatabase,
  makeSecrets,
  makeSettings,
  reachedOutside,
} from '../support/containers/stack.ts';
import { BUILD_LIMIT_MS, buildImages, mayBuildImages } from '../support/containers/whole-images.ts';
import { callSecurely, type SecurePlace } from '../support/http/secure-call.ts';
import { smtpServer, type TakenLetter } from '../support/mail/smtp.ts';
import { PASSWORD } from '../support/platform/api.ts';
import type { Reply } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startSandbox } from '../support/sandbox/sandbox.ts';
import { startS3 } from '../support/storage/s3-server.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';
import { startScanners } from '../support/venue/scanners.ts';

const onDebian = mayBuildImages() ? test.serial : test.serial.skip;

/** Both api processes are ready within it, on a slow machine too; the first start fills the volumes. */
const READY_WITHIN_MS = 240_000;
/** Enough for all that one test waits for. */
const LONGEST_MS = 4 * READY_WITHIN_MS;

let engine: TestEngine | undefined;
let docker: Docker;
let outside: Awaited<ReturnType<typeof startSandbox>>;
let letters: TakenLetter[];
let settings: Record<string, string>;
let secrets: string[];
let place: SecurePlace;
const ends: (() => unknown)[] = [];
const file = { teardown: (end: () => unknown) => void ends.unshift(end) };

test.before(async (t) => {
  if (!mayBuildImages()) return;
  t.timeout(BUILD_LIMIT_MS);
  engine = await startEngine({ inSwarm: true, fill: buildImages });
  if (!engine) return;
  ({ docker } = engine.engineOf('ostatok'));
  outside = await startSandbox();
  file.teardown(outside.stop);
  const bucket = await startS3();
  file.teardown(bucket.close);
  const mail = await smtpServer(file as never);
  letters = mail.taken;
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-stack-'));
  file.teardown(() => rm(folder, { recursive: true, force: true }));
  settings = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    BACKUP_KEY: randomBytes(32).toString('base64'),
    ADMIN_EMAIL: `admin@${DOMAIN}`,
    ADMIN_PASSWORD: randomBytes(12).toString('base64url'),
    SMTP_URL: await reachedOutside(file, mail.url),
    TELEGRAM_API_ROOT: await reachedOutside(file, outside.apiRoot),
    ...bucket.env,
    S3_ENDPOINT: await reachedOutside(file, bucket.endpoint),
  };
  const made = await makeSecrets(docker, folder, settings);
  secrets = made.secrets;
  place = { address: OWN_ADDRESS, port: 443, authority: made.authority };
  await labelForDatabase(docker);
});
test.after.always(async () => {
  await engine?.stop();
  for (const end of ends) await end();
});

const ask = (method: string, path: string, body?: object, token?: string): Promise<Reply> =>
  callSecurely(place, DOMAIN, method, path, { body, token });

/** The running containers of the service, each with what the engine knows of it. */
async function containersOf(service: string): Promise<Docker.ContainerInspectInfo[]> {
  const filters = { label: [`com.docker.swarm.service.name=ostatok_${service}`] };
  const found = await docker.listContainers({ filters });
  return Promise.all(found.map(({ Id }) => docker.getContainer(Id).inspect()));
}

const untilReady = (): Promise<void> =>
  until(
    async () => {
      const running = await containersOf('api');
      return running.length === 2 && running.every(({ State }) => State.Health?.Status === 'healthy');
    },
    'both api processes are ready',
    READY_WITHIN_MS,
  );

/** The token of the link in the letter to that address. */
async function tokenMailedTo(email: string): Promise<string> {
  await until(() => letters.some(({ to }) => to.includes(email)), 'a letter has come');
  const { raw } = letters.find(({ to }) => to.includes(email)) as TakenLetter;
  const { text = '' } = await PostalMime.parse(raw);
  return /verify-email\?token=([\w.-]+)/.exec(text)?.[1] ?? '';
}

const venue = { subdomain: `v-${randomBytes(4).toString('hex')}`, token: '', itemId: 0 };
const reach = (method: string, path: string, body?: object, signal?: AbortSignal): Promise<Reply> =>
  callSecurely(place, `${venue.subdomain}.${DOMAIN}`, method, path, {
    ...(venue.token && { token: venue.token }),
    body,
    ...(signal && { signal }),
  });
const quantity = async (): Promise<number> => (await reach('GET', `/api/items/${venue.itemId}`)).body.item.quantity;

onDebian('a stack comes up from nothing, and answers by https alone', async (t) => {
  t.timeout(LONGEST_MS);
  if (!engine) return t.fail('no container engine');
  const from = performance.now();
  await deployStack(engine.address);
  await untilReady();
  await until(async () => (await ask('GET', '/readyz').catch(() => undefined))?.status === 200, 'nginx passes it on');
  t.log({ secondsUntilReady: Math.round((performance.now() - from) / 1000) });
  const plainly = await fetch(`http://${OWN_ADDRESS}/`, { redirect: 'manual' }).catch(() => undefined);
  t.is(plainly, undefined, 'nobody answers to another name');
});

onDebian('an owner registers, confirms by the letter, opens a venue, and its bot counts', async (t) => {
  const account = { email: `owner@${DOMAIN}`, password: PASSWORD, name: 'Анна' };
  const { token } = (await ask('POST', '/api/auth/register', account)).body;
  const confirmed = await ask('POST', '/api/auth/verify-email', { token: await tokenMailedTo(account.email) }, token);
  t.is(confirmed.status, 200);

  const bot = await outside.sandbox.createBot('Бар');
  const order = { subdomain: venue.subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' };
  const made = await ask('POST', '/api/provision/create', order, token);
  t.is(made.status, 201, JSON.stringify(made.body));
  venue.token = (await reach('POST', '/api/auth/login', made.body.adminCredentials)).body.token;
  const { body } = await reach('POST', '/api/items', { name: 'Джемесон', unit: 'л', quantity: 0 });
  venue.itemId = body.item.id;

  const { chat } = outside.sandbox;
  const person = await chat.createPerson({ first_name: 'Анна', username: 'anna' });
  await chat.write(bot.id, person.id, startCommand(made.body.telegramLink));
  await chat.write(bot.id, person.id, 'Джемесон +0,7');
  await until(async () => (await quantity()) === 0.7, 'the panel shows it');
  const isAnswered = async (): Promise<boolean> =>
    (await chat.messages(bot.id, person.id)).some(({ text }) => text?.includes('0 → 0,7'));
  await until(isAnswered, 'the bot has answered');
});

onDebian('what the engine tells of the services shows no secret', async (t) => {
  const services = await docker.listServices();
  const seen = JSON.stringify([
    services,
    await docker.listTasks(),
    await docker.listSecrets(),
    ...(await Promise.all(['api', 'nginx', 'postgres'].map(containersOf))),
  ]);
  t.true(services.length >= 4);
  t.deepEqual(
    secrets.filter((secret) => seen.includes(JSON.stringify(secret).slice(1, -1))),
    [],
  );
});

const scanVenue = (): ReturnType<typeof startScanners> =>
  startScanners({ itemId: venue.itemId, send: (changes, signal) => reach('POST', '/api/changes', changes, signal) }, 4);

onDebian(
  'an api process is killed while scanners write: nothing acknowledged is lost, and it comes back',
  async (t) => {
    t.timeout(LONGEST_MS);
    const before = await quantity();
    const scanners = scanVenue();
    t.teardown(scanners.abort);
    await scanners.goOn();

    const [first] = await containersOf('api');
    await docker.getContainer(first?.Id ?? '').kill();
    const secondsWithoutOne = await scanners.goOn();
    await untilReady();

    const sum = await scanners.end();
    t.is(await quantity(), Number((before + sum).toFixed(3)), 'all is there, once');
    t.log({ ...scanners.acknowledged, secondsWithoutOne });
  },
);

onDebian('changed settings go round one process at a time while scanners write', async (t) => {
  t.timeout(LONGEST_MS);
  const before = await quantity();
  const scanners = scanVenue();
  t.teardown(scanners.abort);
  await scanners.goOn();
  const old = (await containersOf('api')).map(({ Id }) => Id);

  await makeSettings(docker, 'ostatok-settings-2', { ...settings, SUPPORT_EMAIL: `help@${DOMAIN}` });
  await deployStack(engine?.address ?? '', { SETTINGS_SECRET: 'ostatok-settings-2' });
  await until(async () => (await containersOf('api')).every(({ Id }) => !old.includes(Id)), 'both are new');
  await untilReady();

  const sum = await scanners.end();
  t.is(await quantity(), Number((before + sum).toFixed(3)), 'all is there, once');
  t.is((await ask('GET', '/api/public/config')).body.supportEmail, `help@${DOMAIN}`);
  t.log(scanners.acknowledged);
});
