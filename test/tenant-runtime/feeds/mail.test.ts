import { setTimeout as sleep } from 'node:timers/promises';
import anyTest, { type ExecutionContext } from 'ava';
import { mailAddress } from '../../../tenant-runtime/src/feeds/mail-address.ts';
import { openMailbox } from '../../../tenant-runtime/src/feeds/mailbox.ts';
import { startCutLine } from '../../support/feeds/cut-line.ts';
import {
  attached,
  type Dovecot,
  mayHaveDovecot,
  startDovecot,
  type TestMailbox,
  words,
} from '../../support/feeds/dovecot.ts';
import { startEgress } from '../../support/feeds/egress.ts';
import { until } from '../../support/run/until.ts';
import { updXml } from '../deliveries/documents.ts';
import { olap, olapRow, summary } from '../sales/files.ts';
import { addFeed, feedOf, startFed } from './venue.ts';

const test = mayHaveDovecot ? anyTest : anyTest.skip;
const testBeforeOthers = mayHaveDovecot ? anyTest.serial : anyTest.serial.skip;
let dovecot: Dovecot;
anyTest.before(async () => {
  if (mayHaveDovecot) dovecot = await startDovecot();
});
anyTest.after.always(() => dovecot?.stop());

type Fed = Awaited<ReturnType<typeof startFed>>;

const report = (day: string, paid = 600): string =>
  attached('olap.json', olap([olapRow({ 'OpenDate.Typed': day, DishDiscountSumInt: paid })]));

/** Adds the mailbox as a feed whose certificate is trusted. */
async function addMail(
  venue: Fed,
  { login, password, ...server }: TestMailbox,
  fields: { address?: string } & object = {},
) {
  const { address = server.address } = fields;
  const { feed } = await addFeed(venue, { kind: 'mail', login, password, ...fields, address });
  await venue.run();
  const { seen_fingerprint, error } = await feedOf(venue, feed.id);
  if (!seen_fingerprint) throw new Error(`no certificate to trust: ${error}`);
  await venue.admin.put(`/api/feeds/${feed.id}`).send({ fingerprint: seen_fingerprint });
  return feed.id;
}

async function startWithMail(t: ExecutionContext, fields: object = {}) {
  const server = dovecot.mailbox();
  const venue = await startFed(t, {}, { hasBot: true });
  return { server, venue, id: await addMail(venue, server, fields) };
}

/** Looks into the mailbox now, and answers once that is done. */
async function check(venue: Fed, id: number) {
  await venue.admin.post(`/api/feeds/${id}/check`);
  await until(async () => !(await feedOf(venue, id)).busy, 'the letters were read', 120_000);
  return feedOf(venue, id);
}

const noticesOf = async ({ db }: Fed): Promise<string[]> =>
  (await db('notices').orderBy('id').select('data')).map(({ data }) => data.text);
const paidOn = async ({ admin }: Fed) =>
  (await summary(admin)).days.map(({ day, kinds }: { day: string; kinds: { paid: number }[] }) => [
    day,
    kinds.reduce((sum, { paid }) => sum + paid, 0),
  ]);

test('a report in a letter is written once, however often the letter comes, and the letter stays, read', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  await server.bring({ messageId: 'one', parts: [words('Отчёт'), report('2026-11-27')] });

  await venue.run();

  t.like(await feedOf(venue, id), { state: 'healthy', last_day: '2026-11-27', error: null });
  t.deepEqual(await paidOn(venue), [['2026-11-27', 600]]);
  t.deepEqual(await server.letters(), [{ id: '<one@kassa.example>', isSeen: true }]);
  t.is(await venue.nextAt(), '2026-11-29T06:00:00.000Z');

  const before = await venue.db('sales_files').select('id');
  await server.bring({ messageId: 'one', parts: [words('Отчёт'), report('2026-11-27', 900)] });
  await check(venue, id);
  await venue.db('feed_letters').update({ uid: 100 });
  await check(venue, id);
  t.deepEqual(await venue.db('sales_files').select('id'), before);
  t.deepEqual(await paidOn(venue), [['2026-11-27', 600]]);
  t.deepEqual(
    (await server.letters()).map(({ isSeen }) => isSeen),
    [true, true],
  );
});

