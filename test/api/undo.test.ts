import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import test from 'ava';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';

let platform: TestPlatform;
let admin: TestOwner;
let venue: TestVenue;
test.before(async () => {
  platform = await startTestPlatform();
  admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  platform.accounts.sessions.forget(admin.userId);
  venue = await newVenue(platform, await newOwner(platform));
});
test.after.always(() => platform?.stop());

const ask = async (method: string, path: string, body?: unknown) => admin.call(method, `/api/admin/${path}`, body);
const journal = async (query: string): Promise<ActivityRecord[]> =>
  (await ask('GET', `activity?${query}`)).body.activity;
async function newest(query: string): Promise<ActivityRecord> {
  const [entry] = await journal(query);
  if (!entry) throw new Error(`nothing in the journal: ${query}`);
  return entry;
}
const undo = ({ id }: { id: number }) => ask('POST', `activity/${id}/undo`);
const newAlias = async (ean: string, description: string) =>
  (await ask('POST', 'aliases', { ean, description })).body.alias;

test('an entry of the journal takes back what it tells, says that it is undone and by whom, and does it once', async (t) => {
  const person = await newOwner(platform);
  const statusNow = async () => (await ask('GET', `users/${person.userId}`)).body.user.status;
  await ask('PUT', `users/${person.userId}/status`, { status: 'blocked' });
  const blocked = await newest(`target=user:${person.userId}&action=user.blocked`);
  t.like(blocked, { can_undo: true, undone_at: null, undone_by: null });

  const replies = await Promise.all([undo(blocked), undo(blocked)]);

  t.deepEqual(replies.map(({ status, body }) => body.code ?? status).sort(), [200, 'already_undone']);
  t.is((await journal(`target=user:${person.userId}&action=user.unblocked`)).length, 1);
  t.like(replies.find(({ status }) => status === 200)?.body, {
    message: `Отменено: Заблокирован пользователь ${person.email}`,
    activity: { id: blocked.id, can_undo: false, undone_by: admin.email },
  });
  t.is(await statusNow(), 'active');
  t.like(await newest(`target=user:${person.userId}&action=user.blocked`), {
    id: blocked.id,
    can_undo: false,
    undone_by: admin.email,
  });
  t.is((await undo(blocked)).body.code, 'already_undone');

  // an undo can be undone
  const unblocked = await newest(`target=user:${person.userId}&action=user.unblocked`);
  t.true(unblocked.can_undo);
  t.is((await undo(unblocked)).status, 200);
  t.is(await statusNow(), 'blocked');
});

test('what was taken back elsewhere is undone in the journal too, and an older act of the same is refused in words', async (t) => {
  const person = await newOwner(platform);
  const set = (status: string) => ask('PUT', `users/${person.userId}/status`, { status });
  for (const status of ['blocked', 'active', 'blocked']) await set(status);
  const [last, middle, first] = await journal(`target=user:${person.userId}&action=user`);

  t.deepEqual(
    [last, middle, first].map((entry) => [entry?.action, entry?.can_undo, entry?.undone_by]),
    [
      ['user.blocked', true, null],
      ['user.unblocked', false, admin.email],
      ['user.blocked', false, admin.email],
    ],
  );
  t.is((await undo(first as ActivityRecord)).body.code, 'already_undone');

  const plan = (await ask('POST', 'plans', { name: 'undo-old', display_name: 'Старый', price_monthly: 100 })).body.plan;
  await ask('PUT', `plans/${plan.id}`, { price_monthly: 200 });
  const raised = await newest(`target=plan:${plan.id}&action=plan.updated`);
  await ask('PUT', `plans/${plan.id}`, { price_monthly: 300 });
  const refused = await undo(raised);
  t.deepEqual([refused.status, refused.body.code], [409, 'plan_changed']);
  t.regex(refused.body.error, /с тех пор изменён/);
  const [, shown] = await journal(`target=plan:${plan.id}&action=plan.updated`);
  t.like(shown, { id: raised.id, can_undo: false });
});

test('changes of plans are taken back to the former values: fields, sight, archive and order', async (t) => {
  const plan = (await ask('POST', 'plans', { name: 'undo-me', display_name: 'Пробный', price_monthly: 500 })).body.plan;
  const now = async () => (await ask('GET', `plans/${plan.id}`)).body.plan;
  const steps: [path: string, body: unknown, action: string, changed: object][] = [
    [`plans/${plan.id}`, { price_monthly: 900, max_instances: 3 }, 'plan.updated', { price_monthly: 900 }],
    [`plans/${plan.id}/toggle-public`, undefined, 'plan.visibility', { is_public: false }],
    [`plans/${plan.id}/archive`, undefined, 'plan.archived', { is_archived: true }],
  ];
  for (const [path, body, action, changed] of steps) {
    await ask('PUT', path, body);
    t.like(await now(), changed, action);
    const undone = await undo(await newest(`target=plan:${plan.id}&action=${action}`));
    t.is(undone.status, 200, undone.body.error);
    t.like(await now(), { price_monthly: 500, max_instances: 1, is_public: true, is_archived: false }, action);
  }

  const order = async () => (await ask('GET', 'plans?status=active')).body.plans.map(({ id }: { id: number }) => id);
  const before = await order();
  const turned = before.toReversed().map((id: number, at: number) => ({ id, sort_order: at + 1 }));
  await ask('PUT', 'plans/reorder', { plans: turned });
  t.is((await undo(await newest('action=plan.reordered'))).status, 200);
  t.deepEqual(await order(), before);
});

