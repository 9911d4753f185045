import { createHash } from 'node:crypto';
import type { Change } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { CountEntry } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import type { ItemRef, Kept } from '../../tenant-runtime/scanner/offline/operations.ts';
import { browserTest } from '../support/browser/browser.ts';
import { startFlakyLink } from '../support/network/flaky-link.ts';
import { seeded } from '../support/run/random.ts';
import type { Phone, PhoneAction } from '../support/scanner/phone.ts';
import { switchOn } from '../support/scanner/phone-page.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

declare let phone: Phone;

const SEED = Number(process.env.OFFLINE_DAY_SEED ?? 20_261_121);
const SCANS = 1_000;
const ITEMS = 40;
const DAY_MS = 24 * 3600_000;
/** Codes that the tenant does not know and that both phones scan. */
const NEW_CODES = [
  '4600494000737',
  '4810094000017',
  '5011013100132',
  '3245990250203',
  '4008400401027',
  '7312040017034',
];

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

interface Day {
  items: Item[];
  countId: number;
  random: () => number;
  name: string;
  from: number;
}

/** A day of one phone: changes, count entries, some undone, and new items as their codes turn up. */
function planDay({ items, countId, random, name, from }: Day): PhoneAction[] {
  const deeds: PhoneAction[] = [];
  const entries: { id: string; ref: { itemId: number } }[] = [];
  const keys: string[] = [];
  const given = { source: 'scanner', method: 'scanned' } as const;
  const thousandths = (most: number): number => Math.ceil(random() * most) / 1000;
  for (let at = 0; at < SCANS; at += 1) {
    const id = uuidOf(`${SEED}:${name}:${at}`);
    const item = items[Math.floor(random() * items.length)] as Item;
    const said = {
      id,
      at: new Date(from + (at / SCANS) * DAY_MS).toISOString(),
      itemName: item.name,
      unit: item.unit,
    };
    const due = NEW_CODES[keys.length];
    if (due && at > (keys.length + 1) * 120 + random() * 40) {
      keys.push(id);
      const fields = { name: `Новинка ${due} с телефона ${name}`, unit: 'л' as const, category: 'Новое', ean: due };
      deeds.push({ said: { ...said, itemName: fields.name }, operation: { kind: 'item', item: fields } });
      continue;
    }
    const key = random() < 0.1 ? keys[Math.floor(random() * keys.length)] : undefined;
    const ref: ItemRef = key ? { itemKey: key } : { itemId: item.id };
    const kind = random();
    const back = kind < 0.03 ? entries.splice(Math.floor(random() * entries.length), 1)[0] : undefined;
    if (back) {
      deeds.push({ said, operation: { kind: 'takeBack', ref: back.ref, countId, entryId: back.id } });
    } else if (kind < 0.35) {
      const amount = { quantity: thousandths(2000) };
      deeds.push({ said, operation: { kind: 'entry', ref, countId, areaId: null, amount, ...given } });
      if ('itemId' in ref) entries.push({ id, ref });
    } else if (kind < 0.4) {
      deeds.push({ said, operation: { kind: 'change', ref, amount: { set: thousandths(9000) }, ...given } });
    } else {
      const delta = random() < 0.8 ? -thousandths(700) : thousandths(4000);
      const reason = delta < 0 && random() < 0.1 ? ({ reason: 'waste' } as const) : {};
      deeds.push({ said, operation: { kind: 'change', ref, amount: { delta }, ...reason, ...given } });
    }
  }
  return deeds;
}

const queued = (page: Page): Promise<readonly Kept[]> => page.evaluate(() => phone.queued());
/** Counted in the page: a thousand records are slow to transfer out of it, and this runs every round. */
const countWaiting = (page: Page): Promise<number> =>
  page.evaluate(() => phone.queued().filter(({ error }) => error === undefined).length);
const thousand = (value: number): number => Math.round(value * 1000);

