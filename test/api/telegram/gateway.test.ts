import test from 'ava';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { until } from '../../support/run/until.ts';
import { sealToken, serveSandbox } from '../../support/sandbox/sandbox.ts';
import {
  gatewayFor,
  livingReader,
  newVenue,
  quick,
  refusal,
  sandbox,
  setUpGateway,
  textsOf,
} from '../../support/telegram/gateway.ts';

setUpGateway();

// a gateway serves every active tenant of the database, so these tests run one after another
test.serial('updates reach their venue in order, and a venue made later is taken up by refresh', async (t) => {
  const first = await newVenue();
  const second = await newVenue({ status: 'creating' });
  const gateway = gatewayFor([first, second]);
  await gateway.start();
  t.teardown(() => gateway.stop());
  const texts = Array.from({ length: 30 }, (_, index) => `Джин +${index}`);
  for (const text of texts) await first.write(text);
  await until(() => first.taken.length >= 30, 'all delivered');
  t.deepEqual(first.taken, texts);

  await second.write('Ром +1');
  t.deepEqual(second.taken, []);
  await sandbox.db('tenants').where({ id: second.id }).update({ status: 'active' });
  await gateway.refresh();
  await until(() => second.taken.length > 0, 'the new venue has its update');
  await Promise.all([first.remove(), second.remove()]);
});

test.serial('nothing is confirmed before the venue has taken it, and nothing is lost while it is down', async (t) => {
  const venue = await newVenue();
  let down = true;
  let tries = 0;
  const gateway = gatewayFor([venue], {
    deliver: async (_id, updates) => {
      tries += 1;
      if (down) throw refusal(503);
      venue.taken.push(...textsOf(updates));
    },
  });
  await gateway.start();
  t.teardown(() => gateway.stop());
  await venue.write('Джин +1');
  await venue.write('Джин +2');
  await until(() => tries > 3, 'several tries');
  t.is((await sandbox.db('sandbox_updates').where({ bot_id: venue.bot.id })).length, 2);
  down = false;
  await until(() => venue.taken.length === 2, 'delivered after all');
  t.deepEqual(venue.taken, ['Джин +1', 'Джин +2']);
  await venue.write('Джин +3');
  await until(async () => venue.taken.length === 3, 'the next one too');
  await venue.remove();
});

test.serial('an update that the venue refuses for good is left out, the others arrive', async (t) => {
  const venue = await newVenue();
  const gateway = gatewayFor([venue], {
    deliver: async (_id, updates) => {
      if (textsOf(updates).includes('яд')) throw refusal(400);
      venue.taken.push(...textsOf(updates));
    },
  });
  for (const text of ['раз', 'яд', 'два']) await venue.write(text);
  await gateway.start();
  t.teardown(() => gateway.stop());
  await until(() => venue.taken.length === 2, 'the others');
  t.deepEqual(venue.taken, ['раз', 'два']);
  await venue.remove();
});

test.serial(
  'of two gateways one polls each bot; when it stops, the other goes on without repeating anything',
  async (t) => {
    const own = await Promise.all([newVenue(), newVenue(), newVenue()]);
    const other = await serveSandbox(sandbox.databaseUrl, sandbox.home);
    // a lease that ends while the machine stalls would be taken over, so these are long, and are released by stopping
    const times = { ...quick, leaseMs: 20_000 };
    const gateways = [
      gatewayFor(own, { times }),
      gatewayFor(own, { times, db: other.db, apiRoots: createApiRoots(() => [other.apiRoot]) }),
    ];
    t.teardown(async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await other.stop();
    });
    await Promise.all(gateways.map((gateway) => gateway.start()));
    const polled = (): number => gateways.reduce((sum, gateway) => sum + gateway.polling(), 0);
    // the first one may have taken all, and what it offers waits for the other's next look
    await until(() => polled() === own.length, 'each bot is polled once');
    const texts = Array.from({ length: 20 }, (_, index) => `Ром +${index}`);
    for (const text of texts.slice(0, 10)) await Promise.all(own.map((venue) => venue.write(text)));
    await until(() => own.every(({ taken }) => taken.length >= 10), 'the first half');
    const polling = gateways.findIndex((gateway) => gateway.polling() > 0);
    await gateways[polling]?.stop();
    for (const text of texts.slice(10)) await Promise.all(own.map((venue) => venue.write(text)));
    await until(() => own.every(({ taken }) => taken.length >= 20), 'the second half by the other');
    for (const venue of own) t.deepEqual(venue.taken, texts);
    await Promise.all(own.map((venue) => venue.remove()));
  },
);

