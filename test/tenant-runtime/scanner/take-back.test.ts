import { randomUUID } from 'node:crypto';
import type { Change } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { ExecutionContext } from 'ava';
import type { BrowserContext, Page } from 'playwright-core';
import type { Operation } from '../../../tenant-runtime/scanner/offline/operations.ts';
import { type Taken, type TakenBack, takenOf } from '../../../tenant-runtime/scanner/offline/take-back.ts';
import { browserTest } from '../../support/browser/browser.ts';
import type { Phone } from '../../support/scanner/phone.ts';
import { switchOn } from '../../support/scanner/phone-page.ts';
import { startTenant, type Tenant } from '../../support/venue/tenant.ts';

declare let phone: Phone;

const given = { source: 'scanner', method: 'scanned' } as const;
type Amount = { delta: number } | { set: number };

/** The phone's connection: intact, cut before a request is sent, or cut before its response arrives. */
type Wire = 'whole' | 'cut' | 'deaf' | 'deaf to undo';

async function startPhone(t: ExecutionContext, another: () => Promise<Page>) {
  const venue: Tenant = await startTenant(t);
  const item = await venue.createItem({ name: 'Джемесон', quantity: 5 });
  const ref = { itemId: item.id };
  const context: BrowserContext = (await another()).context();
  let wire: Wire = 'whole';
  await context.route('**/api/**', async (route) => {
    if (wire === 'cut') return route.abort();
    const isAnswered = wire === 'whole' || (wire === 'deaf to undo' && !route.request().url().endsWith('/undo'));
    if (isAnswered) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const options = { token: venue.user.token, owner: { id: venue.user.id, name: 'Иван' }, database: 'taken-back' };
  const open = (): Promise<Page> => switchOn(context, venue.url, options);
  let page = await open();

  async function record(operation: Operation): Promise<Taken> {
    const said = { id: randomUUID(), at: new Date().toISOString(), itemName: 'Джемесон', unit: 'л' as const };
    await page.evaluate((deeds) => phone.record(deeds), [{ said, operation }]);
    const taken = takenOf({ ...said, operation }, '');
    if (!taken) throw new Error('It cannot be taken back');
    return taken;
  }
  const takeBack = (taken: Taken, at = page): Promise<TakenBack> =>
    at.evaluate(([id, given]) => phone.takeBack(id, given), [randomUUID(), taken] as const);

  return {
    venue,
    ref,
    secondTab: open,
    setWire: (next: Wire): void => {
      wire = next;
    },
    change: (amount: Amount) => record({ kind: 'change', ref, amount, ...given }),
    entry: (countId: number, quantity: number) =>
      record({ kind: 'entry', ref, countId, areaId: null, amount: { quantity }, ...given }),
    takeBack,
    sync: () => page.evaluate(() => phone.sync()),
    queued: () => page.evaluate(() => phone.queued()),
    records: () => page.evaluate(() => phone.records()),
    shown: (quantity: number) =>
      page.evaluate(([of, said]) => phone.shown(of, said), [{ itemId: item.id }, quantity] as const),
    /** Kills the page, as the system does with an app whose memory it needs. */
    async kill(): Promise<void> {
      await page.close();
      page = await open();
    },
    async log(): Promise<Change[]> {
      return (await venue.admin.get(`/api/changes?item=${item.id}&sortOrder=asc&limit=100`)).body.changes;
    },
    quantity: async (): Promise<number> => (await venue.admin.get(`/api/items/${item.id}`)).body.item.quantity,
  };
}

browserTest(
  'what is taken back before it left the phone is never sent, however often it is asked',
  async (t, { another }) => {
    const phone = await startPhone(t, another);
    phone.setWire('cut');
    const slip = await phone.change({ delta: -0.7 });
    await phone.change({ delta: -0.5 });
    await phone.sync();

    t.is(await phone.takeBack(slip), 'waits', 'an attempt may have reached the server, whatever the wire says');
    const unsent = await phone.change({ delta: 1 });
    t.deepEqual(await Promise.all([phone.takeBack(unsent), phone.takeBack(unsent)]), ['dropped', 'already']);
    t.is(await phone.takeBack(slip), 'already');
    t.is(await phone.shown(5), 4.5, 'the phone shows what will be');
    await phone.kill();
    phone.setWire('whole');
    await phone.sync();

    t.deepEqual(await phone.queued(), []);
    t.deepEqual(
      (await phone.log()).filter(({ source }) => source === 'scanner').map(({ delta }) => delta),
      [-0.7, -0.5, 0.7],
    );
    t.is(await phone.quantity(), 4.5);
    t.deepEqual(
      (await phone.records()).map(({ takenBack }) => takenBack ?? false),
      [true, false, true],
    );
  },
);

browserTest(
  'a lost answer, a killed app and a second tab leave one reverse of what is taken back',
  async (t, { another }) => {
    const phone = await startPhone(t, another);
    phone.setWire('deaf');
    const slip = await phone.change({ delta: -0.7 });
    await phone.sync();
    t.is(await phone.quantity(), 4.3, 'it arrived, and the phone does not know');
    const tab = await phone.secondTab();
    t.deepEqual((await Promise.all([phone.takeBack(slip), phone.takeBack(slip, tab)])).sort(), ['already', 'waits']);
    await phone.kill();
    phone.setWire('deaf to undo');
    await phone.sync();
    t.is(await phone.quantity(), 5, 'the reverse arrived, and the phone does not know');
    phone.setWire('whole');
    await phone.sync();
    t.deepEqual(await phone.queued(), []);
    t.is(await phone.quantity(), 5);
    t.is((await phone.log()).filter(({ undoes }) => undoes === slip.id).length, 1);
    t.is((await phone.log()).at(-1)?.source, 'scanner');

    const stated = await phone.change({ set: 3 });
    await phone.sync();
    await phone.venue.admin.post('/api/changes').send({
      changes: [{ id: randomUUID(), itemId: phone.ref.itemId, delta: -1, source: 'web' }],
    });
    phone.setWire('cut');
    t.is(await phone.takeBack(stated), 'waits');
    t.is(await phone.shown(2), 4, '«стало 3» took 2 away, and what another took after it stays taken');
    phone.setWire('whole');
    await phone.sync();
    t.is(await phone.quantity(), 4);
  },
);

browserTest(
  'what the server only asked about is gone once it is taken back, and nobody is asked any more',
  async (t, { another }) => {
    const phone = await startPhone(t, another);
    const asked = await phone.change({ delta: 700 });
    await phone.sync();
    t.is((await phone.queued()).filter(({ doubt }) => doubt).length, 1);
    t.is(await phone.takeBack(asked), 'dropped');
    t.deepEqual(await phone.queued(), []);

    phone.setWire('deaf');
    const unheard = await phone.change({ delta: 700 });
    await phone.sync();
    t.is(await phone.takeBack(unheard), 'waits');
    phone.setWire('whole');
    await phone.sync();

    t.deepEqual(await phone.queued(), []);
    t.is(await phone.quantity(), 5);
    t.true((await phone.records()).every(({ takenBack }) => takenBack));
  },
);

browserTest(
  'an entry is taken back while its count is open, and after that it is told why it stays',
  async (t, { another }) => {
    const phone = await startPhone(t, another);
    const { admin } = phone.venue;
    const { id } = (await admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночной' })).body.count;
    await phone.entry(id, 2);
    const slip = await phone.entry(id, 1);
    await phone.sync();
    phone.setWire('cut');
    const tried = await phone.entry(id, 9);
    await phone.sync();
    t.is(await phone.takeBack(tried), 'waits');
    t.is(await phone.takeBack(slip), 'waits');
    t.is(await phone.takeBack(await phone.entry(id, 8)), 'dropped');
    phone.setWire('whole');
    await phone.sync();
    const line = async () => (await admin.get(`/api/counts/${id}/lines`)).body.lines[0];
    t.is((await line()).counted, 2);
    const entries = (await admin.get(`/api/counts/${id}/entries`)).body.entries;
    t.deepEqual(
      entries.map(({ quantity }: { quantity: number }) => quantity).sort(),
      [1, 2, 9],
      'what left the phone stays in the list, what did not is not there',
    );

    const late = await phone.entry(id, 3);
    await phone.sync();
    await admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' });
    await phone.takeBack(late);
    await phone.sync();
    t.regex((await phone.queued())[0]?.error ?? '', /^Подсчёт закрыт/);
    t.is(await phone.quantity(), 5);
    await admin.post(`/api/counts/${id}/reopen`).send({ reason: 'Ошибка' });
    t.is(await phone.takeBack(late), 'waits', 'asked again, it is tried again');
    await phone.sync();
    t.deepEqual(await phone.queued(), []);
    t.is((await line()).counted, 2);
  },
);
