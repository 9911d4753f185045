import { setTimeout as sleep } from 'node:timers/promises';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import test from 'ava';
import { createTenantSecrets } from '../../../api/src/platform/tenant-secrets.ts';
import { newOwner, newVenue, startTestPlatform } from '../../support/platform/platform.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';

async function until<T>(read: () => Promise<T>, wanted: (value: T) => boolean, what: string): Promise<T> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    const value = await read();
    if (wanted(value)) return value;
  }
  throw new Error(`not in time: ${what}`);
}

const newcomer = ({ body }: { body: { newcomers: { id: number }[] } }): number => body.newcomers[0]?.id ?? 0;

test.serial(
  'the panel is told of a stopped chat, a newcomer and a revoked token; who is let in hears of it',
  async (t) => {
    const platform = await startTestPlatform();
    t.teardown(() => platform.stop());
    const owner = await newOwner(platform);
    const venue = await newVenue(platform, owner);
    const chat = platform.sandbox?.chat;
    if (!chat) throw new Error('no built-in chat');
    const anna = await chat.createPerson({ first_name: 'Анна', username: 'boss' });
    const pyotr = await chat.createPerson({ first_name: 'Пётр' });
    const answers = async (person: { id: number }) =>
      (await chat.messages(venue.bot.id, person.id)).filter(({ from_bot }) => from_bot);

    const well = await venue.call('GET', '/api/bot');
    t.like(well.body.bot, { username: venue.bot.username, state: 'ok', blocked: [] });

    await chat.write(venue.bot.id, anna.id, startCommand(venue.telegramLink));
    await chat.write(venue.bot.id, pyotr.id, '/start');
    await until(
      () => answers(pyotr),
      (all) => all.length === 1,
      'the newcomer is answered',
    );
    const { newcomers } = (await venue.call('GET', '/api/newcomers')).body;
    t.like(newcomers[0], { id: pyotr.id, name: 'Пётр' });
    t.like((await venue.call('POST', `/api/newcomers/${pyotr.id}/admit`)).body, { success: true, told: true });
    t.regex((await answers(pyotr)).at(-1)?.text ?? '', /^Вас приняли\./);

    await chat.block(venue.bot.id, anna.id, true);
    await chat.write(venue.bot.id, (await chat.createPerson({ first_name: 'Олег' })).id, '/start');
    const { blocked } = (
      await until(
        () => venue.call('GET', '/api/bot'),
        ({ body }) => body.bot.blocked.length === 1,
        'the stopped chat',
      )
    ).body.bot;
    t.is(blocked[0].name, 'Анна');

    // The tenant itself meets the rejected token first, and tells the platform.
    const oleg = newcomer(await venue.call('GET', '/api/newcomers'));
    const renewed = Date.now();
    await chat.renewToken(venue.bot.id);
    t.like((await venue.call('POST', `/api/newcomers/${oleg}/admit`)).body, { success: true, told: false });
    const { body } = await until(
      () => venue.call('GET', '/api/bot'),
      (answer) => answer.body.bot.state === 'revoked',
      'the revoked token',
    );
    t.true(Date.parse(body.bot.since) >= renewed && Date.parse(body.bot.since) <= Date.now());

    const asked = await fetch(`${platform.url}/internal/bot-state`, { headers: { 'x-tenant-id': venue.id } });
    t.is(asked.status, 401);
  },
);

test.serial('a venue that reports its token without end fills no journal', async (t) => {
  const secretKey = 'a-secret-key-of-thirty-two-characters';
  const platform = await startTestPlatform({}, { secretKey });
  t.teardown(() => platform.stop());
  const { id } = await newVenue(platform, await newOwner(platform));
  const row = await platform.db('tenants').where({ id }).first();
  const secret = createTenantSecrets(createSecrets(secretKey)).internalOf(row);
  const headers = { 'x-tenant-id': id, authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const statuses: number[] = [];

  for (let time = 0; time < 30; time += 1) {
    const body = JSON.stringify({ state: time % 2 === 0 ? 'revoked' : 'well' });
    statuses.push((await fetch(`${platform.url}/internal/bot-state`, { method: 'POST', headers, body })).status);
  }

  t.deepEqual([statuses[0], statuses.at(-1)], [200, 429]);
  const entries = await platform.db('activity').where({ action: 'tenant.bot_state', target: `tenant:${id}` });
  t.is(entries.length, 20);
});
