import { readFileSync } from 'node:fs';
import anyTest, { type TestFn } from 'ava';
import { shows, signedInCli, type Ways, waysOf, widest } from '../support/cli/cli.ts';
import { watchCommands } from '../support/cli/cli-routes.ts';
import { watchRoutes } from '../support/http/routes.ts';
import { call, newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

const routes = watchRoutes();
const commands = watchCommands();
const test = anyTest as TestFn<{ platform: TestPlatform; ways: Ways; owner: TestOwner }>;

test.before(async (t) => {
  const platform = await startTestPlatform();
  const owner = await newOwner(platform, 'starter');
  t.context = { platform, owner, ways: waysOf(await signedInCli(platform, 'admin')) };
});
test.after.always((t) => t.context.platform.stop());

const declared = readFileSync(import.meta.filename, 'utf8').match(/^test(\.serial)?\(/gm)?.length ?? 0;
let ran = 0;
test.beforeEach(() => {
  ran += 1;
});

test('users are listed, found and shown, by address or number', async (t) => {
  const { ways, owner, platform } = t.context;
  // a terminal would take this for a new window title
  await platform.db('users').where({ id: owner.userId }).update({ name: '\u001b]0;Взлом\u0007Анна' });

  const list = await ways.both('users list', ['--search', owner.email.slice(0, 12)]);
  const show = await ways.both('users show', [owner.email]);
  const byNumber = await ways.json('users show', [String(owner.userId)]);
  const nobody = await ways.json('users show', ['nobody@test.example']);

  t.deepEqual([list.code, list.terminalCode], [0, 0], list.screen);
  t.like(list.json, { success: true, total: 1, users: [{ email: owner.email, role: 'customer' }] });
  shows(t, list.screen, 'Клиент');
  t.true(widest(list.screen) <= 80);
  t.like(show.json, { success: true, user: { id: owner.userId } });
  shows(t, show.screen, 'Активен');
  t.is(byNumber.json.user.email, owner.email);
  t.is(byNumber.json.user.name, '\ufffd]0;Взлом\ufffdАнна');
  shows(t, show.screen, ']0;Взлом');
  t.is(nobody.code, 1);
  t.is(nobody.json.code, 'user_not_found');
});

test('a blocked user is signed out, an unblocked one may come back, an administrator stays', async (t) => {
  const { platform, ways } = t.context;
  const [one, other] = await Promise.all([newOwner(platform), newOwner(platform)]);
  const [admin] = await platform.db('users').where({ role: 'admin' }).pluck('email');

  const blocked = await ways.json('users block', [one.email]);
  const refused = await one.call('GET', '/api/auth/me');
  const seen = await ways.terminal('users block', [other.email]);
  const unblocked = await ways.json('users unblock', [one.email]);
  const seenAgain = await ways.terminal('users unblock', [other.email]);
  const never = await ways.json('users block', [admin]);

  t.like(blocked.json, { success: true, user: { status: 'blocked' } });
  t.is(refused.status, 403);
  shows(t, seen.screen, 'Пользователь заблокирован');
  t.like(unblocked.json, { success: true, user: { status: 'active' } });
  shows(t, seenAgain.screen, 'Пользователь активирован');
  t.is(never.code, 1);
  t.regex(never.json.error, /[а-я]/i);
});

test.serial(
  'a plan is made, changed, shown and hidden, moved, archived after a question and brought back',
  async (t) => {
    const { ways } = t.context;
    const made = await ways.json('plans create', ['chain', '--display-name', 'Сеть', '--monthly', '4990,50']);
    const again = await ways.terminal('plans create', ['chain', '--display-name', 'Сеть', '--monthly', '1']);
    const second = await ways.terminal('plans create', ['kiosk', '--display-name', 'Киоск', '--monthly', '0']);
    const wrong = await ways.json('plans create', [
      'wrong',
      '--display-name',
      'Х',
      '--monthly',
      '1',
      '--discount',
      '101',
    ]);
    const edited = await ways.json('plans edit', [
      'chain',
      '--feature',
      'Всё',
      '--feature',
      'И больше',
      '--yearly',
      '',
    ]);
    const edit = await ways.terminal('plans edit', ['chain', '--discount', '10']);
    const show = await ways.both('plans show', ['chain']);
    t.is((await ways.json('plans show', [String(made.json.plan.id)])).json.plan.name, 'chain');

    t.like(made.json, { success: true, plan: { name: 'chain', price_monthly: 4990.5 } });
    t.is(again.code, 1);
    shows(t, second.screen, 'Тариф создан');
    t.is(wrong.code, 1);
    t.regex(wrong.json.error, /100/);
    t.deepEqual(
      edited.json.plan.features.map(({ text }: { text: string }) => text),
      ['Всё', 'И больше'],
    );
    shows(t, edit.screen, 'Тариф обновлен');
    t.like(show.json.plan, { discount_percent: 10, price_yearly: null });
    shows(t, show.screen, 'И больше');

    t.false((await ways.json('plans hide', ['chain'])).json.plan.is_public);
    t.false((await ways.json('plans hide', ['chain'])).json.plan.is_public);
    shows(t, (await ways.terminal('plans publish', ['chain'])).screen, 'Видимость тарифа изменена');
    t.true((await ways.json('plans publish', ['chain'])).json.plan.is_public);
    shows(t, (await ways.terminal('plans hide', ['kiosk'])).screen, 'Видимость тарифа изменена');

    const moved = await ways.json('plans move', ['chain', '1']);
    t.like(moved.json.plans[0], { name: 'chain', sort_order: 1 });
    shows(t, (await ways.terminal('plans move', ['chain', '2'])).screen, '2. Сеть');

    const unasked = await ways.json('plans archive', ['chain']);
    const declined = await ways.terminal('plans archive', ['chain'], { answers: [['в архив?', 'n\n']] });
    const agreed = await ways.terminal('plans archive', ['chain'], { answers: [['в архив?', 'да\n']] });
    const byScript = await ways.json('plans archive', ['kiosk', '--yes']);
    const free = await ways.json('plans archive', ['free', '--yes']);
    t.is(unasked.json.code, 'not_confirmed');
    t.is(declined.code, 1);
    shows(t, declined.screen, 'Ничего не сделано');
    shows(t, agreed.screen, 'Действующих подписок продолжается: 0');
    t.like(byScript.json, { success: true, activeSubscriptions: 0 });
    t.is(free.code, 1);

    const list = await ways.both('plans list', ['--status', 'archived']);
    t.deepEqual(list.json.plans.map(({ name }: { name: string }) => name).toSorted(), ['chain', 'kiosk']);
    shows(t, list.screen, 'в архиве');
    t.true((await ways.json('plans restore', ['chain'])).json.success);
    shows(t, (await ways.terminal('plans restore', ['kiosk'])).screen, 'Тариф восстановлен');
    t.is((await ways.json('plans list', ['--status', 'archived'])).json.total, 0);
  },
);

test('a subscription is extended, granted for a time, changed, and all of it is history', async (t) => {
  const { platform, ways } = t.context;
  const [one, other] = await Promise.all([newOwner(platform, 'free'), newOwner(platform, 'free')]);

  const granted = await ways.json('subscriptions grant', [one.email, 'professional', '14']);
  const grant = await ways.terminal('subscriptions grant', [other.email, 'starter', '7']);
  const extended = await ways.json('subscriptions extend', [one.email, '10']);
  const extend = await ways.terminal('subscriptions extend', [other.email, '3']);
  const refused = await ways.json('subscriptions extend', [one.email, '0']);
  const third = await newOwner(platform, 'free');
  const changed = await ways.json('subscriptions plan', [third.email, 'starter']);
  const change = await ways.terminal('subscriptions plan', [third.email, 'professional']);
  const history = await ways.both('subscriptions history', [one.email]);
  const list = await ways.both('subscriptions list', ['--search', one.email, '--plan', 'professional']);
  const stats = await ways.both('subscriptions stats');
  const growth = await ways.both('growth', ['--months', '3']);
  const show = await ways.both('subscriptions show', [one.email]);

  t.like(granted.json, { success: true, user: { plan_display_name: 'Профессиональный', days_remaining: 14 } });
  shows(t, grant.screen, 'Временная подписка начислена на 7 дней');
  t.is(extended.json.user.days_remaining, 24);
  shows(t, extend.screen, 'Подписка продлена на 3 дней');
  t.is(refused.code, 1);
  t.true(changed.json.success, changed.json.error);
  shows(t, change.screen, 'Тариф успешно изменен');
  t.true(history.json.history.length > 0);
  shows(t, history.screen, 'Профессиональный');
  t.is(list.json.total, 1);
  shows(t, list.screen, '24');
  t.is(growth.json.months.length, 3);
  t.true(growth.json.months.at(-1).users > 0);
  shows(t, growth.screen, 'ПОЛЬЗОВАТЕЛЕЙ');
  t.is(show.json.user.days_remaining, 24);
  shows(t, show.screen, 'Осталось дней');
  t.true(stats.json.stats.length >= 4);
  shows(t, stats.screen, 'ДЕЙСТВУЕТ');
});

test('payments are listed, and a refund asks before it gives anything back', async (t) => {
  const { ways } = t.context;
  const payments = await ways.both('subscriptions payments', ['--status', 'attention']);
  const missing = '00000000-0000-4000-8000-000000000000';
  const refund = [missing, '490,50', '--reason', 'Двойная оплата'];

  const unasked = await ways.json('subscriptions refund', refund);
  const unknown = await ways.json('subscriptions refund', [...refund, '--yes']);
  const none = await ways.both('subscriptions payment', [missing.slice(0, 8)]);
  const noPayment = await ways.json('subscriptions payment', [missing]);
  t.is(none.json.code, 'payment_not_found');
  shows(t, none.screen, 'Все платежи: ostatok subscriptions payments');
  t.is(noPayment.code, 1);
  const declined = await ways.terminal('subscriptions refund', refund, { answers: [['490,50 ₽', 'n\n']] });

  t.deepEqual([payments.code, payments.json.total], [0, 0]);
  shows(t, payments.screen, 'Таких платежей нет.');
  t.is(unasked.json.code, 'not_confirmed');
  t.is(unknown.code, 1);
  t.regex(unknown.json.error, /[а-я]/i);
  shows(t, declined.screen, 'Ничего не сделано');
});

test('what was done is told newest first, with who did it and from where', async (t) => {
  const { platform, ways } = t.context;
  const victim = await newOwner(platform);
  await ways.json('users block', [victim.email]);

  const shown = await ways.both('activity', ['--target', `user:${victim.userId}`]);

  t.is(shown.json.activity[0].action, 'user.blocked');
  t.is(shown.json.activity[0].ip, '127.0.0.1');
  shows(t, shown.screen, 'Заблокирован пользователь');
  t.regex(shown.screen, /\d\d\.\d\d\.\d{4}, \d\d:\d\d/, 'when it was is told whole');

  const { id } = shown.json.activity[0];
  shows(t, shown.screen, String(id));
  const undone = await ways.json('activity undo', [String(id), '--yes']);
  t.is(undone.code, 0, undone.json.error);
  t.like((await platform.db('users').where({ id: victim.userId }).first('status')) ?? {}, { status: 'active' });
  const again = await ways.terminal('activity undo', [String(id), '--yes']);
  t.is(again.code, 1);
  shows(t, again.screen, 'Это уже отменено');
  shows(t, again.screen, 'ostatok activity');
  const after = await ways.terminal('activity', ['--target', `user:${victim.userId}`]);
  shows(t, after.screen, 'отменено: Заблокирован');
});

test('who was refused and who came in is told newest first, with from where', async (t) => {
  const { platform, ways } = t.context;
  const owner = await newOwner(platform);
  const wrong = { email: owner.email, password: 'not-the-password' };
  await call(platform.url, 'POST', '/api/auth/login', { body: wrong });
  await call(platform.url, 'POST', '/api/auth/login', { body: owner });
  // failures are written within seconds
  const asked = ['--user', owner.email, '--event', 'login'];
  await until(async () => (await ways.json('security log', asked)).json.total === 2, 'both are told');

  const shown = await ways.both('security log', asked);

  t.deepEqual(shown.json.events.map(({ outcome }: { outcome: string }) => outcome).sort(), ['failure', 'success']);
  shows(t, shown.screen, 'Неудачный вход');
  shows(t, shown.screen, owner.email);
  t.regex(shown.screen, /127\.0\.0\.1/);
});

test('an owner is refused what is the administrator’s', async (t) => {
  const { json } = waysOf(await signedInCli(t.context.platform));
  for (const command of [
    'users list',
    'plans list',
    'subscriptions stats',
    'activity',
    'security log',
    'operations list',
  ]) {
    const { code, json: said } = await json(command);
    t.is(code, 1, command);
    t.like(said, { success: false, code: 'forbidden' }, command);
  }
});

test.after('every route of the administrator about people and money is asked for by a command that ran here', (t) => {
  // a run with --match does not run all commands
  if (ran < declared) t.pass();
  else t.deepEqual(commands.missing(routes.list(), 'people'), []);
});
