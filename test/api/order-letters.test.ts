import { randomUUID } from 'node:crypto';
import test from 'ava';
import PostalMime from 'postal-mime';
import { smtpServer, type TakenLetter } from '../support/mail/smtp.ts';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

let platform: TestPlatform;
let taken: TakenLetter[];
let closeSmtp: () => Promise<void>;
test.before(async () => {
  const teardowns: (() => Promise<void>)[] = [];
  const smtp = await smtpServer({ teardown: (close) => void teardowns.push(close) });
  taken = smtp.taken;
  closeSmtp = async () => void (await Promise.all(teardowns.map((close) => close())));
  platform = await startTestPlatform({ SMTP_URL: smtp.url });
});
test.after.always(async () => {
  await platform?.stop();
  await closeSmtp?.();
});

const sent = (to: string) => taken.filter((letter) => letter.to.includes(to));

/** Orders gin of a new supplier; returns the order's number. */
async function ordered(venue: TestVenue, note: string | null = null): Promise<number> {
  const item = (await venue.call('POST', '/api/items', { name: `Джин ${randomUUID()}`, unit: 'шт' })).body.item;
  const { supplier } = (await venue.call('POST', '/api/suppliers', { name: `Метро ${randomUUID()}` })).body;
  const lines = [{ item_id: item.id, quantity: 12, pack_unit: 'кор', pack_size: 6 }];
  const order = { key: randomUUID(), supplier_id: supplier.id, note, lines };
  return (await venue.call('POST', '/api/orders', order)).body.order.id;
}

const letter = (venue: TestVenue, id: number, to: string) =>
  venue.call('POST', `/api/orders/${id}/letter`, { to, reply_to: 'anna@bar.example' });

test.serial('an order reaches its supplier as a letter, once, and the answer goes to whoever sent it', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const id = await ordered(venue, 'Привезите <b>до обеда</b>');
  const next = await ordered(venue);

  const { status, body } = await letter(venue, id, 'zakaz@metro.example');
  await letter(venue, id, 'zakaz@metro.example');
  await letter(venue, next, 'next@metro.example');
  await until(() => sent('next@metro.example').length > 0, 'the later letter has come');

  t.is(status, 200);
  t.is(body.order.letter.to, 'zakaz@metro.example');
  const [raw, ...more] = sent('zakaz@metro.example');
  t.deepEqual(more, []);
  const read = await PostalMime.parse(raw?.raw ?? '');
  t.regex(read.subject ?? '', /^Заказ № 1, /);
  t.deepEqual(
    read.replyTo?.map(({ address }) => address),
    ['anna@bar.example'],
  );
  t.regex(read.text ?? '', /Джин \S+ — 2 кор \(12 шт\)/);
  t.regex(read.text ?? '', /Привезите <b>до обеда<\/b>/);
  t.regex(read.html ?? '', /Привезите &lt;b&gt;до обеда&lt;\/b&gt;/);
});

test.serial('a letter with a link is refused, and so is one of an order that has ended', async (t) => {
  const venue = await newVenue(platform, await newOwner(platform));
  const advertising = await ordered(venue, 'Скидки на https://casino.example');
  const cancelled = await ordered(venue);
  await venue.call('POST', `/api/orders/${cancelled}/cancel`);

  const linked = await letter(venue, advertising, 'linked@metro.example');
  const ended = await letter(venue, cancelled, 'ended@metro.example');

  t.is(linked.status, 400);
  t.regex(linked.body.error, /^Ссылки в письме поставщику не отправляются/);
  t.is(ended.status, 409);
  t.is((await letter(venue, advertising, 'не адрес')).status, 400);
});

test.serial('a venue sends ten letters a day, and another has its own', async (t) => {
  const owner = await newOwner(platform, 'corporate');
  const [busy, other] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  const id = await ordered(busy);

  const statuses: number[] = [];
  for (let at = 1; at <= 11; at += 1) statuses.push((await letter(busy, id, `s${at}@metro.example`)).status);

  t.deepEqual(statuses, [...Array(10).fill(200), 429]);
  t.is((await letter(other, await ordered(other), 'other@metro.example')).status, 200);
});

test.serial('a stranger hands no letter over', async (t) => {
  const answer = await fetch(new URL('/internal/order-letters', platform.url), { method: 'POST' });
  t.is(answer.status, 401);
});
