import test from 'ava';
import { startDataOf } from '../support/telegram/start-data.ts';
import { barman, startVenueChat, stranger } from '../support/telegram/venue-chat.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const TOKEN = '1:test';
const NOW = new Date('2026-03-01T12:00:00Z');

const startData = (user: object, { token = TOKEN, at = NOW } = {}): string =>
  startDataOf(user, { token, date: String(Math.floor(at.getTime() / 1000)) });

const signIn = (venue: Tenant, data: unknown) => venue.anonymous.post('/api/auth/mini-app').send({ data });

async function start(t: Parameters<typeof startTenant>[0]) {
  const env = { BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: 'http://127.0.0.1:9' };
  const venue = await startTenant(t, { env, clock: () => NOW });
  await venue.db('users').where({ id: venue.user.id }).update({ telegram_id: barman.id });
  return venue;
}

test('a page that Telegram opens signs in the person of the chat', async (t) => {
  const venue = await start(t);
  const { status, body } = await signIn(venue, startData(barman));
  t.is(status, 200);
  t.like(body.user, { id: venue.user.id, username: 'barman' });
  t.is((await venue.anonymous.get('/api/auth/me').auth(body.token, { type: 'bearer' })).body.user.id, venue.user.id);
});

test('messengers in a browser may frame the pages of a venue with a bot there, nobody else may', async (t) => {
  const policyOf = async (venue: Tenant): Promise<string> =>
    String((await venue.anonymous.get('/healthz')).headers['content-security-policy']);
  t.regex(await policyOf(await start(t)), /frame-ancestors 'self' https:\/\/web\.telegram\.org;/);
  const withMax = await startTenant(t, { env: { MAX_BOT_URL: 'https://max.ru/id77_bot' } });
  t.regex(await policyOf(withMax), /frame-ancestors 'self' https:\/\/web\.max\.ru;/);
  t.regex(await policyOf(await startTenant(t)), /frame-ancestors 'self';/);
});

for (const [title, data] of [
  ['was signed with the token of another bot', startData(barman, { token: '2:other' })],
  ['is eleven minutes old', startData(barman, { at: new Date(NOW.getTime() - 11 * 60_000) })],
  ['is of the day after', startData(barman, { at: new Date(NOW.getTime() + 24 * 3600_000) })],
  ['names another person than was signed', startData(barman).replace(String(barman.id), String(stranger.id))],
  ['has no signature', 'auth_date=1772366400&user=%7B%22id%22%3A1%7D'],
] as const) {
  test(`start data that ${title} sign nobody in`, async (t) => {
    const { status, body } = await signIn(await start(t), data);
    t.is(status, 400);
    t.is(body.error, 'Telegram не подтвердил, что это вы');
  });
}

test('somebody whose chat is nobody’s is told so, and what is no text is refused', async (t) => {
  const venue = await start(t);
  const unknown = await signIn(venue, startData(stranger));
  t.is(unknown.status, 400);
  t.is(unknown.body.error, 'Этот Telegram не связан ни с кем в заведении');
  t.is((await signIn(venue, { hash: 1 })).status, 400);
  t.is((await signIn(venue, 'a'.repeat(5000))).status, 400);
  t.is((await venue.anonymous.post('/api/auth/mini-app').send({ data: 'a', channel: 'vk' })).status, 400);
});

test('while the platform is away, which has the token of MAX, whoever opens the page is told to come again', async (t) => {
  const env = { MAX_BOT_URL: 'https://max.ru/id77_bot', PLATFORM_URL: 'http://127.0.0.1:9' };
  const venue = await startTenant(t, { env });
  const { status, body, headers } = await venue.anonymous
    .post('/api/auth/mini-app')
    .send({ data: startData(barman), channel: 'max' });
  t.is(status, 503);
  t.is(body.error, 'Сейчас не проверить, что это вы. Откройте ещё раз через минуту');
  t.is(headers['retry-after'], '10');
});

test('/open in Telegram offers to open the stock inside it where the address is https', async (t) => {
  const chat = await startVenueChat(t, { publicUrl: 'https://proba.example' });
  const calls = await chat.deliver(chat.sayUpdate(barman, '/open'));
  const buttons = calls.flatMap(({ reply_markup }) => (reply_markup?.inline_keyboard ?? []).flat());
  t.deepEqual(
    buttons.flatMap((button) => ('web_app' in button ? [(button as { web_app: { url: string } }).web_app.url] : [])),
    ['https://proba.example/enter', 'https://proba.example/enter?to=scan'],
  );
});
