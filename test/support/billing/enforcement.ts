import test, { type ExecutionContext } from 'ava';
import { createClock } from '../platform/api.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../platform/platform.ts';

export const clock = createClock();
export let platform: TestPlatform;
let administrator: TestOwner;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpEnforcement(): void {
  test.before(async () => {
    platform = await startTestPlatform({}, { now: clock.now });
    administrator = await newOwner(platform);
    await platform.db('users').where({ id: administrator.userId }).update({ role: 'admin' });
    platform.accounts.sessions.forget(administrator.userId);
  });
  test.after.always(() => platform?.stop());
}

/** Signs in again: a token lives less than a month. */
export async function signInAgain(owner: TestOwner): Promise<TestOwner> {
  const { email, password } = owner;
  const { token } = (await call(platform.url, 'POST', '/api/auth/login', { body: { email, password } })).body;
  return { ...owner, token, call: (method, path, body) => call(platform.url, method, path, { token, body }) };
}

export const planId = async (name: string): Promise<number> =>
  (await platform.db('plans').where({ name }).first('id')).id;

export async function pay(owner: TestOwner, plan: string): Promise<void> {
  const choice = { planId: await planId(plan), billingPeriod: 'monthly' };
  const made = await owner.call('POST', '/api/billing/create-payment', choice);
  const approved = await call(platform.url, 'POST', `/sandbox/api/payments/${made.body.paymentId}/approve`, {
    body: {},
  });
  if (approved.body.status !== 'succeeded') throw new Error(JSON.stringify([made.body, approved.body]));
}

/** Leaves the subscription as a billing event does, without its enforcement: as if the process had died there. */
export const leave = (owner: TestOwner, plan: string, status = 'active') =>
  platform
    .db('subscriptions')
    .where({ user_id: owner.userId })
    .update({ status, plan_id: platform.db('plans').where({ name: plan }).select('id') });

export const enforce = (owner: TestOwner): Promise<void> => platform.venues.enforcement.enforce(owner.userId);

export async function ownerOf(
  count: number,
  plan = 'professional',
): Promise<{ owner: TestOwner; venues: TestVenue[] }> {
  const owner = await newOwner(platform, plan);
  const venues: TestVenue[] = [];
  for (let made = 0; made < count; made += 1) venues.push(await newVenue(platform, owner));
  return { owner, venues };
}

/** The state of each tenant on the owner's page, oldest first. */
export async function shown(owner: TestOwner): Promise<string[]> {
  const { body } = await owner.call('GET', '/api/provision/my-tenants');
  return body.tenants
    .map(({ status, suspended_by }: Record<string, string>) => (suspended_by ? `${status} by ${suspended_by}` : status))
    .reverse();
}

export const look = (venue: TestVenue): Promise<Reply> => venue.call('GET', '/api/items');
export const put = (venue: TestVenue, status: string): Promise<Reply> =>
  administrator.call('PUT', `/api/admin/tenants/${venue.id}/status`, { status });
export const state = (venue: TestVenue): Promise<string> => platform.venues.runtime.state(venue.id);

export async function activityOf(venue: TestVenue, action: string): Promise<number> {
  const rows = await platform.db('activity').where({ target: `tenant:${venue.id}`, action });
  return rows.length;
}

export async function isShut(t: ExecutionContext, venue: TestVenue): Promise<void> {
  t.like(await look(venue), { status: 403, body: { success: false, code: 'tenant_suspended' } });
  t.is(await state(venue), 'asleep');
}