test('two reports of one day in a letter are told apart by a person once, and by their names from then on', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  const till = (name: string, day: string, amounts: number[]): string =>
    attached(
      `${name}_${day}.json`,
      olap(
        amounts.map((amount, at) =>
          olapRow({ 'OpenDate.Typed': day, 'Store.Name': null, DishName: `Блюдо ${at}`, DishAmountInt: amount }),
        ),
      ),
    );
  const letter = (day: string) => ({
    messageId: day,
    parts: [till('Касса1', day, [5, 6, 7]), till('Касса2', day, [1, 2, 3])],
  });
  await server.bring(letter('2026-11-26'));

  t.regex((await check(venue, id)).error ?? '', /«Касса2_2026-11-26\.json»: .*возможно, это отчёт другой кассы/);
  t.deepEqual(await paidOn(venue), [['2026-11-26', 1800]]);
  const [draft] = (await venue.admin.get('/api/sales/files')).body.files;
  t.like(draft, { status: 'draft', file: 'Касса2_2026-11-26.json' });
  await venue.admin.put(`/api/sales/files/${draft.id}`).send({ source_name: 'Касса на террасе' });
  await venue.admin.post(`/api/sales/files/${draft.id}/apply`).send({});

  await server.bring({ ...letter('2026-11-27'), at: new Date('2026-11-28T05:00:00Z') });
  t.like(await check(venue, id), { error: null, last_day: '2026-11-27' });
  t.deepEqual(await paidOn(venue), [
    ['2026-11-26', 3600],
    ['2026-11-27', 3600],
  ]);
});

test('a delivery in a letter becomes a draft, and administrators are told once', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  await server.bring({ messageId: 'upd', parts: [words('Накладная'), attached('УПД.xml', updXml(), 'text/xml')] });

  await venue.run();
  await check(venue, id);

  const { deliveries } = (await venue.admin.get('/api/deliveries')).body;
  t.is(deliveries.length, 1);
  t.is(deliveries[0].status, 'draft');
  const sent = (await noticesOf(venue)).filter((text) => text.includes('поставка'));
  t.is(sent.length, 1);
  t.regex(sent[0] ?? '', /^Из почты «Почта» пришла поставка № .* Черновик ждёт на странице «Поставки»\.$/);
  t.true((await server.letters())[0]?.isSeen);
  // no report has come: it is looked for again within the hour
  t.is(await venue.nextAt(), '2026-11-28T07:00:00.000Z');
});

test('nothing is sent before the certificate is trusted, and a refused login is not tried again', async (t) => {
  const server = dovecot.mailbox();
  const venue = await startFed(t);
  const wrong = { ...server, password: 'не тот' };
  const { feed } = await addFeed(venue, { kind: 'mail', ...wrong });
  await venue.run();
  t.regex((await feedOf(venue, feed.id)).error ?? '', /никем не заверен/);

  const { seen_fingerprint } = await feedOf(venue, feed.id);
  await venue.admin.put(`/api/feeds/${feed.id}`).send({ fingerprint: seen_fingerprint });
  await venue.run();

  t.like(await feedOf(venue, feed.id), { state: 'stopped', refused: true });
  t.regex((await feedOf(venue, feed.id)).error ?? '', /не принимает логин или пароль.*пароль для приложений/);
  t.is((await venue.admin.post(`/api/feeds/${feed.id}/check`)).status, 409);
  await venue.admin.put(`/api/feeds/${feed.id}`).send({ password: server.password });
  t.like(await check(venue, feed.id), { refused: false, error: null });
  const stored = JSON.stringify(await venue.db('feeds'));
  t.false(stored.includes(server.password));
});

