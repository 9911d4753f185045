import anyTest, { type TestFn } from 'ava';
import { takeLock } from '../../../api/src/platform/locks.queries.ts';
import {
  call,
  newBot,
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';

interface World {
  platform: TestPlatform;
  owner: TestOwner;
  administrator: TestOwner;
  venue: TestVenue;
  other: TestVenue;
  anna: number;
}
const test = anyTest as TestFn<World>;

test.before(async (t) => {
  const platform = await startTestPlatform();
  const owner = await newOwner(platform);
  const administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  const [venue, other] = await Promise.all([newVenue(platform, owner), newVenue(platform, owner)]);
  const anna = (await chatOf(platform).createPerson({ first_name: 'Анна', username: 'boss' })).id;
  t.context = { platform, owner, administrator, venue, other, anna };
});
test.after.always((t) => t.context.platform.stop());

function chatOf(platform: TestPlatform) {
  const chat = platform.sandbox?.chat;
  if (!chat) throw new Error('no built-in chat');
  return chat;
}

/** The bot's replies to Anna, oldest first. */
async function answers({ platform, anna }: World, botId: number): Promise<string[]> {
  const messages = await chatOf(platform).messages(botId, anna);
  return messages.filter(({ from_bot }) => from_bot).map(({ text }) => text ?? '');
}

async function says(world: World, botId: number, text: string): Promise<string> {
  const before = (await answers(world, botId)).length;
  await chatOf(world.platform).write(botId, world.anna, text);
  await until(async () => (await answers(world, botId)).length > before, `an answer to ${text}`);
  return (await answers(world, botId)).at(-1) ?? '';
}

const replace = ({ platform, owner }: World, id: string, botToken: string) =>
  call(platform.url, 'PUT', `/api/provision/tenant/${id}/bot-token`, { token: owner.token, body: { botToken } });
/** Without the time of its last use, which is written by the way. */
async function rowOf({ platform }: World, id: string) {
  const { last_active_at: _, ...row } = await platform.db('tenants').where({ id }).first();
  return row;
}

test.serial(
  'a revoked token is replaced by its owner: the same chat goes on, and the owner has a letter',
  async (t) => {
    const { platform, owner, venue } = t.context;
    const chat = chatOf(platform);
    await venue.call('POST', '/api/items', { name: 'Ром', unit: 'л', quantity: 1 });
    await says(t.context, venue.bot.id, startCommand(venue.telegramLink));
    t.regex(await says(t.context, venue.bot.id, 'Ром +1'), /1 → 2\b/);
    const { token } = await chat.renewToken(venue.bot.id);
    await platform.db('tenants').where({ id: venue.id }).update({ bot_state: 'revoked' });
    const mine = async () =>
      (await call(platform.url, 'GET', '/api/provision/my-tenants', { token: owner.token })).body.tenants.find(
        ({ id }: { id: string }) => id === venue.id,
      );
    t.is((await mine()).bot_state, 'revoked');

    const { status, body } = await replace(t.context, venue.id, token);

    t.is(status, 200, body.error);
    t.like(body.bot, { username: venue.bot.username, another: false });
    t.is((await mine()).bot_state, 'ok');
    t.regex(await says(t.context, venue.bot.id, 'Ром +1'), /2 → 3/);
    t.is((await says(t.context, venue.bot.id, '/undo')).includes('3 → 2'), true);
    const letters = await platform.db('mails').where({ template: 'bot_replaced', recipient: owner.email });
    t.is(letters.length, 1);
    const act = await platform
      .db('activity')
      .where({ target: `tenant:${venue.id}`, action: 'tenant.bot_replaced' })
      .first();
    t.is(act.actor_id, owner.userId);
    t.false(JSON.stringify([act, letters, body]).includes(token.split(':')[1] ?? ''), 'the token is told nobody');
    t.is((await replace(t.context, venue.id, token)).status, 200, 'repeated, it changes nothing');
    t.is((await platform.db('mails').where({ template: 'bot_replaced', recipient: owner.email })).length, 1);
  },
);

test.serial(
  'another bot takes the place of the one before, and takes nothing of its messages for its own',
  async (t) => {
    const { platform, administrator, venue } = t.context;
    const before = await rowOf(t.context, venue.id);
    const bot = await newBot(platform);
    const old = await answers(t.context, venue.bot.id);

    const { status, body } = await call(platform.url, 'PUT', `/api/admin/tenants/${venue.id}/bot-token`, {
      token: administrator.token,
      body: { botToken: bot.token },
    });

    t.is(status, 200, body.error);
    t.like(body.bot, { username: bot.username, another: true });
    t.like(await rowOf(t.context, venue.id), { bot_id: bot.id, bot_generation: before.bot_generation + 1 });
    t.regex(await says(t.context, bot.id, 'Ром +1'), /2 → 3/, 'who was let in is let in');
    await chatOf(platform).write(venue.bot.id, t.context.anna, 'Ром +1');
    t.regex(await says(t.context, bot.id, 'Ром +1'), /3 → 4/, 'nobody reads the old bot');
    t.deepEqual(await answers(t.context, venue.bot.id), old);
    t.is((await venue.call('GET', '/api/bot')).body.bot.username, bot.username);
  },
);

test.serial(
  'a token that Telegram does not know, or of another venue’s bot, or of no bot changes nothing',
  async (t) => {
    const { platform, venue, other } = t.context;
    const before = await rowOf(t.context, other.id);
    const taken = await platform.db('tenants').where({ id: venue.id }).first();

    const unknown = await replace(t.context, other.id, `${other.bot.id}:${'A'.repeat(35)}`);
    const ofAnother = await replace(t.context, other.id, platform.venues.secrets.botTokenOf(taken));
    const wrong = await replace(t.context, other.id, 'no token');
    const stranger = await newOwner(platform);
    const theirs = await replace({ ...t.context, owner: stranger }, other.id, (await newBot(platform)).token);

    t.like(unknown, { status: 400, body: { code: 'bot_token_refused' } });
    t.like(ofAnother, { status: 409, body: { code: 'bot_taken' } });
    t.is(wrong.status, 400);
    t.like(theirs, { status: 404, body: { code: 'tenant_not_found' } });
    t.deepEqual(await rowOf(t.context, other.id), before);
  },
);

test.serial(
  'of two who replace a bot at once both are told of, and the venue answers by the one that is written down',
  async (t) => {
    const { platform, other } = t.context;
    const bots = await Promise.all([newBot(platform), newBot(platform)]);

    const replies = await Promise.all(bots.map(({ token }) => replace(t.context, other.id, token)));

    t.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    const { bot_id } = await rowOf(t.context, other.id);
    t.is(
      (await platform.db('activity').where({ target: `tenant:${other.id}`, action: 'tenant.bot_replaced' })).length,
      2,
    );
    t.regex(await says(t.context, Number(bot_id), '/start'), /./);
  },
);

test.serial(
  'a suspended venue gets its token too, stays suspended, and answers with it when it is activated',
  async (t) => {
    const { platform, administrator, other } = t.context;
    const set = (status: string) =>
      call(platform.url, 'PUT', `/api/admin/tenants/${other.id}/status`, {
        token: administrator.token,
        body: { status },
      });
    await set('suspended');
    const bot = await newBot(platform);

    const { status } = await replace(t.context, other.id, bot.token);

    t.is(status, 200);
    t.like(await rowOf(t.context, other.id), { status: 'suspended', endpoint: null });
    await set('active');
    t.regex(await says(t.context, bot.id, '/start'), /./);
  },
);

test.serial('many who replace bots of a venue that is just starting keep no other venue from waking', async (t) => {
  const { platform, venue, other } = t.context;
  const bot = await newBot(platform);
  const many = await Promise.all([newOwner(platform), newOwner(platform)]);
  const ids = many.map(({ userId }) => userId);
  await platform.db('users').whereIn('id', ids).update({ role: 'admin' });
  for (const id of ids) platform.accounts.sessions.forget(id);
  await platform.venues.runtime.stop(other.id);
  const put = ({ token }: TestOwner, botToken = bot.token) =>
    call(platform.url, 'PUT', `/api/admin/tenants/${venue.id}/bot-token`, { token, body: { botToken } });
  const starting = await platform.db.transaction();
  await takeLock(starting, 'wake', venue.id);
  const replacing = many.flatMap((one) => Array.from({ length: 29 }, () => put(one)));
  await until(async () => {
    const waiting = await platform
      .db('pg_locks as l')
      .join('pg_database as d', 'd.oid', 'l.database')
      .where({ 'l.locktype': 'advisory', 'l.granted': false })
      .whereRaw('d.datname = current_database()')
      .select('l.pid');
    return waiting.length >= 4;
  }, 'some wait for the venue');
  // these requests come after the others, so each is rejected only once Telegram has answered for all of them
  for (const one of many) t.is((await put(one, `${other.bot.id}:${'A'.repeat(35)}`)).status, 400);

  t.is((await other.call('GET', '/api/items')).status, 200);
  await starting.rollback();
  const statuses = (await Promise.all(replacing)).map(({ status }) => status);
  t.deepEqual([...new Set(statuses)], [200]);
});
