import { createTrustedClock } from '@ostatok/api/src/trusted-clock/trusted-clock.service.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { letPass } from '../support/clock/let-pass.ts';
import { createTestServices, DAY, MINUTE } from '../support/platform/api.ts';

const HOUR = 60 * MINUTE;
const log = createLog('test', 'silent');

/** A platform of the test's own that has read its clock once. */
async function startClock(t: ExecutionContext) {
  const services = await createTestServices();
  t.teardown(() => services.close());
  const { db, activity, clock, trustedClock } = services;
  await trustedClock.look();
  const mayDelete = async (): Promise<boolean> => (await trustedClock.trusted()) !== undefined;
  /** Passes hours one by one, each seen; returns whether anything could be deleted at the end of each. */
  async function see(hours: number): Promise<boolean[]> {
    const answers: boolean[] = [];
    for (let hour = 0; hour < hours; hour += 1) {
      clock.pass(HOUR);
      answers.push(await mayDelete());
    }
    return answers;
  }
  return {
    clock,
    trustedClock,
    mayDelete,
    see,
    /** Another process on the same database, whose clock is this much ahead. */
    another: (ahead = 0) =>
      createTrustedClock({ db, activity, log, now: () => new Date(clock.now().getTime() + ahead) }),
    notices: (): Promise<string[]> =>
      db('activity').where({ action: 'cleanup.held' }).orderBy('id').pluck('description'),
  };
}

test('what is asked first may go, and by a moment that is the clock’s', async (t) => {
  const { clock, trustedClock } = await startClock(t);
  clock.pass(HOUR);

  const at = await trustedClock.trusted();

  t.true(Math.abs((at?.getTime() ?? 0) - clock.now().getTime()) < MINUTE);
  t.is(await trustedClock.hoursToWait(), 0);
});

test('after a clock that jumped a week ahead nothing goes for a day that was seen, and the administrator is told', async (t) => {
  const { clock, see, mayDelete, trustedClock, notices } = await startClock(t);
  clock.pass(7 * DAY);

  t.false(await mayDelete());
  t.is(await trustedClock.hoursToWait(), 24);
  const answers = await see(23);
  t.false(answers.includes(true));
  t.deepEqual(await see(1), [true]);

  const said = await notices();
  t.is(said.length, 1);
  t.regex(
    said[0] ?? '',
    /^Платформа не работала, или её часы переведены вперёд: с .+\s\(мск\) на .+\s\(мск\)\. Сутки работы платформы ничего не удаляется навсегда, подписки не списываются и не заканчиваются$/,
  );
});

test('a clock that jumps ahead and back again starts the day anew, and is told of once', async (t) => {
  const { clock, see, mayDelete, notices } = await startClock(t);
  clock.pass(30 * DAY);
  t.false(await mayDelete());
  await see(10);
  clock.pass(-30 * DAY);

  t.false(await mayDelete());
  t.false((await see(23)).includes(true));
  t.deepEqual(await see(1), [true]);
  t.is((await notices()).length, 1);

  clock.pass(-DAY);
  t.false(await mayDelete());
  t.regex((await notices())[1] ?? '', /^Часы платформы переведены назад: с /);
});

test('the day is the same for several processes that start again every hour', async (t) => {
  const { clock, another } = await startClock(t);
  clock.pass(31 * DAY);
  const answers: boolean[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    const processes = [another(), another(), another()];
    const asked = await Promise.all(processes.map((one) => one.trusted()));
    answers.push(asked.some(Boolean));
    clock.pass(HOUR);
  }

  t.false(answers.includes(true));
  t.truthy(await another().trusted());
});

test('clocks of two processes that differ by minutes shorten no wait, and by days let nothing go', async (t) => {
  const { clock, another, notices } = await startClock(t);
  const [here, there] = [another(), another(-4 * MINUTE)];
  clock.pass(8 * DAY);
  await here.look();
  for (let turn = 0; turn < 500; turn += 1) await (turn % 2 ? here : there).look();
  t.is(await here.hoursToWait(), 24);

  const wrong = another(8 * DAY);
  for (let hour = 0; hour < 30; hour += 1) {
    clock.pass(HOUR);
    t.is(await here.trusted(), undefined);
    t.is(await wrong.trusted(), undefined);
  }
  t.is((await notices()).length, 1, 'and the journal is not filled with it');
});

test('a machine that is off at night deletes in time, and one that is off for long after a day of work', async (t) => {
  const { clock, see, mayDelete } = await startClock(t);
  for (let night = 0; night < 5; night += 1) {
    clock.pass(16 * HOUR);
    t.true(await mayDelete(), `after night ${night}`);
    await see(8);
  }
  const weekdays: boolean[] = [];
  for (const off of [64, 16, 16]) {
    clock.pass(off * HOUR);
    t.false(await mayDelete());
    weekdays.push(...(await see(8)));
  }
  t.deepEqual(weekdays, [...Array.from({ length: 23 }, () => false), true]);
});

test('small jumps add up: what they take together is not more than one may', async (t) => {
  const { clock, mayDelete } = await startClock(t);
  clock.pass(20 * HOUR);
  t.true(await mayDelete());
  clock.pass(MINUTE);
  t.true(await mayDelete());
  clock.pass(20 * HOUR);

  t.false(await mayDelete());
});

test('a clock that jumps ahead neither charges nor ends what an administrator has granted', async (t) => {
  const services = await createTestServices();
  t.teardown(() => services.close());
  const { db, auth, billing, clock, trustedClock, modules } = services;
  const due = modules.flatMap((module) => module.jobs ?? []).find(({ name }) => name === 'billing-due');
  const everyMinute = async (): Promise<void> => void (await due?.run());
  const { account } = await auth.register(
    { email: 'owner@bar.example', password: 'correct horse', name: 'Анна' },
    '10.0.0.1',
  );
  const { id: planId } = await db('plans').where({ name: 'professional' }).first('id');
  await billing.grant(account.id, account.id, { planId, days: 10 });
  const planName = async (): Promise<string> => (await billing.subscriptionOf(account.id)).plan.name;
  await everyMinute();

  clock.pass(30 * DAY);
  await everyMinute();
  t.is(await planName(), 'professional');
  clock.pass(-30 * DAY);
  await everyMinute();
  t.is(await planName(), 'professional', 'and nothing is lost when it is set right');

  await letPass(clock, trustedClock, 10 * DAY + MINUTE);
  await everyMinute();
  t.is(await planName(), 'free');
});
