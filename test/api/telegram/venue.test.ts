import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import type { SandboxFault } from '../../../api/contract/sandbox.ts';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { createGateway } from '../../../api/src/telegram/gateway.service.ts';
import { until } from '../../support/run/until.ts';
import { insertVenueRow, openToken, startSandbox } from '../../support/sandbox/sandbox.ts';
import { startCommand } from '../../support/telegram/telegram-link.ts';
import { INTERNAL_SECRET, startTenant } from '../../support/venue/tenant.ts';

/** A real tenant whose bot is reached through the gateway, and its administrator in the chat. */
async function openVenue(t: ExecutionContext) {
  const sandbox = await startSandbox();
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна', username: 'boss' });
  const tenant = await startTenant(t, {
    env: { BOT_TOKEN: bot.token, BOT_URL: 'https://t.me/proba_bot', TELEGRAM_API_ROOT: sandbox.apiRoot },
  });
  await insertVenueRow(sandbox.db, bot);
  const gateway = createGateway({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [sandbox.apiRoot]),
    openToken,
    deliver: async (_id, updates) => {
      const response = await fetch(`${tenant.url}/internal/updates`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${INTERNAL_SECRET}` },
        body: JSON.stringify({ updates }),
      });
      if (!response.ok) throw Object.assign(new Error('not taken'), { status: response.status });
    },
    log: createLog('test', 'silent'),
  });
  await gateway.start();
  t.teardown(async () => {
    await gateway.stop();
    await sandbox.stop();
  });
  const { chat } = sandbox.sandbox;
  const answers = async () => (await chat.messages(bot.id, person.id)).filter((message) => message.from_bot);
  async function answerTo(what: string, say: () => Promise<unknown>) {
    const before = (await answers()).length;
    await say();
    await until(async () => (await answers()).length > before, `an answer to ${what}`);
    const [answer] = (await answers()).slice(before);
    if (!answer) throw new Error('answers do not go');
    return answer;
  }
  const { link } = (await tenant.admin.post('/api/auth/telegram')).body;
  await answerTo('the link', () => chat.write(bot.id, person.id, startCommand(link.url)));
  return {
    tenant,
    fault: (fault: SandboxFault) => chat.injectFault(bot.id, fault),
    /** The bot's reply to this text. */
    ask: (text: string) => answerTo(text, () => chat.write(bot.id, person.id, text)),
    /** The newest message that the user has sent. */
    async own() {
      const own = (await chat.messages(bot.id, person.id)).findLast((message) => !message.from_bot);
      if (!own) throw new Error('nothing was written');
      return own;
    },
    edit: (messageId: number, text: string) => answerTo(text, () => chat.edit(bot.id, person.id, messageId, text)),
    press: (messageId: number, data: string) => chat.press(bot.id, person.id, messageId, data),
    quantityOf: async (id: number) => (await tenant.db('items').where({ id }).first()).quantity,
  };
}

test('a message in the chat changes the stock through the gateway, and the button takes it back', async (t) => {
  const venue = await openVenue(t);
  const item = await venue.tenant.createItem({ name: 'Джемесон', quantity: 4.6 });
  const answer = await venue.ask('Джемесон +0,7');
  t.is(answer.text, 'Джемесон: 4,6 → 5,3 л (+0,7)');
  t.is(await venue.quantityOf(item.id), '5.300');
  const undo = answer.reply_markup?.inline_keyboard?.flat()[0]?.callback_data ?? '';
  await venue.press(answer.message_id, undo);
  await until(async () => (await venue.quantityOf(item.id)) === '4.600', 'the change is taken back');
  t.pass();
});

test('an edit in the chat corrects the stock, and digits of a barcode show its item', async (t) => {
  const venue = await openVenue(t);
  const item = await venue.tenant.createItem({ name: 'Джемесон', quantity: 4.6, ean: '4600000000015' });
  await venue.ask('Джемесон +0,7');
  const message = await venue.own();

  t.regex((await venue.edit(message.message_id, 'Джемесон +0,8')).text ?? '', /Исправлено/);

  t.is(await venue.quantityOf(item.id), '5.400');
  t.regex((await venue.ask('/last')).text ?? '', /Джемесон: \+0,8 → 5,4 л/);
  const card = await venue.ask('4600000000015');
  t.regex(card.text ?? '', /^Джемесон\nОстаток: 5,4 л/);
  t.is(card.entities?.[0]?.type, 'code');
});

for (const fault of [
  { kind: 'cut', times: 2, retryAfter: 1 },
  { kind: 'error', times: 2, retryAfter: 1 },
  { kind: 'rate_limit', times: 1, retryAfter: 1 },
] as const) {
  test(`an answer that Telegram meets with ${fault.kind} still arrives, and counts once`, async (t) => {
    const venue = await openVenue(t);
    const item = await venue.tenant.createItem({ name: 'Джемесон', quantity: 4.6 });
    await venue.fault({ ...fault, method: 'sendmessage' });
    t.is((await venue.ask('Джемесон +0,7')).text, 'Джемесон: 4,6 → 5,3 л (+0,7)');
    t.is(await venue.quantityOf(item.id), '5.300');
  });
}
