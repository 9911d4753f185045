import type { Synonym } from '@ostatok/api/contract/synonyms.endpoints.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { codeOf } from '../bench/catalogue-names.ts';
import {
  add,
  admin,
  describe,
  isRunning,
  itemOf,
  pending,
  platform,
  push,
  resultsOf,
  setUpPushes,
  sleep,
} from '../support/catalogue/pushes.ts';
import { serverUrl } from '../support/database/postgres.ts';
import { newOwner, newVenue, type TestOwner, type TestVenue } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

const [JAMESON, TORRES, MALIBU] = [0, 1, 2].map(codeOf) as [string, string, string];
setUpPushes(async () => {
  await describe(JAMESON, { description: 'Виски Jameson', volume_ml: 700 });
  await describe(TORRES, { description: 'Бренди Torres', volume_ml: 700 });
  await describe(MALIBU, { description: 'Ликёр Malibu', volume_ml: 700 });
});
const idOf = async (ean: string): Promise<number> =>
  (
    await platform
      .db('aliases')
      .where({ ean: ean.padStart(13, '0') })
      .first('id')
  ).id;

type Say = (...texts: string[]) => Promise<string[]>;

/** The venue's administrator in the chat with its bot. */
async function chatOf(venue: TestVenue): Promise<Say> {
  const chat = platform.sandbox?.chat;
  if (!chat) throw new Error('no built-in chat');
  const person = await chat.createPerson({ first_name: 'Анна' });
  const say: Say = async (...texts) => {
    const answers = async () => (await chat.messages(venue.bot.id, person.id)).filter(({ from_bot }) => from_bot);
    const before = (await answers()).length;
    for (const text of texts) await chat.write(venue.bot.id, person.id, text);
    await until(async () => (await answers()).length >= before + texts.length, `answers to ${texts.join(', ')}`);
    return (await answers()).slice(before).map(({ text = '' }) => text);
  };
  await say(startCommand(venue.telegramLink));
  return say;
}

/** A new venue matches an item of this name with the product. */
async function matched(owner: TestOwner, name: string, ean: string): Promise<{ venue: TestVenue; item: number }> {
  const venue = await newVenue(platform, owner);
  const item = await add(venue, undefined, { name });
  await owner.call('POST', '/api/catalog/matches', { tenantId: venue.id, matches: { [item]: await idOf(ean) } });
  await sleep(venue);
  return { venue, item };
}

async function decide(search: string, status: string): Promise<void> {
  const query = new URLSearchParams({ filter: JSON.stringify({ search, status: 'all' }) });
  const { body } = await admin.call('GET', `/api/admin/aliases/synonyms?${query}`);
  const [synonym] = body.synonyms as Synonym[];
  await admin.call('PUT', `/api/admin/aliases/synonyms/${synonym?.id}/status`, { status });
}

const corporate = (): Promise<TestOwner> => newOwner(platform, 'corporate');

test.serial('an approved synonym comes with a push to who has the barcode, and goes when it is rejected', async (t) => {
  for (const owner of await Promise.all([corporate(), corporate(), corporate()])) {
    await matched(owner, 'Жэка 0,7', JAMESON);
  }
  const owner = await corporate();
  const [awake, asleep, other] = [
    await newVenue(platform, owner),
    await newVenue(platform, owner),
    await newVenue(platform, owner),
  ];
  await add(awake, JAMESON, { name: 'Jameson', quantity: 1 });
  const slept = await add(asleep, JAMESON, { name: 'Jameson', quantity: 1 });
  await add(other, TORRES, { name: 'Torres' });
  const [inAwake, inAsleep] = [await chatOf(awake), await chatOf(asleep)];
  await push();
  t.is(await pending(), 0);
  t.regex((await inAwake('Жэка +0,7'))[0] ?? '', /такой позиции нет/, 'nobody has approved it yet');
  await sleep(asleep);
  await sleep(other);

  await decide('жэка', 'approved');
  t.is(await pending(), 1);
  const trial = await push({ dryRun: true });
  const { body } = await push();
  const results = await resultsOf(body.operation);

  t.is(trial.body.message, 'Обновятся заведения: 5, позиций: 0, названий: у 5');
  t.is(body.message, 'Обновлено заведений: 5, позиций: 0, названий: у 5', 'those who call it so have it too');
  t.like(results.get(asleep.id), { status: 'done', message: 'Обновлено позиций: 0, названий: у 1' });
  t.like(results.get(other.id), { status: 'skipped' });
  await isRunning(t, asleep, false);
  t.is(await pending(), 0);
  t.deepEqual(await inAwake('Жэка +0,7'), ['Jameson: 1 → 1,7 л (+0,7)']);
  t.deepEqual(await inAsleep('Жэка +0,7'), ['Jameson: 1 → 1,7 л (+0,7)']);
  const found = await awake.call('GET', `/api/items?search=${encodeURIComponent('жэка')}`);
  t.is(found.body.items[0]?.name, 'Jameson', 'the panel finds it too');

  await asleep.call('PUT', `/api/items/${slept}`, { ean: null });
  t.regex((await inAsleep('Жэка +1'))[0] ?? '', /такой позиции нет/, 'the barcode took the synonym with it');
  await decide('жэка', 'rejected');
  t.is(await pending(), 1);
  await push();
  t.regex((await inAwake('Жэка +0,7'))[0] ?? '', /такой позиции нет/);
  t.is((await push()).body.message, 'Обновлено заведений: 0, позиций: 0');
});