test('a folder by a Russian name is read, and of one that is not there the others are named', async (t) => {
  const { server, venue, id } = await startWithMail(t, { folder: 'Отчёты' });
  await venue.run();
  t.regex((await feedOf(venue, id)).error ?? '', /^В почте нет папки «Отчёты»\. Есть «INBOX»/);

  await server.makeFolder('Отчёты');
  await server.bring({ messageId: 'in', parts: [report('2026-11-27')] }, 'Отчёты');
  await server.bring({ messageId: 'out', parts: [report('2026-11-27', 9)] });
  t.like(await check(venue, id), { state: 'healthy', last_day: '2026-11-27' });
  t.deepEqual(await paidOn(venue), [['2026-11-27', 600]]);
});

test('letters of others are left alone', async (t) => {
  const { server, venue, id } = await startWithMail(t, { sender: 'Reports@kassa.example' });
  const from = '"reports@kassa.example" <stranger@elsewhere.example>';
  await server.bring({ messageId: 'theirs', from, parts: [report('2026-11-27', 9)] });
  await server.bring({ messageId: 'ours', parts: [report('2026-11-27')] });

  t.like(await check(venue, id), { state: 'healthy' });

  t.deepEqual(await paidOn(venue), [['2026-11-27', 600]]);
  t.deepEqual(
    (await server.letters()).map(({ isSeen }) => isSeen),
    [false, true],
  );
});

test('what is not understood is told in words and stays unread, and the next good letter mends it', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  await server.bring({ messageId: 'pdf', parts: [words('См. файл'), attached('отчёт.pdf', '%PDF-1.4')] });
  t.regex((await check(venue, id)).error ?? '', /^Письмо от 28\.11\.2026, «отчёт\.pdf»: это не таблица/);
  await server.bring({
    messageId: 'json',
    parts: [attached('olap.json', '{"a": 1}')],
    at: new Date('2026-11-28T04:00:00Z'),
  });
  const { error, state } = await check(venue, id);
  t.regex(error ?? '', /^Письмо от 28\.11\.2026, «olap\.json»: /);
  t.is(state, 'failed');
  t.is((await venue.db('feed_letters')).length, 2);
  t.deepEqual(
    (await server.letters()).map(({ isSeen }) => isSeen),
    [false, false],
  );

  await server.bring({ messageId: 'good', parts: [report('2026-11-27')], at: new Date('2026-11-28T05:00:00Z') });
  t.like(await check(venue, id), { state: 'healthy', error: null });
  t.deepEqual(await noticesOf(venue).then((all) => all.map((text) => text.replace(/ .*/, ''))), ['Продажи', 'Продажи']);
});

test('a letter with words alone is none, and after three hours the report is late', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  await server.bring({ messageId: 'html', parts: [words('<table><tr><td>1</td></tr></table>', 'text/html')] });
  await venue.run();
  t.like(await feedOf(venue, id), { error: null, last_day: null });

  venue.setClock('2026-11-29T09:00:00Z');
  await venue.run();
  t.like(await feedOf(venue, id), { state: 'late', missing_day: '2026-11-28' });
  t.regex((await noticesOf(venue)).at(-1) ?? '', /за 28\.11\.2026 не пришли вовремя\. Писем с отчётом не было/);
  t.is(await venue.nextAt(), '2026-11-29T12:00:00.000Z');
  t.false((await server.letters())[0]?.isSeen);
});

test('an attachment of fifty megabytes is told of and not fetched', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  await server.bring({ messageId: 'big', parts: [attached('всё.csv', Buffer.alloc(37 * 2 ** 20, 'a'))] });
  t.regex((await check(venue, id)).error ?? '', /«всё\.csv»: больше 20 МБ/);
  t.false((await server.letters())[0]?.isSeen);
});