/** Sends from the phones in random order over the flaky link, killing pages on the way, until nothing waits. */
async function deliver(
  pages: Page[],
  restart: (index: number) => Promise<Page>,
  { random, link }: { random: () => number; link: Awaited<ReturnType<typeof startFlakyLink>> },
): Promise<{ rounds: number; kills: number }> {
  let kills = 0;
  for (let rounds = 1; rounds < 2_000; rounds += 1) {
    const index = Math.floor(random() * pages.length);
    const page = pages[index] as Page;
    const chance = random();
    link.setDown(chance < 0.1);
    const sent = page.evaluate(() => phone.sync()).catch(() => {});
    if (chance > 0.8) {
      // Killed at a random moment while it sends.
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      await page.close();
      pages[index] = await restart(index);
      kills += 1;
    }
    await sent;
    const waiting = await Promise.all(pages.map(countWaiting));
    if (waiting.every((count) => count === 0)) return { rounds, kills };
  }
  throw new Error('The phones did not get rid of what they hold');
}

async function readAll<T>(venue: Tenant, path: string, key: string): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const glue = path.includes('?') ? '&' : '?';
    const { body } = await venue.admin.get(`${path}${glue}limit=1000&page=${page}`);
    rows.push(...body[key]);
    ({ pages } = body.pagination);
  }
  return rows;
}

interface Ledger {
  items: Item[];
  changes: Change[];
  entries: CountEntry[];
}

async function readLedger(venue: Tenant, countId: number): Promise<Ledger> {
  const [items, changes, entries] = await Promise.all([
    readAll<Item>(venue, '/api/items', 'items'),
    readAll<Change>(venue, '/api/changes', 'changes'),
    readAll<CountEntry>(venue, `/api/counts/${countId}/entries`, 'entries'),
  ]);
  const byId = <T extends { id: string | number }>(rows: T[]): T[] =>
    rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  return { items: byId(items), changes: byId(changes), entries: byId(entries) };
}

const sumOf = (rows: { quantity: number }[]): number => rows.reduce((sum, row) => sum + thousand(row.quantity), 0);

/** The sum of others' changes that have a later time than this one but arrived before it. */
const movedSince = (change: Change, changes: Change[]): number =>
  changes
    .filter(({ item, seq, at }) => item.id === change.item.id && seq < change.seq && at > change.at)
    .reduce((sum, { delta }) => sum + thousand(delta), 0);

function checkLedger(t: ExecutionContext, ledger: Ledger, deeds: PhoneAction[], confirmed: Set<string>): void {
  const { items, changes, entries } = ledger;
  const of = (kind: string): PhoneAction[] => deeds.filter(({ operation }) => operation.kind === kind);
  const ids = (rows: PhoneAction[]): string[] => rows.map(({ said }) => said.id).sort();
  const logged = changes.filter(({ source }) => source === 'scanner');
  t.deepEqual(logged.map(({ id }) => id).sort(), ids(of('change')), 'every change is in the log once');
  t.deepEqual(entries.map(({ id }) => id).sort(), ids(of('entry')), 'every entry is in the count once');
  const takenBack = deeds.flatMap(({ operation }) => (operation.kind === 'takeBack' ? [operation.entryId] : []));
  const voided = entries.filter((entry) => entry.voided).map(({ id }) => id);
  t.deepEqual(voided.sort(), takenBack.sort(), 'what was taken back is taken back, and nothing else');

  const given = new Map(deeds.map(({ said, operation }) => [said.id, operation]));
  for (const change of logged) {
    const operation = given.get(change.id);
    if (operation?.kind !== 'change') continue;
    if ('delta' in operation.amount) t.is(thousand(change.delta), thousand(operation.amount.delta));
    if (!('set' in operation.amount)) continue;
    const moved = confirmed.has(change.id) ? 0 : movedSince(change, changes);
    t.is(thousand(change.after), thousand(operation.amount.set) + moved, 'what came after it survives it');
  }
  for (const entry of entries) {
    const operation = given.get(entry.id);
    if (operation?.kind === 'entry' && 'quantity' in operation.amount) {
      t.is(thousand(entry.quantity), thousand(operation.amount.quantity));
    }
  }
  const live = deeds.filter(({ said, operation }) => operation.kind === 'entry' && !takenBack.includes(said.id));
  const amounts = live.map(({ operation }) =>
    operation.kind === 'entry' && 'quantity' in operation.amount ? operation.amount : { quantity: 0 },
  );
  t.is(sumOf(entries.filter((entry) => !entry.voided)), sumOf(amounts), 'the sums of the count are equal');

  for (const item of items) {
    const own = changes.filter((change) => change.item.id === item.id).sort((a, b) => a.seq - b.seq);
    let quantity = 0;
    for (const { before, delta, after } of own) {
      t.is(thousand(before), quantity, `${item.name}: each change begins where the one before it ended`);
      quantity += thousand(delta);
      t.is(thousand(after), quantity);
    }
    t.is(thousand(item.quantity), quantity, `${item.name}: the stock is what the log says`);
  }
}

