import { randomBytes } from 'node:crypto';
import test from 'ava';
import { DAY, MINUTE } from '../../support/platform/api.ts';
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

let platform: TestPlatform;
let administrator: TestOwner;
test.before(async () => {
  platform = await startTestPlatform();
  administrator = await newOwner(platform);
  await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(administrator.userId);
});
test.after.always(() => platform?.stop());

const TAKEN = 'Этот поддомен уже занят';

async function orderOf(subdomain: string) {
  const { token } = await newBot(platform);
  return { subdomain, botToken: token, adminUsername: 'boss' };
}
const order = async (owner: TestOwner, subdomain: string) =>
  owner.call('POST', '/api/provision/create', await orderOf(subdomain));
const check = async (owner: TestOwner, subdomain: string) =>
  (await owner.call('POST', '/api/provision/check-subdomain', { subdomain })).body;

async function deletedVenue(): Promise<{ owner: TestOwner; venue: TestVenue }> {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const { status } = await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  if (status !== 200) throw new Error(`the deletion answered ${status}`);
  return { owner, venue };
}

test('a deleted venue’s subdomain is taken for others in the words of any taken one, and is its owner’s at once', async (t) => {
  const { owner, venue } = await deletedVenue();
  const { subdomain } = venue;
  const [stranger, living] = [await newOwner(platform), await newVenue(platform, await newOwner(platform))];

  const [kept, taken] = [await check(stranger, subdomain), await check(stranger, living.subdomain)];
  const refused = [await order(stranger, subdomain), await order(stranger, living.subdomain)];

  t.deepEqual([kept.valid, kept.errors], [false, [TAKEN]]);
  t.deepEqual([kept.valid, kept.errors], [taken.valid, taken.errors]);
  t.false(kept.suggestions.includes(subdomain));
  const suggest = async (who: TestOwner) =>
    (await who.call('POST', '/api/provision/suggest-subdomain', { companyName: subdomain })).body.suggestions;
  t.deepEqual(
    [(await suggest(stranger)).includes(subdomain), (await suggest(owner)).includes(subdomain)],
    [false, true],
  );
  for (const { status, body } of refused) {
    t.is(status, 409);
    t.deepEqual(body, { success: false, error: TAKEN, code: 'subdomain_taken', errors: { subdomain: TAKEN } });
  }
  t.true((await check(owner, subdomain)).valid);
  t.is((await order(owner, subdomain)).status, 201);
});

test('an administrator who orders for an owner gets what that owner would', async (t) => {
  const { owner, venue } = await deletedVenue();
  const stranger = await newOwner(platform);
  const orderFor = async ({ email }: TestOwner) =>
    administrator.call('POST', '/api/admin/tenants', { ...(await orderOf(venue.subdomain)), owner: email });

  t.like(await orderFor(stranger), { status: 409, body: { code: 'subdomain_taken' } });
  t.is((await orderFor(owner)).status, 202);
});

test('after the days in which the venue could come back, or once its data is gone, the subdomain is anybody’s', async (t) => {
  const [aged, purged] = [(await deletedVenue()).venue, (await deletedVenue()).venue];
  const stranger = await newOwner(platform);
  const deletedAgo = (ms: number) =>
    platform
      .db('tenants')
      .where({ id: aged.id })
      .update({ deleted_at: new Date(Date.now() - ms) });

  await deletedAgo(7 * DAY - MINUTE);
  t.false((await check(stranger, aged.subdomain)).valid);
  await deletedAgo(7 * DAY + MINUTE);
  await platform.venues.removal.purge(purged.id, new Date());

  t.true((await check(stranger, aged.subdomain)).valid);
  t.is((await order(stranger, aged.subdomain)).status, 201);
  t.true((await check(stranger, purged.subdomain)).valid);
});

test('a subdomain whose venue never opened is kept for nobody', async (t) => {
  const [clumsy, other] = [await newOwner(platform), await newOwner(platform)];
  const subdomain = `v-${randomBytes(5).toString('hex')}`;
  const refused = { ...(await orderOf(subdomain)), botToken: `123456789:${'A'.repeat(35)}` };

  t.is((await clumsy.call('POST', '/api/provision/create', refused)).body.code, 'bot_token_refused');

  t.true((await check(other, subdomain)).valid);
  t.is((await order(other, subdomain)).status, 201);
});

test('a stranger who orders at the moment of the deletion does not win, nor at once with the former owner', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const stranger = await newOwner(platform);
  const input = await orderOf(venue.subdomain);
  const deletion = await platform.db.transaction();
  await deletion('tenants')
    .where({ id: venue.id })
    .update({ status: 'deleted', deleted_at: new Date(), deleted_by: 'owner' });

  const ordering = stranger.call('POST', '/api/provision/create', input);
  const waiting = { datname: platform.db.raw('current_database()'), wait_event_type: 'Lock' };
  await until(async () => (await platform.db('pg_stat_activity').where(waiting)).length > 0, 'the order waits');
  await deletion.commit();

  t.like(await ordering, { status: 409, body: { code: 'subdomain_taken' } });
  const both = await Promise.all([order(stranger, venue.subdomain), order(owner, venue.subdomain)]);
  t.deepEqual(
    both.map(({ status }) => status),
    [409, 201],
  );
});

test('a deleted account’s subdomains wait as well, for whoever proves the same address anew', async (t) => {
  const owner = await newOwner(platform);
  const { subdomain } = await newVenue(platform, owner);
  const { email, password } = owner;
  t.is((await owner.call('DELETE', '/api/auth/delete-account', { password })).status, 200);
  const stranger = await newOwner(platform);

  t.like(await order(stranger, subdomain), { status: 409, body: { code: 'subdomain_taken' } });
  const anew = (await call(platform.url, 'POST', '/api/auth/register', { body: { email, password, name: 'Анна' } }))
    .body;
  const isFree = async () => {
    const asked = { token: anew.token, body: { subdomain } };
    return (await call(platform.url, 'POST', '/api/provision/check-subdomain', asked)).body.valid;
  };
  t.false(await isFree(), 'anybody may register a free address');
  await platform.db('users').where({ id: anew.user.id }).update({ email_verified: true });
  t.true(await isFree());
});