// its megabytes would keep the others from the server's answers, and they it
testBeforeOthers('a letter whose download is cut off is fetched again, whole', async (t) => {
  const server = dovecot.mailbox();
  const line = await startCutLine(t, server.port);
  const venue = await startFed(t);
  const id = await addMail(venue, server, { address: line.address });
  const rows = Array.from({ length: 4000 }, (_, at) =>
    olapRow({ 'OpenDate.Typed': '2026-11-27', DishName: `Блюдо ${at}` }),
  );
  await server.bring({ messageId: 'long', parts: [attached('olap.json', olap(rows))] });

  line.set({ after: 500_000, how: 'cut' });
  t.regex((await check(venue, id)).error ?? '', /соединение оборвалось/);
  t.is((await venue.db('sales_files')).length, 0);
  t.is((await venue.db('feed_letters')).length, 0);
  t.false((await server.letters())[0]?.isSeen);
  line.set(undefined);

  t.like(await check(venue, id), { error: null, last_day: '2026-11-27' });
  t.true((await server.letters())[0]?.isSeen);
});

test('a look that was cut off after a letter was taken marks it, and takes it no second time', async (t) => {
  const { server, venue, id } = await startWithMail(t);
  await server.bring({ messageId: 'one', parts: [report('2026-11-27')] });
  await check(venue, id);
  const files = await venue.db('sales_files').select('id');

  await server.markUnread();
  await check(venue, id);

  t.true((await server.letters())[0]?.isSeen);
  t.deepEqual(await venue.db('sales_files').select('id'), files);
});

test('a server that hangs is given up, before its greeting and after it', async (t) => {
  const server = dovecot.mailbox();
  const { connect } = await startEgress(t);
  const line = await startCutLine(t, server.port);
  const account = { login: server.login, password: server.password, folder: 'INBOX', sender: null, fingerprint: null };
  const open = (fingerprint: string | null, connectMs: number) =>
    openMailbox(connect, { ...account, address: line.address, fingerprint }, new AbortController().signal, {
      connectMs,
      silentMs: 5000,
    });
  const { fingerprint } = await t.throwsAsync<Error & { fingerprint: string }>(open(null, 20_000));

  line.set({ after: 0, how: 'silent' });
  await t.throwsAsync(open(fingerprint, 200), { message: /^localhost: сервер не ответил за 0\.2 с/ });
  line.set(undefined);
  const box = await open(fingerprint, 20_000);
  t.deepEqual(await box.unseen(new Date(0)), []);
  line.set({ after: 0, how: 'silent' });
  await t.throwsAsync(box.unseen(new Date(0)), { message: /^localhost: сервер не отвечает/ });
  await box.close();
});

test('letters may be read for longer than connecting may last', async (t) => {
  const server = dovecot.mailbox();
  const { connect } = await startEgress(t);
  const { address, login, password } = server;
  const account = { address, login, password, folder: 'INBOX', sender: null };
  const never = new AbortController().signal;
  const { fingerprint } = await t.throwsAsync<Error & { fingerprint: string }>(
    openMailbox(connect, { ...account, fingerprint: null }, never),
  );
  const connectMs = 8000;
  // a signal that nobody holds may be forgotten before its time
  const held: AbortSignal[] = [];
  const connectHolding: typeof connect = (place, signal) => {
    held.push(signal);
    return connect(place, signal);
  };
  const box = await openMailbox(connectHolding, { ...account, fingerprint }, never, { connectMs, silentMs: 60_000 });

  await sleep(connectMs + 100);

  t.deepEqual(
    held.map(({ aborted }) => aborted),
    [false],
  );
  t.deepEqual(await box.unseen(new Date(0)), []);
  await box.close();
});

anyTest('an address of a mailbox is understood as people write it', (t) => {
  t.is(mailAddress('imap.yandex.ru').written, 'imap.yandex.ru:993');
  t.is(mailAddress(' imaps://imap.mail.example:1993/ ').written, 'imap.mail.example:1993');
  t.is(mailAddress('imap.mail.example:443').port, 443);
  for (const wrong of ['', 'https://mail.example', 'me@mail.example', 'mail.example/INBOX', 'mail.example:143', 'a b'])
    t.throws(() => mailAddress(wrong), undefined, wrong);
});