// long enough for a machine that stalls: what ends these leases the tests do
const long = { ...quick, leaseMs: 60_000 };

test.serial('a gateway that hangs is followed when its leases expire, and nothing is lost', async (t) => {
  const venue = await newVenue();
  const hanging = await livingReader();
  t.teardown(hanging.end);
  const { holder } = hanging;
  const expires_at = sandbox.db.raw(`now() + interval '1 minute'`);
  await sandbox.db('bot_leases').insert({ tenant_id: venue.id, holder, expires_at });
  await venue.write('Джин +1');
  const gateway = gatewayFor([venue], { times: long });
  t.teardown(() => gateway.stop());
  await gateway.start();
  t.is(gateway.polling(), 0);
  await sandbox.db('bot_leases').where({ holder }).update({ expires_at: sandbox.db.fn.now() });
  await gateway.refresh();
  await until(() => venue.taken.length === 1, 'taken over');
  t.deepEqual(venue.taken, ['Джин +1']);
  await venue.remove();
});

test.serial('api processes share the bots evenly; one that dies is followed before its leases expire', async (t) => {
  const venues = await Promise.all(Array.from({ length: 6 }, () => newVenue()));
  const other = await livingReader();
  const gateway = gatewayFor(venues, { times: long });
  t.teardown(() => gateway.stop());
  const offered = () => sandbox.db('bot_leases').where('expires_at', '<=', sandbox.db.fn.now()).pluck('tenant_id');

  await gateway.start();
  t.is(gateway.polling(), 3);
  await until(async () => (await offered()).length === 3, 'the rest is offered');
  const theirs = { holder: other.holder, expires_at: sandbox.db.raw(`now() + interval '1 minute'`) };
  await sandbox
    .db('bot_leases')
    .whereIn('tenant_id', await offered())
    .update(theirs);
  await Promise.all(venues.map((venue) => venue.write('Джин +1')));
  await gateway.refresh();
  t.is(gateway.polling(), 3, 'a living one keeps its own');

  await other.end();
  await until(() => gateway.polling() === 6, 'it looks for the dead by itself');

  await until(() => venues.every(({ taken }) => taken.length === 1), 'each has its message once');
  await Promise.all(venues.map((venue) => venue.remove()));
});

test.serial('a lease that a clock which went ahead has dated keeps no bot silent', async (t) => {
  const venue = await newVenue();
  const dead = '00000000-0000-4000-8000-000000000000';
  await sandbox.db('bot_leases').insert({
    tenant_id: venue.id,
    holder: dead,
    expires_at: sandbox.db.raw(`now() + interval '7 days'`),
  });
  await venue.write('Джин +1');
  const gateway = gatewayFor([venue]);
  t.teardown(() => gateway.stop());
  await gateway.start();
  await until(() => venue.taken.length === 1, 'taken over');
  // nor does it release its own lease early
  await sandbox.db('bot_leases').update({ expires_at: sandbox.db.raw(`now() + interval '7 days'`) });
  await gateway.refresh();
  t.is(gateway.polling(), 1);
  const [lease] = await sandbox
    .db('bot_leases')
    .select(sandbox.db.raw(`expires_at < now() + interval '2 seconds' as soon`));
  t.true(lease.soon);
  await venue.remove();
});

test.serial('a platform that is alone does not wait for the leases of its killed self', async (t) => {
  const venue = await newVenue();
  const dead = '00000000-0000-4000-8000-000000000000';
  await sandbox.db('bot_leases').insert({
    tenant_id: venue.id,
    holder: dead,
    expires_at: sandbox.db.raw(`now() + interval '1 hour'`),
  });
  const gateway = gatewayFor([venue], { alone: true });
  t.teardown(() => gateway.stop());
  await gateway.start();
  t.is(gateway.polling(), 1);
  await venue.remove();
});

