import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeliveryJournals } from '@ostatok/api/src/mail/delivery-journal.ts';
import { takeDeliveryLease } from '@ostatok/api/src/mail/delivery-lease.ts';
import { createSmtp, type MailTransport } from '@ostatok/api/src/mail/transports.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import PostalMime from 'postal-mime';
import { data, enqueue, log, queueOver, quiet, settled } from '../../support/mail/queues.ts';
import { smtpServer } from '../../support/mail/smtp.ts';
import { until } from '../../support/platform/api.ts';

test('a letter reaches a real mail server with its text and page, and nothing secret stays', async (t) => {
  const { taken, url } = await smtpServer(t);
  const { services, mail } = await queueOver(t, createSmtp(url));
  mail.start();

  const id = await enqueue(services, mail);
  const row = await settled(services, id);
  await mail.stop();

  t.like(row, { status: 'sent', attempts: 1, data_sealed: null });
  t.is(taken.length, 1);
  t.deepEqual(taken[0]?.to, ['anna@bar.example']);
  const letter = await PostalMime.parse(taken[0]?.raw ?? '');
  t.is(letter.subject, 'Подтвердите адрес почты');
  t.like(letter.from, { address: 'no-reply@bar.example', name: 'Остаток' });
  t.is(letter.messageId, `<${id}@bar.example>`);
  t.true(letter.text?.includes(data.link));
  t.true(letter.html?.includes('Подтвердить адрес'));
});

test('of several letters with one key only the first is queued, also when they are queued at once', async (t) => {
  const { services, mail } = await queueOver(t, quiet);
  const enqueueOnce = (name: string, once?: string) =>
    services.db.transaction((trx) =>
      mail.enqueue(trx, { to: 'anna@bar.example', template: 'verify_email', data: { ...data, name }, once }),
    );

  const first = await Promise.all(['Анна', 'Борис', 'Вера'].map((name) => enqueueOnce(name, 'warning:1')));
  const later = await enqueueOnce('Галина', 'warning:1');
  const others = await Promise.all([enqueueOnce('Дина', 'warning:2'), enqueueOnce('Ева'), enqueueOnce('Жанна')]);

  t.is(new Set([...first, later]).size, 1);
  t.is(new Set(others).size, 3);
  t.is((await services.db('mails')).length, 4);
});

test('a key whose transaction failed is free again', async (t) => {
  const { services, mail } = await queueOver(t, quiet);
  const letter = { to: 'anna@bar.example', template: 'verify_email', data, once: 'receipt:1' } as const;
  await t.throwsAsync(
    services.db.transaction(async (trx) => {
      await mail.enqueue(trx, letter);
      throw new Error('taken back');
    }),
  );

  await services.db.transaction((trx) => mail.enqueue(trx, letter));

  t.is((await services.db('mails')).length, 1);
});

test('a letter of a transaction that fails is never sent', async (t) => {
  const { taken, url } = await smtpServer(t);
  const { services, mail } = await queueOver(t, createSmtp(url));
  mail.start();

  await t.throwsAsync(
    services.db.transaction(async (trx) => {
      await mail.enqueue(trx, { to: 'ghost@bar.example', template: 'verify_email', data });
      throw new Error('taken back');
    }),
  );
  const id = await enqueue(services, mail);
  await settled(services, id);
  await mail.stop();

  t.deepEqual(
    taken.map((letter) => letter.to[0]),
    ['anna@bar.example'],
  );
});

test('several senders over one queue send each letter once', async (t) => {
  const { taken, url } = await smtpServer(t);
  const { services, mail, queue } = await queueOver(t, createSmtp(url));
  await services.db.transaction(async (trx) => {
    for (let n = 0; n < 40; n += 1) {
      await mail.enqueue(trx, { to: `p${n}@bar.example`, template: 'verify_email', data });
    }
  });

  const senders = [mail, queue(), queue(), queue()];
  for (const sender of senders) sender.start();
  const { db } = services;
  await until('all letters settled', async () => !(await db('mails').whereNull('settled_at').first()));
  await Promise.all(senders.map((sender) => sender.stop()));

  t.is(taken.length, 40);
  t.is(new Set(taken.map((letter) => letter.to[0])).size, 40);
});

test('a letter waits out a server that is busy', async (t) => {
  let asked = 0;
  const { taken, url } = await smtpServer(t, {
    onRcptTo(_address, _session, done) {
      asked += 1;
      done(asked < 3 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined);
    },
  });
  const { services, mail } = await queueOver(t, createSmtp(url));
  mail.start();

  const row = await settled(services, await enqueue(services, mail));
  await mail.stop();

  t.like(row, { status: 'sent', attempts: 3 });
  t.is(taken.length, 1);
});

