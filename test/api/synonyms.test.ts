import type { CatalogueMatch, UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import type { Synonym } from '@ostatok/api/contract/synonyms.endpoints.ts';
import test from 'ava';
import { codeOf } from '../bench/catalogue-names.ts';
import { add, admin, describe, platform, setUpPushes } from '../support/catalogue/pushes.ts';
import { newOwner, newVenue, type TestOwner, type TestVenue } from '../support/platform/platform.ts';

const ids: number[] = [];
setUpPushes(async () => {
  const bottles = ['Ликёр Jagermeister', 'Бренди Torres', 'Ром Bacardi'];
  for (const [at, description] of bottles.entries()) {
    await describe(codeOf(at), { description, volume_ml: 700 });
    const alias = await platform.db('aliases').where({ description }).first('id');
    ids.push(alias.id);
  }
});
const idOf = (at: number): number => ids[at] ?? 0;

interface Bar {
  owner: TestOwner;
  venue: TestVenue;
  item: number;
}

async function bar(name: string, owner?: TestOwner): Promise<Bar> {
  const whose = owner ?? (await newOwner(platform, 'corporate'));
  const venue = await newVenue(platform, whose);
  return { owner: whose, venue, item: await add(venue, undefined, { name }) };
}

const save = ({ owner, venue, item }: Bar, aliasId: number | null) =>
  owner.call('POST', '/api/catalog/matches', { tenantId: venue.id, matches: { [item]: aliasId } });
const undo = ({ owner, venue, item }: Bar) =>
  owner.call('DELETE', '/api/catalog/matches', { tenantId: venue.id, products: [item] });

async function suggested({ owner, venue }: Bar): Promise<CatalogueMatch[]> {
  const { body } = await owner.call('GET', `/api/catalog/unmatched?tenant=${venue.id}`);
  return (body.data.products as UnmatchedProduct[])[0]?.suggestedMatches ?? [];
}

async function waiting(search: string, status = 'pending'): Promise<Synonym[]> {
  const query = new URLSearchParams({ filter: JSON.stringify({ search, status }) });
  return (await admin.call('GET', `/api/admin/aliases/synonyms?${query}`)).body.synonyms;
}
const decide = ({ id }: Synonym, status: string) =>
  admin.call('PUT', `/api/admin/aliases/synonyms/${id}/status`, { status });

test('what an owner has matched once is offered to them again, in another venue too, and to nobody else', async (t) => {
  const first = await bar('Олень красный');
  t.deepEqual(await suggested(first), [], 'no word of it is in the catalogue');
  await save(first, idOf(0));

  const [second, stranger] = [await bar('красный ОЛЕНЬ', first.owner), await bar('Олень красный')];

  const [best] = await suggested(second);
  t.like(best, { id: idOf(0), confidence: 0.98, reasons: [{ of: 'own name', agrees: true }] });
  t.deepEqual(await suggested(stranger), []);
  t.deepEqual(await waiting('олень'), []);
  t.is((await undo(first)).body.undone, 1);
  t.deepEqual(await suggested(second), []);
});

test('a name that three owners agree on waits for an administrator, and is then offered to everybody', async (t) => {
  const bars = await Promise.all(['Тореро 0,7', 'тореро 0.7', 'Тореро 700 мл'].map((name) => bar(name)));
  await save(bars[0] as Bar, idOf(1));
  const sameOwner = await bar('Тореро 0,7', bars[0]?.owner);
  await save(sameOwner, idOf(1));
  await save(bars[1] as Bar, idOf(1));
  t.deepEqual(await waiting('тореро'), [], 'an owner with two venues is one');

  await save(bars[2] as Bar, idOf(1));

  const [synonym] = await waiting('тореро');
  t.like(synonym, { alias_id: idOf(1), description: 'Бренди Torres', owners: 3, status: 'pending', decided_by: null });
  const stranger = await bar('тореро 0,7л');
  const before = await suggested(stranger);
  t.true((before[0]?.confidence ?? 0) < 0.98);
  t.like((await decide(synonym as Synonym, 'approved')).body.synonym, { status: 'approved', decided_by: admin.email });
  t.like((await suggested(stranger))[0], {
    id: idOf(1),
    confidence: 0.98,
    reasons: [{ of: 'synonym', agrees: true }],
  });
  const { body } = await stranger.owner.call('GET', `/api/catalog/search?q=${encodeURIComponent('Тореро 0,7')}`);
  t.is(body.data.results[0].id, idOf(1));
  const entry = await platform
    .db('activity')
    .where({ target: `synonym:${synonym?.id}` })
    .first();
  t.is(entry.action, 'synonym.approved');

  await decide(synonym as Synonym, 'rejected');
  t.true(((await suggested(stranger))[0]?.confidence ?? 0) < 0.98);
  t.is((await waiting('тореро', 'rejected')).length, 1);
});

test('owners who take their matches back take the undecided name with them; a decided one stays', async (t) => {
  const bars = await Promise.all(['Мышь летучая', 'Мышь летучая', 'Летучая мышь'].map((name) => bar(name)));
  for (const one of bars) await save(one, idOf(2));
  const [synonym] = await waiting('мышь');
  t.truthy(synonym);

  await save(bars[0] as Bar, null);
  t.deepEqual(await waiting('мышь'), []);
  await save(bars[0] as Bar, idOf(2));
  const [again] = await waiting('мышь');
  await decide(again as Synonym, 'approved');
  await undo(bars[1] as Bar);

  t.like((await waiting('мышь', 'approved'))[0], { owners: 2 });
});

test('only an administrator decides, once for each state, of a name that is there', async (t) => {
  const owner = await newOwner(platform);
  t.is((await owner.call('GET', '/api/admin/aliases/synonyms')).status, 403);
  t.is((await owner.call('PUT', '/api/admin/aliases/synonyms/1/status', { status: 'approved' })).status, 403);
  t.is((await admin.call('PUT', '/api/admin/aliases/synonyms/999999/status', { status: 'approved' })).status, 404);
  const wrong = await admin.call('PUT', '/api/admin/aliases/synonyms/1/status', { status: 'maybe' });
  t.like(wrong, { status: 400, body: { errors: { status: 'Такого состояния не бывает' } } });
});
