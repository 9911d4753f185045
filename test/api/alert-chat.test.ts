import { randomUUID } from 'node:crypto';
import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import { loadConfig } from '@ostatok/kit/node/config.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import test, { type ExecutionContext } from 'ava';
import { createAlertChat } from '../../api/src/attention/alert-chat.service.ts';
import { createAlerts } from '../../api/src/attention/alerts.service.ts';
import { platformEnvSchema } from '../../api/src/config.ts';
import { alertChatFindings } from '../../api/src/hardening/alert-chat.ts';
import { alertChatOf } from '../../api/src/settings.ts';
import { createApiRoots } from '../../api/src/telegram/api-roots.ts';
import { createTestApi, DAY, MINUTE } from '../support/platform/api.ts';
import { startTestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { startBotApi } from '../support/telegram/bot-api.ts';

const TOKEN = `123456789:${'A'.repeat(35)}`;
const CHAT = '-1001234567890';
const chat = { token: TOKEN, chatId: CHAT };
const LINE: AttentionLine = {
  id: 'venues_down',
  level: 'broken',
  text: 'Не запускаются заведения: 1',
  count: 1,
  details: ['bar: не отвечает база данных'],
  since: '2026-11-27T10:00:00Z',
  action: { label: 'Показать', path: '/admin/tenants?status=down', command: 'ostatok tenants restart bar' },
};
const lineOf = (id: string): AttentionLine => ({ ...LINE, id, text: `Неполадка ${id}` });

/** Alerts of a platform with one administrator, whose chat is at a Bot API of the test. */
async function startAlerts(t: ExecutionContext) {
  const [api, telegram] = await Promise.all([createTestApi(), startBotApi(t)]);
  t.teardown(() => api.close());
  api.clock.hold();
  await api.signUp('admin');
  let lines: AttentionLine[] = [];
  const { db, mail } = api;
  const { now } = api.clock;
  const messages = createAlertChat({
    db,
    chat,
    apiRoots: createApiRoots(() => [telegram.apiRoot]),
    log: createLog('alerts', 'silent'),
    now,
  });
  const readUrgent = async () => ({ lines, unseen: [] });
  const alerts = createAlerts({ db, mail, chat: messages, publicUrl: 'https://bars.example', readUrgent, now });
  const sent = () => telegram.calls.filter(({ method }) => method === 'sendMessage');
  return {
    api,
    telegram,
    messages,
    /** What is seen after so many minutes. */
    async after(minutes: number, seen: AttentionLine[]): Promise<void> {
      api.clock.pass(minutes * MINUTE);
      lines = seen;
      await alerts.report();
    },
    texts: (): string[] =>
      sent().flatMap(({ text, result }) => (result && text ? [text.replaceAll('\u00a0', ' ')] : [])),
    chats: () => [...new Set(sent().map(({ chat_id }) => String(chat_id)))],
    waiting: async (): Promise<number> => Number((await db('alert_messages').count({ n: '*' }).first())?.n),
    letters: async (): Promise<number> => (await db('mails').where({ template: 'alert' })).length,
  };
}

test('the chat is told of a trouble once, with the command that mends it, and again when it is over', async (t) => {
  const { after, messages, texts, chats, waiting, letters } = await startAlerts(t);
  await after(0, [LINE]);
  await messages.deliver();
  await after(5, [LINE]);
  await messages.deliver();
  t.deepEqual(texts(), [
    [
      'Не запускаются заведения: 1',
      'Затронуто: bar: не отвечает база данных',
      'Началось: 27 ноября 2026 г., 13:00 (мск)',
      'Команда: ostatok tenants restart bar',
      'https://bars.example/admin/tenants?status=down',
    ].join('\n'),
  ]);
  t.deepEqual(chats(), [CHAT]);
  await after(1, []);
  await after(2, []);
  await messages.deliver();
  t.is(texts().length, 2);
  t.regex(texts()[1] ?? '', /^Снова в порядке\. Было: Не запускаются заведения: 1\nНачалось: /);
  t.notRegex(texts()[1] ?? '', /Команда|Затронуто/);
  t.is(await waiting(), 0);
  t.is(await letters(), 2);
});

test('a chat that takes nothing stops no letter; what waits is sent in its order when it takes again', async (t) => {
  const { after, messages, telegram, texts, waiting, letters } = await startAlerts(t);
  const refuse = { method: 'sendMessage', status: 403, description: 'Forbidden: bot was kicked from the group chat' };
  telegram.faults.push(refuse, refuse);
  await after(0, [LINE]);
  const error = await t.throwsAsync(messages.deliver());
  t.is(error?.message, 'Telegram не принимает ALERT_CHAT_ID: Forbidden: bot was kicked from the group chat');
  await after(1, [LINE, lineOf('second')]);
  await t.throwsAsync(messages.deliver());
  t.is(await letters(), 2);
  t.deepEqual(texts(), []);
  t.is(await waiting(), 2);
  t.is(telegram.calls.length, 2, 'one attempt each time, however many wait');
  await messages.deliver();
  t.deepEqual(
    texts().map((text) => text.split('\n')[0]),
    ['Не запускаются заведения: 1', 'Неполадка second'],
  );
  t.is(await waiting(), 0);
});

test('nothing piles up: the newest fifty wait, and none for longer than a day', async (t) => {
  const { api, after, messages, telegram, texts, waiting } = await startAlerts(t);
  const many = Array.from({ length: 60 }, (_, at) => lineOf(`t${at}`));
  await after(0, many);
  t.is(await waiting(), 50);
  telegram.faults.push({ method: 'sendMessage', status: 500, description: 'Internal Server Error' });
  await t.throwsAsync(messages.deliver(), { message: 'Telegram ответил ошибкой 500' });
  t.is(await waiting(), 50);
  api.clock.pass(DAY + MINUTE);
  await messages.deliver();
  t.deepEqual(texts(), []);
  t.is(await waiting(), 0);
});

test('a very long message is cut to what Telegram takes', async (t) => {
  const { after, messages, texts } = await startAlerts(t);
  await after(0, [{ ...LINE, details: ['я'.repeat(5000)] }]);
  await messages.deliver();
  t.is(texts()[0]?.length, 4001);
});

test('where Telegram asks to wait, nothing is sent until then', async (t) => {
  const { api, after, messages, telegram, texts } = await startAlerts(t);
  telegram.faults.push({ method: 'sendMessage', status: 429, description: 'Too Many Requests', retryAfter: 300 });
  await after(0, [LINE]);
  await t.throwsAsync(messages.deliver(), { message: 'Telegram просит подождать' });
  api.clock.pass(4 * MINUTE);
  await messages.deliver();
  t.is(telegram.calls.length, 1);
  api.clock.pass(2 * MINUTE);
  await messages.deliver();
  t.is(texts().length, 1);
});

test('the platform sends by the address of the Bot API that is set, a relay too', async (t) => {
  const telegram = await startBotApi(t);
  const platform = await startTestPlatform(
    { ALERT_BOT_TOKEN: TOKEN, ALERT_CHAT_ID: CHAT, TELEGRAM_API_ROOT: telegram.apiRoot },
    {
      async beforeListening({ db }) {
        await db('mails').insert({
          id: randomUUID(),
          recipient: 'guest@bar.example',
          template: 'welcome',
          status: 'queued',
          next_attempt_at: new Date(Date.now() + DAY),
          created_at: new Date(Date.now() - DAY),
        });
      },
    },
  );
  t.teardown(() => platform.stop());
  const sent = () => telegram.calls.filter(({ method }) => method === 'sendMessage');
  await until(() => sent().length > 0, 'the chat has the message');
  t.regex(sent()[0]?.text ?? '', /^Письма не уходят: 1\n/);
  const { findings } = await platform.upkeep.hardening.report();
  t.false(findings.some(({ id }) => id === 'alert_chat'));
  telegram.faults.push({ method: 'getChat', status: 400, description: 'Bad Request: chat not found' });
  const later = await platform.upkeep.hardening.report();
  t.like(
    later.findings.find(({ id }) => id === 'alert_chat'),
    {
      message: 'Чат тревог не работает: Telegram не принимает ALERT_CHAT_ID: Bad Request: chat not found',
    },
  );
});

test('the check of the chat says what is wrong, and never the token', async (t) => {
  const telegram = await startBotApi(t);
  t.deepEqual(
    await alertChatFindings(
      undefined,
      createApiRoots(() => [telegram.apiRoot]),
    ),
    [],
  );
  t.deepEqual(
    await alertChatFindings(
      chat,
      createApiRoots(() => [telegram.apiRoot]),
    ),
    [],
  );
  telegram.faults.push({ method: 'getChat', status: 401, description: 'Unauthorized' });
  const [refused] = await alertChatFindings(
    chat,
    createApiRoots(() => [telegram.apiRoot]),
  );
  t.is(refused?.message, 'Чат тревог не работает: Telegram не принимает ALERT_BOT_TOKEN');
  const [silent] = await alertChatFindings(
    chat,
    createApiRoots(() => ['http://127.0.0.1:1']),
  );
  t.is(silent?.message, 'Чат тревог не работает: Telegram не отвечает');
  t.false(JSON.stringify([refused, silent]).includes('AAA'));
});

test('the bot and the chat are set together, and a mistake in either is named without showing it', (t) => {
  const of = (env: Record<string, string>) => alertChatOf(loadConfig(platformEnvSchema, env));
  t.is(of({}), undefined);
  t.deepEqual(of({ ALERT_BOT_TOKEN: TOKEN, ALERT_CHAT_ID: CHAT }), chat);
  t.is(of({ ALERT_BOT_TOKEN: TOKEN, ALERT_CHAT_ID: '@ostatok_alerts' })?.chatId, '@ostatok_alerts');
  t.throws(() => of({ ALERT_CHAT_ID: CHAT }), { message: /ALERT_BOT_TOKEN: обязателен вместе с ALERT_CHAT_ID/ });
  t.throws(() => of({ ALERT_BOT_TOKEN: TOKEN }), { message: /ALERT_CHAT_ID: обязателен вместе с ALERT_BOT_TOKEN/ });
  const wrong = t.throws(() => of({ ALERT_BOT_TOKEN: 'my-secret', ALERT_CHAT_ID: 'наш чат' }));
  t.regex(wrong?.message ?? '', /ALERT_BOT_TOKEN: нужен токен бота[\s\S]*ALERT_CHAT_ID: нужен номер чата/);
  t.false(wrong?.message.includes('my-secret'));
});
