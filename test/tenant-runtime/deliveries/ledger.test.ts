import test, { type ExecutionContext } from 'ava';
import { seeded, seedFor } from '../../support/run/random.ts';
import { only } from '../../support/venue/change.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';
import { closed, enter, opened } from '../counting.ts';
import { addSupplier, drafted, posted, reversed, stockOf } from './venue.ts';

const START = new Date('2026-11-20T08:00:00Z').getTime();
const MINUTE = 60_000;
const STEPS = 30;

interface Event {
  item: number;
  at: number;
  /** Thousandths that came or went, or what there was. */
  amount: number;
  kind: 'moved' | 'stated';
  isGone: boolean;
}

/** The stock by the events alone, in whatever order they arrived: what was stated last, and what has moved since. */
function expectedStock(events: readonly Event[], item: number): number {
  const own = events.filter((event) => event.item === item && !event.isGone);
  const stated = own.filter(({ kind }) => kind === 'stated').toSorted((a, b) => b.at - a.at)[0];
  const moved = own.filter(({ kind, at }) => kind === 'moved' && at > (stated?.at ?? 0));
  return moved.reduce((sum, { amount }) => sum + amount, stated?.amount ?? 0);
}

interface Ledger {
  tenant: Tenant;
  items: number[];
  /** Draws the same for the same seed. */
  random: () => number;
  now: () => number;
  wait: () => void;
  supplierId: number;
  events: Event[];
  deliveries: { id: number; events: Event[]; isReversed: boolean }[];
  counts: { id: number; event: Event }[];
  statements: { id: string; event: Event }[];
}

const pick = <T>({ random }: Pick<Ledger, 'random'>, from: readonly T[]): T | undefined =>
  from[Math.floor(random() * from.length)];
const amount = ({ random }: Pick<Ledger, 'random'>): number => Math.floor(random() * 20_000) + 1;
const isLastStatement = ({ events }: Ledger, event: Event): boolean =>
  !events.some((other) => other.kind === 'stated' && !other.isGone && other.item === event.item && other.at > event.at);

function add(ledger: Ledger, item: number, kind: Event['kind'], thousandths: number, at = ledger.now()): Event {
  const event = { item, at, amount: thousandths, kind, isGone: false };
  ledger.events.push(event);
  return event;
}

/** Opens a count again on whose result nothing stands yet. */
async function reopened(ledger: Ledger): Promise<number | undefined> {
  const present = ledger.counts.filter(({ event }) => !event.isGone);
  const isLast = (id: number): boolean =>
    present.every((count) => count.id !== id || isLastStatement(ledger, count.event));
  const one = pick(
    ledger,
    present.filter(({ id }) => isLast(id)),
  );
  if (!one) return undefined;
  const { status } = await ledger.tenant.admin.post(`/api/counts/${one.id}/reopen`).send({ reason: 'проверить' });
  if (status !== 200) throw new Error(`not reopened: ${status}`);
  return one.id;
}

