import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createMail } from '@ostatok/api/src/mail/mail.service.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import test, { type ExecutionContext } from 'ava';
import { createDatabase } from '../../support/database/postgres.ts';
import { letterhead, sampleLetters } from '../../support/mail/letters.ts';
import { smtpServer } from '../../support/mail/smtp.ts';
import { until } from '../../support/run/until.ts';

const SECRET_KEY = 'test-secret-key-of-thirty-two-characters';

/** A queue that this process only fills; senders are processes of their own. */
async function queueOf(t: ExecutionContext, count: number) {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 4 });
  const senders: ChildProcess[] = [];
  t.teardown(async () => {
    for (const sender of senders) sender.kill('SIGKILL');
    await db.destroy();
    await database.drop();
  });
  const mail = createMail({
    db,
    secrets: createSecrets(SECRET_KEY),
    log: createLog('test', 'silent'),
    transport: { repeatable: false, deliver: () => Promise.reject(new Error('not here')), close: () => undefined },
    from: '',
    letterhead,
  });
  await db.transaction(async (trx) => {
    for (let n = 0; n < count; n += 1) {
      await mail.enqueue(trx, { to: `p${n}@bar.example`, template: 'suspended', data: sampleLetters.suspended });
    }
  });
  async function startSender(smtpUrl: string): Promise<ChildProcess> {
    const sender = fork(join(import.meta.dirname, '../../support/mail/mail-sender.ts'), {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        SECRET_KEY,
        SMTP_URL: smtpUrl,
      },
    });
    senders.push(sender);
    await once(sender, 'message');
    return sender;
  }
  return { db, startSender };
}

test('two processes that send at once send each letter once', async (t) => {
  const { taken, url } = await smtpServer(t);
  const { db, startSender } = await queueOf(t, 60);

  const senders = await Promise.all([startSender(url), startSender(url)]);
  await until(async () => (await db('mails').where({ status: 'sent' })).length === 60, 'all sent');
  for (const sender of senders) {
    sender.kill('SIGTERM');
    await once(sender, 'exit');
  }

  t.is(taken.length, 60);
  t.is(new Set(taken.map(({ to }) => to[0])).size, 60);
});

test('a sender killed while the server holds its letters: none is sent twice, none of the others is lost', async (t) => {
  const held: string[] = [];
  const { taken, url } = await smtpServer(t, {
    // the whole letter arrives, and the response is never sent
    onData(stream, session) {
      stream.resume();
      stream.on('end', () => void held.push(session.envelope.rcptTo[0]?.address ?? ''));
    },
  });
  const { db, startSender } = await queueOf(t, 14);
  const first = await startSender(url);
  await until(() => held.length === 3, 'a letter on each connection in the hands of the server');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const answering = await smtpServer(t);

  await startSender(answering.url);
  await until(async () => (await db('mails').whereNull('settled_at')).length === 0, 'the queue settled');

  t.is(taken.length, 0);
  const rest = answering.taken.map(({ to }) => to[0] ?? '');
  t.is(rest.length, 11);
  t.is(new Set(rest).size, 11);
  t.false(rest.some((to) => held.includes(to)));
  const handed = await db('mails').where({ status: 'sent' }).whereNotNull('error').pluck('recipient');
  t.deepEqual(handed.sort(), held.sort());
});
