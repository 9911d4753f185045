import { startJobs } from '@ostatok/api/src/platform/jobs.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { createDatabase } from '../support/database/postgres.ts';
import { until } from '../support/run/until.ts';

const log = createLog('test', 'silent');
const NEVER = '0 0 1 1 *';

async function jobsOver(t: ExecutionContext, count: number) {
  const database = await createDatabase('platform');
  const jobs: Awaited<ReturnType<typeof startJobs>>[] = [];
  for (let made = 0; made < count; made += 1) jobs.push(await startJobs(database.url, log, { clockSeconds: 1 }));
  t.teardown(async () => {
    await Promise.all(jobs.map((one) => one.stop()));
    await database.drop();
  });
  return jobs as [(typeof jobs)[number], ...typeof jobs];
}

test('repeated work runs at the start, and again when its moment comes', async (t) => {
  const [jobs] = await jobsOver(t, 1);
  let runs = 0;

  await jobs.repeat({
    name: 'count',
    cron: '* * * * * *',
    async run() {
      runs += 1;
    },
  });

  await until(() => runs >= 2, 'a second run');
  t.like(jobs.runs(), [{ name: 'count', failed: 0 }]);
  t.true(jobs.runs()[0]?.lastSuccessAt instanceof Date);
});

test('a run that failed is counted and followed by the next', async (t) => {
  const [jobs] = await jobsOver(t, 1);
  let runs = 0;

  await jobs.repeat({
    name: 'stumble',
    cron: '* * * * * *',
    async run() {
      runs += 1;
      if (runs === 1) throw new Error('the first time');
    },
  });

  await until(() => (jobs.runs()[0]?.succeeded ?? 0) > 0, 'a run that went well');
  t.is(jobs.runs()[0]?.failed, 1);
});

test('of several processes one at a time does the work', async (t) => {
  const all = await jobsOver(t, 3);
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
  };

  for (const jobs of all) await jobs.repeat({ name: 'alone', cron: NEVER, run: work });
  await until(() => running === 1, 'a run begun');
  // the others poll for work meanwhile, and get more
  for (const jobs of all) await jobs.repeat({ name: 'alone-too', cron: NEVER, run: async () => undefined });
  await until(() => all.some((jobs) => (jobs.runs()[1]?.succeeded ?? 0) > 0), 'other work done meanwhile');

  t.is(most, 1);
  gate.resolve();
  await until(() => running === 0, 'the run ended');
});

test('stopping waits for the run under way', async (t) => {
  const [jobs] = await jobsOver(t, 1);
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let done = false;
  await jobs.repeat({
    name: 'slow',
    cron: NEVER,
    async run() {
      begun.resolve();
      await gate.promise;
      done = true;
    },
  });
  await begun.promise;

  const stopping = jobs.stop();
  gate.resolve();
  await stopping;

  t.true(done);
});

test('a clock of the database that went a week ahead and is set right stops no repeated work', async (t) => {
  const database = await createDatabase('platform');
  const db = connect(database.url, { max: 1 });
  const jobs = await startJobs(database.url, log, { clockSeconds: 1 });
  t.teardown(async () => {
    await jobs.stop();
    await db.destroy();
    await database.drop();
  });
  let runs = 0;
  await jobs.repeat({
    name: 'goes-on',
    cron: '* * * * * *',
    async run() {
      runs += 1;
    },
  });
  await until(() => runs > 0, 'a first run');
  // the dates that such a clock leaves
  const week = db.raw(`now() + interval '7 days'`);
  // in one transaction: a check between the two updates would repair the first and never see the second
  await db.transaction(async (trx) => {
    await trx('pgboss.job').update({ created_on: week, start_after: week });
    await trx('pgboss.version').update({ cron_on: week });
    // a job that waits to be started, which blocks the next one of its name
    const waiting = { state: 'created', started_on: null, completed_on: null };
    const [last] = await trx('pgboss.job').where({ name: 'goes-on' }).orderBy('id', 'desc').limit(1);
    await trx('pgboss.job').where({ id: last.id }).update(waiting);
  });
  const before = runs;

  await until(() => runs >= before + 2, 'two more runs');

  t.deepEqual(await db('pgboss.job').where('created_on', '>', db.raw(`now() + interval '1 day'`)), []);
});
