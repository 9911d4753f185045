import { ensureAdministrator, ensureDemoOwner } from '@ostatok/api/src/auth/first-accounts.ts';
import { fillDemoPlatform } from '@ostatok/api/src/demo/demo-platform.ts';
import { makeDemoVenue } from '@ostatok/api/src/demo/demo-venue.ts';
import anyTest, { type TestFn } from 'ava';
import { type Reply, signInTo, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';

interface World {
  platform: TestPlatform;
  ownerId: number;
  /** Calls the demo tenant as its administrator. */
  ask: (path: string) => Promise<Reply['body']>;
}
const test = anyTest as TestFn<World>;
const JAMESON = `/api/items?search=${encodeURIComponent('Джемесон')}`;

/** Creates the demo as a first start does. */
async function make(platform: TestPlatform) {
  const clients = { db: platform.db, accounts: platform.accounts.accounts };
  const { userId: administratorId } = await ensureAdministrator(clients, 'admin@localhost');
  const { userId: ownerId } = await ensureDemoOwner(clients, 'demo@localhost');
  await fillDemoPlatform(platform, administratorId, ownerId);
  const { login, password } = await makeDemoVenue(platform, ownerId);
  const venue = await signInTo(platform, { subdomain: 'demo', credentials: { username: login, password } });
  const ask = async (path: string) => {
    const { status, body } = await venue.call('GET', path);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    return body;
  };
  return { ownerId, ask };
}

test.before(async (t) => {
  const platform = await startTestPlatform();
  t.context = { platform, ...(await make(platform)) };
});
test.after.always((t) => t.context.platform.stop());

test.serial('the demo venue shows what each page is for', async (t) => {
  const { ask } = t.context;

  const { items } = await ask('/api/items?limit=200');
  const bottles = items.filter(({ ean }: { ean: string | null }) => ean !== null);
  t.true(items.length >= 55, `${items.length} items`);
  t.true(items.every(({ cost, par, quantity }: Record<string, number>) => cost && par && Number(quantity) > 0));
  t.true(bottles.length >= 40 && bottles.every(({ volume_ml }: { volume_ml: number }) => volume_ml > 0));
  t.true(bottles.filter(({ weight_empty_g }: { weight_empty_g: number }) => weight_empty_g > 0).length >= 25);

  const { changes, pagination } = await ask('/api/changes?limit=200');
  const days = new Set(
    [...changes, ...(await ask('/api/changes?limit=200&page=2')).changes].map(({ at }) => at.slice(0, 10)),
  );
  t.true(pagination.total > 250 && days.size >= 14, `${pagination.total} changes on ${days.size} days`);
  const sources = new Set(changes.map(({ source }: { source: string }) => source));
  t.true(
    ['web', 'scanner', 'count'].every((source) => sources.has(source)),
    [...sources].join(),
  );

  const { counts } = await ask('/api/counts?status=closed');
  t.is(counts.length, 1);
  t.like(counts[0].coverage, { lines: items.length, counted: items.length });
  t.true(counts[0].totals.money.shortage < 0 && counts[0].totals.money.surplus > 0);

  const { totals } = await ask('/api/reports/discrepancies');
  t.true(totals.money.shortage < 0 && totals.money.surplus > 0 && totals.money.withoutCost === 0);
  t.deepEqual((await ask('/api/reports/losses')).totals.map(({ reason }: { reason: string }) => reason).sort(), [
    'comp',
    'transfer',
    'waste',
  ]);
  t.true((await ask('/api/reports/order')).totals.sum > 0);
  t.is((await ask('/api/users')).users.length, 2);
});

test.serial(
  'what was found in the count is what stands on the shelves, whole bottles typed and the open one weighed',
  async (t) => {
    const { items } = await t.context.ask(JAMESON);
    const { counts } = await t.context.ask('/api/counts?status=closed');
    const { entries } = await t.context.ask(`/api/counts/${counts[0].id}/entries?item=${items[0].id}`);

    t.is(items[0].quantity, 4.6);
    t.deepEqual(
      entries.map(({ method, quantity }: { method: string; quantity: number }) => [method, quantity]).sort(),
      [
        ['typed', 4.2],
        ['weighed', 0.4],
      ],
    );
  },
);

test.serial('the demo platform has bottles in its catalogue, and an owner who has paid for a year', async (t) => {
  const { platform, ownerId, ask } = t.context;

  const { items } = await ask(JAMESON);
  t.like(await platform.administration.catalogue.lookup(items[0].ean), {
    description: 'Виски Джемесон',
    volume_ml: 700,
  });
  t.true((await platform.administration.catalogue.count()) > items.length);
  t.true((await platform.administration.overview.stats()).mrr > 0);
  t.like(await platform.accounts.billing.limitsOf(ownerId), {
    planName: 'professional',
    maxInstances: 3,
    mayCreate: true,
  });
});

test.serial('a real bottle that is scanned or written in the demo venue is found in the starter list', async (t) => {
  const { platform, ask } = t.context;
  const bottle = { ean: '3245990250203', description: 'Коньяк Hennessy VS, 0,7 л', volume_ml: 700 };

  t.like((await ask(`/api/lookup/${bottle.ean}`)).alias, bottle);
  for (const name of ['hennessy vs 0.7', 'хеннесси vs 0,7']) {
    const [found] = await platform.administration.matching.search(name);
    t.is(found?.ean, bottle.ean, name);
  }
  t.is((await platform.db('alias_imports').where({ status: 'committed' })).length, 1);
});

test.serial('a start that goes on with what another has begun makes nothing twice', async (t) => {
  const { platform, ask } = t.context;
  const facts = async (asked: World['ask']) => ({
    items: (await asked('/api/items?limit=200')).items.map(
      ({ updated_at: _, ...item }: { updated_at: string }) => item,
    ),
    changes: (await asked('/api/changes?limit=1')).pagination.total,
    counts: (await asked('/api/counts')).counts.length,
    aliases: await platform.administration.catalogue.count(),
    mrr: (await platform.administration.overview.stats()).mrr,
    payments: await platform.db('payments').pluck('id'),
  });
  const before = await facts(ask);

  const again = await make(platform);

  t.deepEqual(await facts(again.ask), before);
});
