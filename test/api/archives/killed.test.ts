import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { archivedTables, unarchivedColumns } from '../../../api/src/archives/archived-tables.ts';
import { download, rowsOf, upload } from '../../support/archives/archives.ts';
import { fillEveryTable } from '../../support/backups/full-venue.ts';
import { databaseUrl } from '../../support/database/postgres.ts';
import { call } from '../../support/platform/platform.ts';
import { createGround, type PlatformProcess, startProcess } from '../../support/platform/platform-process.ts';
import { until } from '../../support/run/until.ts';
import { freshName } from '../../support/venue/provision.ts';

let ground: Awaited<ReturnType<typeof createGround>>;
const running: PlatformProcess[] = [];
test.before(async () => {
  ground = await createGround();
});
test.after.always(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  await ground?.drop();
});

async function start(): Promise<PlatformProcess> {
  const one = await startProcess(ground.env);
  running.push(one);
  return one;
}

const ownTables = Object.keys(archivedTables).filter((name) => !['users', 'security_events'].includes(name));

/** Orders a tenant and returns its id once the provision is settled by whichever process. */
async function order(url: string, token: string, more: object = {}): Promise<string> {
  const { body } = await call(url, 'POST', '/sandbox/api/bots', { body: { name: 'Бот' } });
  const subdomain = freshName();
  const input = {
    subdomain,
    botToken: body.bot.token,
    adminUsername: 'boss',
    adminPassword: 'kegs-and-corks',
    ...more,
  };
  // the platform may die before it answers
  await call(url, 'POST', '/api/provision/create', { token, body: input }).catch(() => undefined);
  return (await ground.db('tenants').where({ subdomain }).first('id')).id;
}

for (const moment of ['started', 'done']) {
  test.serial(`killed when the loading of an archive is ${moment}, the next start makes the venue whole`, async (t) => {
    t.timeout(600_000);
    const { db } = ground;
    const first = running.pop() ?? (await start());
    const person = { email: `${freshName()}@test.example`, password: 'crash-test', name: 'Тест' };
    const { token, user } = (await call(first.url, 'POST', '/api/auth/register', { body: person })).body;
    const plan = db('plans').where({ name: 'professional' }).select('id');
    await db('subscriptions').where({ user_id: user.id }).update({ plan_id: plan });
    const venue = await order(first.url, token);
    await fillEveryTable(venue);
    const before = await rowsOf(venue, ownTables, unarchivedColumns);
    const { bytes } = await download(first, token, `/api/auth/export-data/tenants/${venue}.zip`);
    const { archive } = (await upload(first, token, bytes)).body;
    first.child.send({ crashAt: `${moment}:archive` });

    const id = await order(first.url, token, { archive: archive.id });
    t.is(await first.ended, 'SIGKILL');
    if (moment === 'started') {
      // what a process leaves that dies while rows come in
      const half = connect(databaseUrl(id), { max: 1 });
      await half.raw(`create table items (id int); insert into items values (1)`);
      await half.destroy();
    }
    await start();
    const provision = () => db('provisions').where({ tenant_id: id }).first('status', 'error', 'input_sealed');
    await until(async () => (await provision()).status !== 'running', 'the provision is settled');

    t.like(await provision(), { status: 'done', error: null, input_sealed: null });
    t.deepEqual(await rowsOf(id, ownTables, unarchivedColumns), before);
    const files = () => readdir(join(String(ground.env.OSTATOK_HOME), 'backups', 'archives')).catch(() => []);
    await until(async () => (await files()).length === 0, 'the file is gone');
  });
}