browserTest(
  'two phones come back from a day offline over a wire that breaks: all is there, and once',
  async (t, { another }) => {
    t.timeout(600_000);
    const random = seeded(SEED);
    const venue = await startTenant(t);
    const second = await venue.asNewUser('olga', 'user', 'Ольга');
    const items: Item[] = [];
    for (let at = 0; at < ITEMS; at += 1)
      items.push(await venue.createItem({ name: `Позиция ${at}`, quantity: 20 + at }));
    const opened = await venue.admin.post('/api/counts').send({ key: uuidOf('count'), title: 'Ночной' });
    t.is(opened.status, 201, JSON.stringify(opened.body));
    const countId: number = opened.body.count.id;

    const from = Date.now() - DAY_MS;
    const days = ['А', 'Б'].map((name) => planDay({ items, countId, random, name, from }));
    const link = await startFlakyLink(t, venue.url, random);
    const owners = [
      { token: venue.user.token, owner: { id: venue.user.id, name: 'Иван' } },
      { token: second.token, owner: { id: second.id, name: 'Ольга' } },
    ];
    const contexts = await Promise.all(owners.map(async () => (await another()).context()));
    let edition = 'ostatok-scanner';
    const restart = (index: number): Promise<Page> => {
      const owner = owners[index];
      const context = contexts[index];
      if (!owner || !context) throw new Error('There are two phones');
      return switchOn(context, link.url, { ...owner, database: edition });
    };

    link.setDown(true);
    const pages = await Promise.all(owners.map((_, index) => restart(index)));
    // Half of the day on one page, the rest after a restart of the phone.
    for (const half of [0, 1]) {
      for (const [index, deeds] of days.entries()) {
        const part = deeds.slice((half * SCANS) / 2, ((half + 1) * SCANS) / 2);
        await pages[index]?.evaluate((amounts) => phone.record(amounts), part);
        await pages[index]?.close();
        pages[index] = await restart(index);
      }
    }
    t.deepEqual(
      (await Promise.all(pages.map(queued))).map(({ length }) => length),
      [SCANS, SCANS],
      'nothing is lost',
    );

    const first = await deliver(pages, restart, { random, link });
    const asked = (await Promise.all(pages.map(queued))).flat();
    t.true(asked.length > 0 && asked.every(({ doubt }) => doubt), 'older than what the other phone said: asked about');
    await Promise.all(pages.map((page) => page.evaluate(() => phone.confirmAll())));
    await deliver(pages, restart, { random, link });
    const left = await Promise.all(pages.map(queued));
    t.deepEqual(
      left.flat().map(({ itemName, error }) => [itemName, error]),
      [],
      'nothing was refused',
    );
    const ledger = await readLedger(venue, countId);
    checkLedger(t, ledger, days.flat(), new Set(asked.map(({ id }) => id)));
    t.is(
      ledger.items.filter(({ category }) => category === 'Новое').length,
      NEW_CODES.length,
      'one item for each code',
    );

    // The phones are restored to the evening before, as from a backup, and send everything once more.
    edition = 'ostatok-scanner-again';
    link.setDown(true);
    for (const [index, deeds] of days.entries()) {
      await pages[index]?.close();
      pages[index] = await restart(index);
      await pages[index]?.evaluate((amounts) => phone.record(amounts), deeds);
    }
    const again = await deliver(pages, restart, { random, link });
    t.deepEqual(
      (await Promise.all(pages.map(queued))).flat().map(({ error }) => error),
      [],
      'nothing was refused',
    );
    t.deepEqual(await readLedger(venue, countId), ledger, 'sent twice changes nothing');
    t.true(link.state.cuts > 10, `the wire broke only ${link.state.cuts} times`);
    t.log(
      `cuts ${link.state.cuts}, rounds ${first.rounds} + ${again.rounds}, killed pages ${first.kills + again.kills}`,
    );
  },
);
