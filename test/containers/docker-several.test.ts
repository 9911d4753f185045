import { randomUUID } from 'node:crypto';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { platformEnvSchema } from '../../api/src/config.ts';
import { prepareContainers } from '../../api/src/hosting/containers/prepare.ts';
import { removeContainers } from '../support/containers/containers-ground.ts';
import { mayHaveEngine, startEngine, type TestEngine } from '../support/containers/docker-engine.ts';
import { PASSWORD } from '../support/platform/api.ts';
import { call, callVenue, type Reply } from '../support/platform/platform.ts';
import { kill, startSeveral } from '../support/platform/several-processes.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

const onEngine = mayHaveEngine() ? test.serial : test.serial.skip;

let engine: TestEngine | undefined;
test.before(async () => {
  engine = await startEngine();
});
test.after.always(() => engine?.stop());

onEngine('of two api processes the one that woke a venue is killed, and the venue goes on as it is', async (t) => {
  if (!engine) return t.fail('no container engine');
  const hosting = { HOSTING: 'docker', DOCKER_HOST: engine.address };
  const several = await startSeveral(t, hosting);
  const containers = await prepareContainers(loadConfig(platformEnvSchema, { ...several.env, ...hosting }), '/');
  if (!containers) return t.fail('no container engine');
  t.teardown(() => removeContainers(containers));
  const { first, second } = several;
  const ask = async (on: { url: string }, path: string, body: object, token?: string): Promise<Reply['body']> =>
    (await call(on.url, 'POST', path, { token, body })).body;
  const account = { email: `${randomUUID()}@bar.example`, password: PASSWORD, name: 'Анна' };
  const { token } = await ask(first, '/api/auth/register', account);
  // the chat is asked through the one that stays
  const { bot } = await ask(second, '/sandbox/api/bots', { name: 'Бар' });
  const subdomain = `v-${randomUUID().slice(0, 8)}`;
  const order = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' };
  const made = await ask(first, '/api/provision/create', order, token);
  const reach = async (port: number, method: string, path: string, body?: object): Promise<Reply> =>
    callVenue({ port }, subdomain, method, path, { token: signedIn.body.token, body });
  const signedIn = await callVenue(first, subdomain, 'POST', '/api/auth/login', { body: made.adminCredentials });
  const { body } = await reach(first.port, 'POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
  const { docker } = containers.engine;
  const running = async () => {
    const [found] = await docker.listContainers();
    return found && (await docker.getContainer(found.Id).inspect()).State.StartedAt;
  };
  const startedAt = await running();
  t.truthy(startedAt);

  await kill(first);

  t.is((await reach(second.port, 'GET', `/api/items/${body.item.id}`)).body.item.quantity, 1);
  const { person } = await ask(second, '/sandbox/api/people', { first_name: 'Анна', username: 'anna' });
  const messages = `/sandbox/api/chats/${bot.id}/${person.id}/messages`;
  for (const text of [startCommand(made.telegramLink), 'Ром +0,5']) await ask(second, messages, { text });
  const answered = async (): Promise<boolean> =>
    JSON.stringify((await call(second.url, 'GET', messages)).body).includes('1 → 1,5');
  await until(answered, 'the venue has answered in the chat');
  t.is(await running(), startedAt, 'it is the same');
});
