/** Creating a tenant when the command is left or loses the connection before the end; over a scripted HTTP server. */
import { stripVTControlCharacters } from 'node:util';
import { provisionSteps } from '@ostatok/api/contract/provision.ts';
import test from 'ava';
import { newCli, shows, widest } from '../support/cli/cli.ts';
import { type Reply, sendJson, startWire } from '../support/cli/cli-wire.ts';

const TOKEN = `123456789:${'A'.repeat(35)}`;
const ordered = {
  success: true,
  tenant: {
    ...{ id: 't0123456789', tenant_id: 't0123456789', subdomain: 'bar', display_name: 'bar', status: 'creating' },
    ...{ web_url: 'http://bar.localhost', bot_username: null, bot_state: 'ok', max: null },
    ...{ created_at: '2026-11-22T10:00:00Z', stats: null },
  },
  adminCredentials: { username: 'anna', password: 'Qwerty123456' },
  telegramLink: null,
  maxLink: null,
};
const steps = provisionSteps.map((step, at) => ({ ...step, status: at === 0 ? 'running' : 'waiting' }));
const running: Reply = (asked, res) =>
  asked.method === 'POST'
    ? sendJson(ordered, 202)(asked, res)
    : sendJson({
        success: true,
        status: 'creating',
        running: false,
        provision: { status: 'running', steps, error: null },
      })(asked, res);
const args = ['tenants', 'create', 'bar', '--bot-token', TOKEN, '--admin', 'anna'];
const env = { OSTATOK_TOKEN: 'token' };

test('Ctrl-C while a venue is made tells that it goes on, where to look, and its password', async (t) => {
  const wire = await startWire(running);
  const cli = await newCli(wire.url);

  const { code, stdout } = await cli(args, { terminal: true, env, answers: [['Проверка токена бота', '\u0003']] });
  await wire.stop();

  const screen = stripVTControlCharacters(stdout).replaceAll('\r', '');
  t.is(code, 1, screen);
  for (const text of ['Логин: anna', 'Пароль: Qwerty123456', 'создаётся на платформе', 'ostatok tenants show bar'])
    shows(t, screen, text);
  t.true(widest(screen) <= 80, screen);
});

test('Ctrl-C while the state is being asked for ends the command, though the answer comes after its view has ended', async (t) => {
  const { promise: isAskedAgain, resolve } = Promise.withResolvers<void>();
  let looks = 0;
  const wire = await startWire((asked, res) => {
    looks += asked.method === 'GET' ? 1 : 0;
    if (looks < 2) return running(asked, res);
    resolve();
    setTimeout(() => running(asked, res), 300);
  });
  const cli = await newCli(wire.url);
  const leave = async (): Promise<string> => {
    await isAskedAgain;
    return '\u0003';
  };

  const { code, stdout } = await cli(args, { terminal: true, env, answers: [['Проверка токена бота', leave]] });
  await wire.stop();

  t.is(code, 1);
  shows(t, stripVTControlCharacters(stdout).replaceAll('\r', ''), 'создаётся на платформе');
});

test('Ctrl-C before the order was answered says that nobody knows, and a platform that is down is no order', async (t) => {
  const wire = await startWire(() => undefined);
  const cli = await newCli(wire.url);
  const isAsked = async (): Promise<void> => {
    while (wire.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  };

  const left = await cli(args, { env, stop: { when: isAsked, signal: 'SIGINT' } });
  await wire.stop();
  const down = await (await newCli('http://127.0.0.1:1')).inside([...args, '--json'], { env });

  t.is(left.code, 1);
  shows(t, left.stderr, 'Неизвестно, начато ли создание');
  t.is(JSON.parse(down.stdout).code, 'unreachable');
});