test('acts on the catalogue are taken back one by one, unless the bottle was changed since', async (t) => {
  const alias = await newAlias('4600000000015', 'Ром');
  const found = async () => (await ask('GET', `aliases/${alias.id}`)).body.alias;
  const entryOf = (action: string) => newest(`target=alias:${alias.id}&action=${action}`);
  await ask('PUT', `aliases/${alias.id}`, { ean: alias.ean, description: 'Ром тёмный' });
  t.is((await undo(await entryOf('alias.created'))).body.code, 'alias_changed');
  t.is((await undo(await entryOf('alias.updated'))).status, 200);
  t.is((await found()).description, 'Ром');

  await ask('DELETE', `aliases/${alias.id}`);
  t.is(await found(), undefined);
  const deleted = await entryOf('alias.deleted');
  t.true(deleted.can_undo);
  t.is((await undo(deleted)).status, 200);
  t.like(await found(), { id: alias.id, description: 'Ром' });

  // from the toast: the former state by its revision
  const { revision } = await found();
  await ask('DELETE', `aliases/${alias.id}`);
  await ask('POST', `aliases/revisions/${revision}/revert`);
  t.like(await entryOf('alias.deleted'), { can_undo: false, undone_by: admin.email });
});

test('a code given to a product, and one taken away, come back by their entries, as does a deleted main code', async (t) => {
  const [main, box] = [await newAlias('4600000000039', 'Ликёр'), await newAlias('4600000000046', 'Ликёр, ящик')];
  const found = async (id: number) => (await ask('GET', `aliases/${id}`)).body.alias;
  const entryOf = (action: string, { id }: { id: number }) => newest(`target=alias:${id}&action=${action}`);
  const add = (ean: string, pack: number) => ask('POST', `aliases/${main.id}/codes`, { ean, pack });
  await add(box.ean, 6);
  const added = await entryOf('alias.code_added', box);
  t.is(added.description, 'Код 4600000000046 (ящик 6) добавлен товару 4600000000039 «Ликёр»');

  await ask('POST', `aliases/${box.id}/separate`);
  t.is((await undo(added)).body.code, 'alias_changed');
  t.is((await undo(await entryOf('alias.code_separated', box))).status, 200);
  t.like(await found(box.id), { product_id: main.id, pack: 6, description: 'Ликёр' });

  const bottle = (await add('4600000000053', 1)).body.alias;
  await ask('DELETE', `aliases/${main.id}`);
  t.like(await found(box.id), { product_id: bottle.id, pack: 6 });
  t.is((await undo(await entryOf('alias.deleted', main))).status, 200);
  t.like(await found(bottle.id), { product_id: main.id, pack: 1 });
  t.like(await found(box.id), { product_id: main.id, pack: 6 });
});

test('a decision on a proposal, a suspended and a deleted venue come back by their entries', async (t) => {
  const row = { tenant_id: venue.id, key: crypto.randomUUID(), ean: '4600000000022', description: 'Джин' };
  const [{ id }] = await platform
    .db('alias_proposals')
    .insert({ ...row, search_key: 'gin' })
    .returning('id');
  await ask('POST', `aliases/proposals/${id}/reject`, { reason: 'Нет' });
  t.is((await undo(await newest(`target=proposal:${id}`))).status, 200);
  t.is((await ask('GET', `aliases/proposals/${id}`)).body.proposal.status, 'pending');

  const statusNow = async () => (await ask('GET', `tenants/${venue.id}`)).body.tenant.status;
  await ask('PUT', `tenants/${venue.id}/status`, { status: 'suspended' });
  t.is((await undo(await newest(`target=tenant:${venue.id}&action=tenant.suspended`))).status, 200);
  t.is(await statusNow(), 'active');
  await ask('DELETE', `tenants/${venue.id}`);
  const deleted = await newest(`target=tenant:${venue.id}&action=tenant.deleted`);
  t.is((await undo(deleted)).status, 200);
  t.is(await statusNow(), 'active');

  await ask('DELETE', `tenants/${venue.id}`);
  await platform.db('tenants').where({ id: venue.id }).update({ purged_at: new Date() });
  const late = await undo(await newest(`target=tenant:${venue.id}&action=tenant.deleted`));
  t.deepEqual([late.status, late.body.code], [409, 'tenant_purged']);
  t.regex(late.body.error, /уже стёрты/);
});

test('what has no way back is not offered one, and a person of no rights may take nothing back', async (t) => {
  const ordered = await newest(`target=tenant:${venue.id}&action=tenant.ordered`);
  t.false(ordered.can_undo);
  t.is((await undo(ordered)).body.code, 'not_undoable');
  t.is((await undo({ id: 2_000_000_000 })).status, 404);
  const person = await newOwner(platform);
  t.is((await person.call('POST', `/api/admin/activity/${ordered.id}/undo`)).status, 403);
});