test('an address the server refuses is given up at once, a server that is not there when the time of attempts is over', async (t) => {
  const { url } = await smtpServer(t, {
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
  });
  const refusing = await queueOver(t, createSmtp(url));
  const absent = await queueOver(t, createSmtp('smtp://127.0.0.1:1'));

  const rows = await Promise.all(
    [refusing, absent].map(async ({ services, mail }) => {
      mail.start();
      const row = await settled(services, await enqueue(services, mail));
      await mail.stop();
      return row;
    }),
  );

  t.like(rows[0], { status: 'failed', attempts: 1, data_sealed: null });
  t.like(rows[1], { status: 'failed', attempts: 1 });
});

test('a letter the server may have taken is not sent again', async (t) => {
  let letters = 0;
  /** Accepts the whole letter and closes the connection without a response. */
  const rude = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.write('220 rude\r\n');
    let inData = false;
    let letter = '';
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (inData) {
        letter += text;
        if (!letter.endsWith('\r\n.\r\n')) return;
        letters += 1;
        socket.destroy();
      } else if (/^DATA/im.test(text)) {
        inData = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void rude.close());
  const { port } = rude.address() as { port: number };
  const { services, mail } = await queueOver(t, createSmtp(`smtp://127.0.0.1:${port}`));
  mail.start();

  const row = await settled(services, await enqueue(services, mail));
  await mail.stop();

  t.like(row, { status: 'failed', attempts: 1 });
  t.is(letters, 1);
});

test('after a sender died, files are written again and a mail server is not asked again', async (t) => {
  const delivered: string[] = [];
  const transport = (repeatable: boolean): MailTransport => ({
    repeatable,
    deliver: async (letter) => void delivered.push(letter.id),
    close: () => undefined,
  });
  const orphan = async (repeatable: boolean) => {
    const { services, mail } = await queueOver(t, transport(repeatable));
    const id = await enqueue(services, mail);
    await services
      .db('mails')
      .where({ id })
      .update({ status: 'sending', sender: 2_000_000_000, handed_at: new Date() });
    mail.start();
    const row = await settled(services, id);
    await mail.stop();
    return row;
  };

  const [repeatable, once] = [await orphan(true), await orphan(false)];

  t.is(repeatable.status, 'sent');
  t.like(once, {
    status: 'sent',
    error: 'Отправка прервалась, когда письмо было уже передано серверу: его ответа нет',
  });
  t.deepEqual(delivered, [repeatable.id]);
});

test('stopping finishes the letter under way', async (t) => {
  let finish = (): void => undefined;
  const begun = Promise.withResolvers<void>();
  const transport: MailTransport = {
    repeatable: true,
    deliver: () =>
      new Promise((resolve) => {
        finish = resolve;
        begun.resolve();
      }),
    close: () => undefined,
  };
  const { services, mail } = await queueOver(t, transport);
  mail.start();
  const id = await enqueue(services, mail);
  await begun.promise;

  const stopping = mail.stop();
  finish();
  await stopping;

  t.is((await services.db('mails').where({ id }).first()).status, 'sent');
});

test('a letter that cannot be noted, as on a full disk, is not handed over; the others of its batch are', async (t) => {
  const { services } = await queueOver(t, quiet);
  const { db } = services;
  const noted: string[] = [];
  const note = (id: string): void => {
    if (noted.push(id) === 2) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  };
  const journals = { ...createDeliveryJournals(undefined), open: () => ({ note, close: () => undefined }) };
  const lease = await takeDeliveryLease(db, log, journals);
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
  await db('mails').insert(
    ids.map((id) => ({ id, recipient: 'a@b.ru', template: 'x', status: 'sending', sender: lease.sender })),
  );
  const received: [string, string][] = [];

  for (const id of ids)
    lease.handOver({ id, finish: () => received.push([id, 'finished']), refuse: () => received.push([id, 'refused']) });
  await lease.close();

  t.deepEqual(
    received,
    ids.map((id) => [id, id === noted[1] ? 'refused' : 'finished']),
  );
  t.false(lease.isSound(), 'the next letters have a sender that can write');
});

test('a line of the journal that was cut short spoils no other', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'journals-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const journals = createDeliveryJournals(folder);
  const journal = journals.open(7);
  const id = crypto.randomUUID();
  await appendFile(join(folder, 'sender-7.handed'), '0a1b2c');

  journal.note(id);

  t.true((await journals.read(7))?.has(id));
});

test('a sender that cannot begin, as on a full disk, keeps no connection and no lock', async (t) => {
  const { services } = await queueOver(t, quiet);
  const only = connect(services.db.client.config.connection.connectionString, { max: 1 });

  for (let tries = 0; tries < 2; tries += 1) {
    await t.throwsAsync(takeDeliveryLease(only, log, createDeliveryJournals('/dev/null/mail')));
  }

  const { rows } = await only.raw(
    `select count(*) as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
  );
  t.is(rows[0].n, 0);
  await only.destroy();
});