test.serial(
  'what an owner calls a product in one venue the bots of their other ones understand, and no others',
  async (t) => {
    const [owner, stranger] = [await corporate(), await corporate()];
    const first = await matched(owner, 'Бычок', TORRES);
    const [second, foreign] = [await newVenue(platform, owner), await newVenue(platform, stranger)];
    for (const venue of [second, foreign]) {
      await add(venue, TORRES, { name: 'Torres', quantity: 1 });
      await add(venue, undefined, { name: 'Бычок вяленый', quantity: 0 });
    }
    const [own, others] = [await chatOf(second), await chatOf(foreign)];

    await push();

    t.is(await pending(), 0);
    t.regex((await own('Бычок +1'))[0] ?? '', /что именно|какой|Уточните|«Бычок»/i);
    t.is((await itemOf(second, 1)).quantity, 1, 'two items may be meant, so it asks');
    t.regex((await others('Бычок +1'))[0] ?? '', /Бычок вяленый/);

    await owner.call('DELETE', '/api/catalog/matches', { tenantId: first.venue.id, products: [first.item] });
    t.is(await pending(), 1);
    await push();
    t.regex((await own('Бычок +1'))[0] ?? '', /^Бычок вяленый/);
  },
);

test.serial('names of aliases that one venue calls alike make its bot ask; an own exact name wins', async (t) => {
  const owner = await corporate();
  await matched(owner, 'Пальма', MALIBU);
  await matched(owner, 'Пальма', TORRES);
  await matched(owner, 'Кокос', MALIBU);
  const venue = await newVenue(platform, owner);
  await add(venue, MALIBU, { name: 'Malibu', quantity: 1 });
  await add(venue, TORRES, { name: 'Torres', quantity: 1 });
  await add(venue, undefined, { name: 'Кокос', quantity: 1 });
  const say = await chatOf(venue);

  await push();

  t.notRegex((await say('Пальма +1'))[0] ?? '', /→/);
  t.deepEqual(await say('Кокос +1'), ['Кокос: 1 → 2 л (+1)']);
});

test.serial('a venue whose database knows no names yet is started for them once and sleeps again', async (t) => {
  const owner = await corporate();
  await matched(owner, 'Торопыжка', TORRES);
  const venue = await newVenue(platform, owner);
  const item = await add(venue, TORRES, { name: 'Torres', quantity: 1 });
  const say = await chatOf(venue);
  await sleep(venue);
  const db = connect(serverUrl().replace(/\/[^/]*$/, `/${venue.id}`), { max: 1 });
  for (const name of ['take_alias_names', 'catalogue_names']) await db.raw('drop function ??', [name]);
  await db.raw('alter table items drop column alias_names');
  await db('knex_migrations').where({ name: '102-alias-names' }).delete();
  await db.destroy();

  const { body } = await push();

  t.deepEqual((await resultsOf(body.operation)).get(venue.id)?.result, { used: 1, updated: 1, unchanged: 0, named: 1 });
  await isRunning(t, venue, false);
  t.deepEqual(await say('торопыжка +1'), ['Torres: 1 → 2 л (+1)']);
  t.is((await itemOf(venue, item)).volume_ml, 700);
});
