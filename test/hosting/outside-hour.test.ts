import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { startBank } from '../chaos/bank.ts';
import { smtpServer } from '../support/mail/smtp.ts';
import { startOutsideLine } from '../support/outside/outside-line.ts';
import { createClock, MINUTE, PASSWORD } from '../support/platform/api.ts';
import { call, signInTo, startTestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startSandbox } from '../support/sandbox/sandbox.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

const HOUR = 60;

/** A platform with Telegram, a mail server and a bank, each at the other end of a line. */
async function startAll(t: ExecutionContext) {
  const telegram = await startSandbox();
  t.teardown(() => telegram.stop());
  const mail = await smtpServer(t, { disableReverseLookup: true });
  const bank = await startBank(() => 'http://127.0.0.1:1/');
  t.teardown(bank.stop);
  const [toTelegram, toMail, toBank] = [
    await startOutsideLine(t, telegram.url),
    await startOutsideLine(t, mail.url.replace('smtp:', 'http:')),
    await startOutsideLine(t, bank.url),
  ];
  const clock = createClock();
  clock.hold();
  const env = {
    TELEGRAM_API_ROOT: `${toTelegram.url}/sandbox/telegram`,
    SMTP_URL: toMail.url.replace('http:', 'smtp:'),
    PAYMENTS: 'yookassa',
    YOOKASSA_SHOP_ID: '100500',
    YOOKASSA_SECRET_KEY: 'test_secret_of_the_hour',
    YOOKASSA_API_URL: `${toBank.url}/v3`,
  };
  const platform = await startTestPlatform(env, { now: clock.now });
  t.teardown(() => platform.stop());
  const { upkeep, accounts } = platform;
  return {
    telegram,
    letters: mail.taken,
    bank,
    platform,
    setAll(state: 'up' | 'refused'): void {
      for (const line of [toTelegram, toMail, toBank]) line.set(state);
    },
    /** What the jobs of each minute do. */
    async pass(minutes: number): Promise<void> {
      for (let passed = 0; passed < minutes; passed += 1) {
        clock.pass(MINUTE);
        accounts.mail.wake();
        await accounts.billing.reconcile();
        await upkeep.alerts.report();
        await upkeep.status.record();
      }
    },
  };
}
type All = Awaited<ReturnType<typeof startAll>>;

/** Somebody of the site; a sign-in does not last for the whole test, so that each call comes after one. */
async function person({ platform }: All, role?: 'admin') {
  const email = `${randomUUID()}@bar.example`;
  const account = { email, password: PASSWORD };
  const made = await call(platform.url, 'POST', '/api/auth/register', { body: { ...account, name: 'Анна' } });
  if (role) await platform.db('users').where({ email }).update({ role });
  return {
    email,
    made,
    async ask(method: string, path: string, body?: object) {
      const { body: signedIn } = await call(platform.url, 'POST', '/api/auth/login', { body: account });
      return call(platform.url, method, path, { token: signedIn.token, body });
    },
  };
}
type Person = Awaited<ReturnType<typeof person>>;

/** A venue with an item, and its administrator in the chat. */
async function openVenue({ platform, telegram }: All, owner: Person) {
  const bot = await telegram.sandbox.createBot('Бар');
  const anna = await telegram.sandbox.chat.createPerson({ first_name: 'Анна' });
  const subdomain = `v-${randomUUID().slice(0, 8)}`;
  const order = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'boss' };
  const { status, body } = await owner.ask('POST', '/api/provision/create', order);
  if (status !== 201) throw new Error(JSON.stringify(body));
  const venue = { subdomain, credentials: body.adminCredentials };
  const { call: ask } = await signInTo(platform, venue);
  const { body: made } = await ask('POST', '/api/items', { name: 'Ром', unit: 'л' });
  const write = (text: string): Promise<unknown> => telegram.sandbox.chat.write(bot.id, anna.id, text);
  const answers = async (): Promise<string[]> =>
    (await telegram.sandbox.chat.messages(bot.id, anna.id)).flatMap((one) => (one.from_bot ? (one.text ?? '') : []));
  await write(startCommand(body.telegramLink));
  await until(async () => (await answers()).length > 0, 'the bot greets');
  return {
    write,
    answers,
    async quantity(): Promise<number> {
      const { call: again } = await signInTo(platform, venue);
      return (await again('GET', `/api/items/${made.item.id}`)).body.item.quantity;
    },
  };
}

