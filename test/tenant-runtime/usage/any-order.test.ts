import test, { type ExecutionContext } from 'ava';
import { seeded, seedFor } from '../../support/run/random.ts';
import { move } from '../counting.ts';
import { addSupplier, drafted, posted, reversed } from '../deliveries/venue.ts';
import { addDish, saved } from '../recipes/venue.ts';
import { type Clocked, countedAt, ledgerOf, rowOf, sell, startClocked } from './venue.ts';

const FIRST = '2026-11-16T07:00:00Z';
const LAST = '2026-11-21T07:00:00Z';
const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const HAPPENED = 14;
const DISH = 'Пунш';
/** Millilitres of the recipe, which makes three servings. */
const OF_RECIPE = 100;

/** What happened to the item; quantities are thousandths of a litre. */
type Fact =
  | { kind: 'delivery'; at: string; quantity: number; isReversed: boolean }
  | { kind: 'waste' | 'comp' | 'transfer' | 'added' | 'taken'; at: string; quantity: number }
  | { kind: 'sold'; day: string; servings: number };

function factsOf(random: () => number): Fact[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const quantity = (): number => 1 + Math.floor(random() * 900);
  const sold = DAYS.filter(() => random() < 0.8).map(
    (day): Fact => ({ kind: 'sold', day, servings: 1 + Math.floor(random() * 40) }),
  );
  const others = Array.from({ length: HAPPENED }, (_, minute): Fact => {
    const at = `${pick(DAYS)}T1${Math.floor(random() * 8)}:${10 + minute}:00Z`;
    const kind = pick(['delivery', 'waste', 'comp', 'transfer', 'added', 'taken'] as const);
    if (kind === 'delivery') return { kind, at, quantity: quantity() * 10, isReversed: random() < 0.4 };
    return { kind, at, quantity: kind === 'added' ? quantity() : -quantity() };
  });
  return [...sold, ...others];
}

/** What should be there, added up as a person would do it. */
function expectedOf(opening: number, facts: readonly Fact[]): number {
  let servings = 0;
  let stock = opening;
  for (const fact of facts) {
    if (fact.kind === 'sold') servings += fact.servings;
    else if (fact.kind === 'delivery') stock += fact.isReversed ? 0 : fact.quantity;
    else if (fact.kind !== 'taken' || !facts.some(({ kind }) => kind === 'sold')) stock += fact.quantity;
  }
  return stock - Math.round((servings * OF_RECIPE) / 3);
}

interface Bar {
  venue: Clocked;
  itemId: number;
  supplierId: number;
}

async function openBar(t: ExecutionContext): Promise<Bar> {
  const venue = await startClocked(t, '2026-11-16T06:00:00Z');
  const rum = await venue.createItem({ name: 'Ром', unit: 'л', quantity: 0 });
  const dish = await addDish(venue.admin, DISH);
  await saved(venue.admin, dish.id, [{ item_id: rum.id, amount: OF_RECIPE, unit: 'мл' }], { yield: 3 });
  return { venue, itemId: rum.id, supplierId: (await addSupplier(venue.admin)).id };
}

async function enter({ venue: { admin }, itemId, supplierId }: Bar, fact: Fact): Promise<void> {
  if (fact.kind === 'sold') {
    await sell(admin, [fact.day, DISH, fact.servings, fact.servings * 100]);
  } else if (fact.kind === 'delivery') {
    const { id } = await drafted(admin, supplierId, [{ item_id: itemId, quantity: fact.quantity / 1000 }]);
    await posted(admin, id, { received_at: fact.at, again: true });
    if (fact.isReversed) await reversed(admin, id);
  } else {
    const reason = fact.kind === 'added' || fact.kind === 'taken' ? {} : { reason: fact.kind };
    await move(admin, itemId, { delta: fact.quantity / 1000, at: fact.at, ...reason });
  }
}

const timeOf = (fact: Fact): string => (fact.kind === 'sold' ? `${fact.day}T23:00:00Z` : fact.at);

/** Counts, and enters the facts each at its time, or all of them after the second count in some other order. */
async function lived(bar: Bar, facts: readonly Fact[], isLate: boolean, random: () => number) {
  const { venue, itemId } = bar;
  const from = await countedAt(venue, FIRST, [[itemId, 40]]);
  const ordered = facts.toSorted((a, b) => timeOf(a).localeCompare(timeOf(b)));
  if (!isLate) {
    for (const fact of ordered) {
      venue.setTime(timeOf(fact));
      await enter(bar, fact);
    }
  }
  const to = await countedAt(venue, LAST, [[itemId, 35.5]]);
  venue.setTime('2026-11-22T07:00:00Z');
  const shuffled = facts.map((fact) => ({ fact, at: random() })).sort((a, b) => a.at - b.at);
  if (isLate) for (const { fact } of shuffled) await enter(bar, fact);
  const row = await rowOf(venue.admin, from, to, itemId);
  const { lines } = await ledgerOf(venue.admin, from, to, itemId);
  return { row, lines };
}

for (const round of [1, 2, 3])
  test(`what should be there does not depend on when papers come, and its ledger adds up (${round})`, async (t) => {
    const random = seeded(seedFor(`any-order ${round}`));
    const facts = factsOf(random);
    const inTime = await lived(await openBar(t), facts, false, random);
    const late = await lived(await openBar(t), facts, true, random);

    t.is(inTime.row.expected, expectedOf(40_000, facts) / 1000, JSON.stringify(facts));
    const { item: _, supplier: __, ...figures } = inTime.row;
    t.like(late.row, figures);
    for (const { row, lines } of [inTime, late]) {
      const shown = lines.slice(0, -1).reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0);
      t.is(shown, Math.round(row.expected * 1000));
      t.is(lines.at(-1)?.difference, row.variance);
    }
  });