test.serial('a revoked token is recorded on the venue, and forgotten when the token works again', async (t) => {
  const venue = await newVenue();
  const { token } = await sandbox.sandbox.chat.renewToken(venue.bot.id);
  const gateway = gatewayFor([venue]);
  t.teardown(() => gateway.stop());
  await gateway.start();
  await until(async () => (await venue.row()).bot_state === 'revoked', 'recorded');
  await sandbox
    .db('tenants')
    .where({ id: venue.id })
    .update({ bot_token_sealed: sealToken(token) });
  await gateway.refresh();
  await venue.write('Джин +1');
  await until(() => venue.taken.length === 1, 'delivered with the new token');
  t.is((await venue.row()).bot_state, 'ok');
  await venue.remove();
});

test.serial(
  'a new token goes on after what was delivered with the one before, which could not confirm it',
  async (t) => {
    const venue = await newVenue();
    let token = '';
    const gateway = gatewayFor([venue], {
      deliver: async (_id, updates) => {
        if (!token) ({ token } = await sandbox.sandbox.chat.renewToken(venue.bot.id));
        venue.taken.push(...textsOf(updates));
      },
    });
    t.teardown(() => gateway.stop());
    await venue.write('Джин +1');
    await gateway.start();
    await until(async () => (await venue.row()).bot_state === 'revoked', 'the token before is refused');
    await sandbox
      .db('tenants')
      .where({ id: venue.id })
      .update({ bot_token_sealed: sealToken(token) });
    await gateway.refresh();
    await venue.write('Ром +1');
    await until(() => venue.taken.includes('Ром +1'), 'delivered with the new token');
    t.deepEqual(venue.taken, ['Джин +1', 'Ром +1']);
    await venue.remove();
  },
);

for (const fault of [
  { kind: 'rate_limit', retryAfter: 1, times: 1 },
  { kind: 'error', retryAfter: 1, times: 3 },
  { kind: 'cut', retryAfter: 1, times: 3 },
] as const) {
  test.serial(`Telegram answering with ${fault.kind} delays updates and loses none`, async (t) => {
    const venue = await newVenue();
    await sandbox.sandbox.chat.injectFault(venue.bot.id, { ...fault, method: 'getupdates' });
    await venue.write('Джин +1');
    const gateway = gatewayFor([venue]);
    t.teardown(() => gateway.stop());
    await gateway.start();
    await until(() => venue.taken.length === 1, 'delivered');
    t.deepEqual(venue.taken, ['Джин +1']);
    await venue.remove();
  });
}

test.serial('a webhook left from elsewhere is taken away, its updates are kept', async (t) => {
  const venue = await newVenue();
  await sandbox.bot(venue.bot.token, 'setWebhook', { url: 'http://127.0.0.1:9/nowhere' });
  await venue.write('Джин +1');
  const gateway = gatewayFor([venue]);
  t.teardown(() => gateway.stop());
  await gateway.start();
  await until(() => venue.taken.length === 1, 'delivered');
  t.is((await sandbox.bot(venue.bot.token, 'getWebhookInfo')).body.result.url, '');
  await venue.remove();
});

test.serial(
  'the bot of a suspended venue is heard too, so that it can say so; one of a deleted venue is not',
  async (t) => {
    const venue = await newVenue();
    const gateway = gatewayFor([venue]);
    t.teardown(() => gateway.stop());
    await gateway.start();
    t.is(gateway.polling(), 1);
    await sandbox.db('tenants').where({ id: venue.id }).update({ status: 'suspended' });
    await gateway.refresh();
    await venue.write('Джин +1');
    await until(() => venue.taken.length === 1, 'handed over');
    await venue.remove();
    await gateway.refresh();
    await until(() => gateway.polling() === 0, 'no longer polled');
    t.pass();
  },
);