const linesOf = async (boss: Person): Promise<Map<string, string>> => {
  const { body } = await boss.ask('GET', '/api/admin/attention');
  return new Map(body.attention.map(({ id, text }: { id: string; text: string }) => [id, text]));
};

test('an hour without Telegram, mail and bank: people read what does not work, and everything comes by itself afterwards', async (t) => {
  t.timeout(240_000);
  const all = await startAll(t);
  const { platform, letters, bank } = all;
  const [boss, owner] = [await person(all, 'admin'), await person(all)];
  const venue = await openVenue(all, owner);
  const { id: planId } = await platform.db('plans').where({ name: 'starter' }).first('id');
  const press = () => owner.ask('POST', '/api/billing/create-payment', { planId, billingPeriod: 'monthly' });
  const statusPage = async (): Promise<string> => (await fetch(`${platform.url}/status`)).text();
  const unsent = () => platform.db('mails').whereNot({ status: 'sent' });
  await until(async () => (await unsent()).length === 0, 'the first letters have come');
  t.regex(await statusPage(), /Всё работает/);

  all.setAll('refused');
  const guest = await person(all);
  t.is(guest.made.status, 201);
  for (const text of ['Ром +1', 'Ром +2', 'Ром +4']) await venue.write(text);
  await until(() => platform.gateway.health().unwell === 1, 'Telegram is away');
  t.like((await press()).body, {
    success: false,
    error: 'Платёжный сервис не отвечает. Деньги не списаны, повторите через минуту',
  });
  await all.pass(HOUR);

  const page = await statusPage();
  t.regex(page, /Боты<\/span><b class="down">Не работает/);
  t.regex(page, /Письма<\/span><b class="degraded">С перебоями/);
  t.regex(page, /Оплата<\/span><b class="degraded">С перебоями/);
  const lines = await linesOf(boss);
  t.is(lines.get('telegram_away'), 'Telegram не отвечает, сообщения ждут у него. Ботов: 1');
  t.is(lines.get('bank_away'), 'Платёжный сервис не отвечает: новые платежи не начинаются, начатые ждут');
  t.regex(lines.get('letters_stuck') ?? '', /^Письма не уходят: \d+$/);
  const alerts = await platform.db('mails').where({ template: 'alert' });
  t.is(alerts.length, 3, 'one letter of each trouble, however long it lasts');
  t.deepEqual([...new Set((await unsent()).map(({ status }) => status))], ['queued']);
  t.true((await platform.db('payments').where({ status: 'pending' })).length <= 2);
  t.is(await venue.quantity(), 0);

  all.setAll('up');
  const { status, body } = await press();
  t.is(status, 201);
  bank.approve(body.paymentId);
  await until(async () => {
    await all.pass(1);
    return /Всё работает/.test(await statusPage()) && (await unsent()).length === 0;
  }, 'all works');
  await until(async () => (await venue.answers()).length >= 4, 'the bot has answered');
  t.is(await venue.quantity(), 7);
  t.deepEqual((await venue.answers()).slice(1), ['Ром: 0 → 1 л (+1)', 'Ром: 1 → 3 л (+2)', 'Ром: 3 → 7 л (+4)']);
  const paid = await platform.db('payments').where({ status: 'succeeded' });
  t.is(paid.length, 1);
  t.deepEqual(bank.paid(), [paid[0].id]);
  const rows = await platform.db('mails');
  t.is(letters.length, rows.length, 'each letter came once');
  t.true(letters.some(({ to }) => to[0] === guest.email));
  t.false([...(await linesOf(boss)).keys()].some((id) => /away|stuck/.test(id)));
});
