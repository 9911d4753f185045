import { createSmtp } from '@ostatok/api/src/mail/transports.ts';
import test, { type ExecutionContext } from 'ava';
import { data, queueOver } from '../../support/mail/queues.ts';
import { smtpServer } from '../../support/mail/smtp.ts';
import { type LineState, startOutsideLine } from '../../support/outside/outside-line.ts';
import { MINUTE, until } from '../../support/platform/api.ts';

const HOUR = 60;
/** Letters that are under way when the server goes: four batches of four, and of eight for campaigns. */
const UNDER_WAY = 48;

/** A queue whose mail server is at the other end of a line; nothing but the test wakes it. */
async function startQueue(t: ExecutionContext) {
  const server = await smtpServer(t, { disableReverseLookup: true });
  const line = await startOutsideLine(t, server.url.replace('smtp:', 'http:'));
  const url = `${line.url.replace('http:', 'smtp:')}/?greetingTimeout=300`;
  const day = 24 * 3600 * 1000;
  const clock = { at: Date.now() };
  const now = (): Date => new Date(clock.at);
  const backoffSeconds = [10, 60, 5 * 60, 30 * 60, 2 * 3600, 8 * 3600];
  const { services, mail } = await queueOver(t, createSmtp(url), { now, backoffSeconds, pollMs: day });
  const { db } = services;
  const enqueue = (to: string): Promise<string> =>
    db.transaction((trx) => mail.enqueue(trx, { to, template: 'verify_email', data }));
  /** Waits until one more letter was tried in vain, and none is under way. */
  async function untilTried(work: () => unknown): Promise<void> {
    const before = line.seen().tried;
    await work();
    await until('a letter was tried', async () => line.seen().tried > before);
    await until('no letter is under way', async () => !(await db('mails').where({ status: 'sending' }).first()));
  }
  /** Lets time pass until it is so: a busy machine may greet later than a letter waits. */
  const pass = (what: string, isSo: () => Promise<boolean>): Promise<boolean> =>
    until(what, async () => {
      clock.at += 1000;
      mail.wake();
      return isSo();
    });
  return { ...server, line, clock, db, mail, enqueue, untilTried, pass };
}

for (const away of ['refused', 'silent'] satisfies LineState[]) {
  test(`an hour without the mail server (${away}): one letter a minute tries for all, none is lost, each comes once`, async (t) => {
    const { line, clock, db, mail, enqueue, untilTried, pass, taken } = await startQueue(t);
    mail.start();
    line.set(away);
    const addresses = Array.from({ length: 2 * HOUR }, (_, at) => `guest-${at}@bar.example`);
    const [first = '', ...others] = addresses;
    await untilTried(() => enqueue(first));
    for (let minute = 0; minute < HOUR; minute += 1) {
      for (const to of others.slice(2 * minute, 2 * minute + 2)) await enqueue(to);
      clock.at += MINUTE;
      await untilTried(mail.wake);
    }

    const { tried, mostOpen } = line.seen();
    t.true(tried <= HOUR + UNDER_WAY, `${tried} attempts in an hour`);
    t.true(mostOpen <= 3, `${mostOpen} connections at once`);
    t.is(taken.length, 0);
    const rows = await db('mails').orderBy('created_at');
    t.is(rows.length, addresses.length);
    t.deepEqual([...new Set(rows.map(({ status }) => status))], ['queued']);
    t.true(rows.every(({ attempts }) => attempts === 0));

    line.set('up');
    await pass('every letter has come', async () => !(await db('mails').whereNot({ status: 'sent' }).first()));
    t.deepEqual(taken.map(({ to: [to] }) => to).toSorted(), addresses.toSorted());
  });
}

test('a mail server that refuses our password is away: letters wait for the right one', async (t) => {
  const server = await smtpServer(t, {
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(Object.assign(new Error('Invalid login'), { responseCode: 535 })),
  });
  const { services, mail } = await queueOver(t, createSmtp(server.url.replace('://', '://anna:secret@')), {
    backoffSeconds: [600],
  });
  mail.start();
  const id = await services.db.transaction((trx) =>
    mail.enqueue(trx, { to: 'anna@bar.example', template: 'verify_email', data }),
  );
  const row = () => services.db('mails').where({ id }).first();
  await until('it was tried', async () => (await row()).error);
  t.like(await row(), { status: 'queued', attempts: 0 });
  t.regex((await row()).error, /Invalid login/);
});

test('a clock that is set back does not silence the queue', async (t) => {
  const { line, clock, mail, enqueue, untilTried, pass, taken } = await startQueue(t);
  mail.start();
  line.set('refused');
  await untilTried(() => enqueue('anna@bar.example'));
  line.set('up');
  clock.at -= 60 * MINUTE;
  const before = clock.at;
  await pass('it has come', async () => taken.length === 1);
  t.true(clock.at - before < 30 * MINUTE);
});