/** What may happen in a venue; each returns what it has done, for a failure's text. */
const acts: ((ledger: Ledger) => Promise<string>)[] = [
  async function move(ledger) {
    const item = pick(ledger, ledger.items) as number;
    const thousandths = ledger.random() < 0.6 ? -amount(ledger) : amount(ledger);
    await only(ledger.tenant.admin, { itemId: item, delta: thousandths / 1000, confirmed: true });
    add(ledger, item, 'moved', thousandths);
    return `move ${item} by ${thousandths}`;
  },
  async function state(ledger) {
    const item = pick(ledger, ledger.items) as number;
    const thousandths = amount(ledger);
    const { id } = await only(ledger.tenant.admin, { itemId: item, set: thousandths / 1000, confirmed: true });
    ledger.statements.push({ id, event: add(ledger, item, 'stated', thousandths) });
    return `state ${item} as ${thousandths}`;
  },
  async function unstate(ledger) {
    const last = pick(
      ledger,
      ledger.statements.filter(({ event }) => !event.isGone && isLastStatement(ledger, event)),
    );
    if (!last) return 'nothing to unstate';
    const { status } = await ledger.tenant.admin.post(`/api/changes/${last.id}/undo`).send({});
    if (status !== 200) throw new Error(`not undone: ${status}`);
    last.event.isGone = true;
    return `unstate ${last.event.item}`;
  },
  async function count(ledger) {
    const { admin } = ledger.tenant;
    const counted = ledger.items
      .map((item) => ({ item, thousandths: amount(ledger) }))
      .filter(() => ledger.random() < 0.7);
    const [first] = counted;
    if (!first) return 'nothing to count';
    const { id } = await opened(admin, { scope: 'items', itemIds: counted.map(({ item }) => item) });
    await enter(admin, id, ...counted.map(({ item, thousandths }) => ({ itemId: item, quantity: thousandths / 1000 })));
    await closed(admin, id);
    const events = counted.map(({ item, thousandths }) => add(ledger, item, 'stated', thousandths));
    ledger.counts.push(...events.map((event) => ({ id, event })));
    return `count ${JSON.stringify(counted)}`;
  },
  async function recount(ledger) {
    const id = await reopened(ledger);
    if (id === undefined) return 'nothing to recount';
    await closed(ledger.tenant.admin, id);
    return `recount ${id}`;
  },
  async function giveUp(ledger) {
    const id = await reopened(ledger);
    if (id === undefined) return 'nothing to give up';
    const { status } = await ledger.tenant.admin.post(`/api/counts/${id}/cancel`).send({ reason: 'зря считали' });
    if (status !== 200) throw new Error(`not cancelled: ${status}`);
    for (const { event } of ledger.counts.filter((count) => count.id === id)) event.isGone = true;
    return `give up ${id}`;
  },
  async function deliver(ledger) {
    const { admin } = ledger.tenant;
    const lines = [...ledger.items, pick(ledger, ledger.items) as number]
      .filter(() => ledger.random() < 0.6)
      .map((item) => ({ item, thousandths: amount(ledger) }));
    if (lines.length === 0) return 'nothing to deliver';
    const late = ledger.random() < 0.6 ? Math.floor(ledger.random() * (ledger.now() - START)) : 0;
    const at = ledger.now() - late;
    const draft = await drafted(
      admin,
      ledger.supplierId,
      lines.map(({ item, thousandths }) => ({
        item_id: item,
        quantity: thousandths / 1000,
        gross: ledger.random() < 0.8 ? amount(ledger) / 100 : null,
      })),
    );
    await posted(admin, draft.id, { received_at: new Date(at).toISOString(), again: true });
    const events = lines.map(({ item, thousandths }) => add(ledger, item, 'moved', thousandths, at));
    ledger.deliveries.push({ id: draft.id, events, isReversed: false });
    return `deliver ${JSON.stringify(lines)} late by ${late / MINUTE} min`;
  },
  async function takeBack(ledger) {
    const one = pick(
      ledger,
      ledger.deliveries.filter(({ isReversed }) => !isReversed),
    );
    if (!one) return 'nothing to take back';
    await reversed(ledger.tenant.admin, one.id);
    one.isReversed = true;
    for (const event of one.events) event.isGone = true;
    return `take back ${one.id}`;
  },
];

async function addsUp(t: ExecutionContext, ledger: Ledger, done: string[]): Promise<void> {
  const { rows } = await ledger.tenant.db.raw(
    `select i.id, i.quantity, coalesce(sum(c.delta), 0) as logged from items i left join changes c on c.item_id = i.id
      group by i.id order by i.id`,
  );
  for (const { id, quantity, logged } of rows) {
    t.is(Number(logged), Number(quantity), `the log of ${id}: ${done.join('; ')}`);
    t.is(
      Math.round(Number(quantity) * 1000),
      expectedStock(ledger.events, id),
      `the stock of ${id}: ${done.join('; ')}`,
    );
  }
}

for (let run = 1; run <= 6; run += 1) {
  test(`whatever comes in whatever order, log and stock add up to the thousandth: ${run}`, async (t) => {
    let now = START;
    const random = seeded(seedFor(`ledger ${run}`));
    const tenant = await startTenant(t, { clock: () => new Date(now) });
    const names = ['Джин', 'Ром', 'Вермут'];
    const items: number[] = [];
    for (const name of names) items.push((await tenant.createItem({ name, unit: 'шт', cost: 100 })).id);
    const ledger: Ledger = {
      tenant,
      items,
      random,
      now: () => now,
      wait: () => {
        now += MINUTE + Math.floor(random() * 120) * MINUTE;
      },
      supplierId: (await addSupplier(tenant.admin)).id,
      events: [],
      deliveries: [],
      counts: [],
      statements: [],
    };
    const done: string[] = [];

    for (let step = 0; step < STEPS; step += 1) {
      ledger.wait();
      const act = pick(ledger, acts) as (typeof acts)[number];
      done.push(await act(ledger));
      await addsUp(t, ledger, done);
    }

    for (const { id } of ledger.deliveries.filter(({ isReversed }) => !isReversed)) await reversed(tenant.admin, id);
    for (const item of items) t.is((await stockOf(tenant.admin, item)).cost, 100, done.join('; '));
  });
}
