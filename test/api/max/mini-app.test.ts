import test, { type ExecutionContext } from 'ava';
import { startBridge } from '../../support/max/bridge.ts';
import { type BridgedChat, startBridgedChat } from '../../support/max/bridged-chat.ts';
import type { MaxPerson } from '../../support/max/dialogs.ts';
import { startMaxServer } from '../../support/max/max-server.ts';
import { startDataOf } from '../../support/telegram/start-data.ts';
import { barman } from '../../support/telegram/venue-chat.ts';
import { INTERNAL_SECRET } from '../../support/venue/tenant.ts';

const MINUTE_MS = 60_000;
const NOW = new Date('2026-03-01T12:00:00Z');
/** As its documentation shows it; Telegram's has seconds. */
const milliseconds = (at: Date): string => String(at.getTime());
const userOf = ({ user_id, first_name }: MaxPerson): object => ({ id: user_id, first_name });

interface Answer {
  venues?: { name: string; url: string }[];
  error?: string;
}

const startChat = (t: ExecutionContext): Promise<BridgedChat> =>
  startBridgedChat(t, { env: { PUBLIC_URL: 'https://proba.example' }, clock: () => NOW });

const signIn = ({ anonymous }: BridgedChat, data: string) =>
  anonymous.post('/api/auth/mini-app').send({ data, channel: 'max' });

/** The rows of the newest message that has buttons. */
const buttonsOf = ({ max, bot }: BridgedChat, person: MaxPerson): object[][] =>
  max.sent(bot, person).findLast(({ keyboard }) => keyboard.length > 0)?.keyboard ?? [];

test('a page that MAX opens signs in the person of the chat, whether MAX writes milliseconds or seconds', async (t) => {
  const chat = await startChat(t);
  const user = userOf(chat.personOf(barman));
  for (const date of [milliseconds(NOW), String(NOW.getTime() / 1000)]) {
    const { status, body } = await signIn(chat, startDataOf(user, { token: chat.bot.token, date }));
    t.is(status, 200);
    t.like(body.user, { id: chat.user.id, username: 'barman' });
  }
});

test('what MAX has not freshly signed for this bot signs nobody in, and strangers are told what to do', async (t) => {
  const chat = await startChat(t);
  const user = userOf(chat.personOf(barman));
  const token = chat.bot.token;
  const old = milliseconds(new Date(NOW.getTime() - 11 * MINUTE_MS));
  const good = startDataOf(user, { token, date: milliseconds(NOW) });
  for (const data of [
    startDataOf(user, { token: chat.max.bot().token, date: milliseconds(NOW) }),
    startDataOf(user, { token, date: old }),
    good.replace(String(chat.personOf(barman).user_id), '1'),
    'user=%7B%22id%22%3A1%7D',
  ]) {
    const { status, body } = await signIn(chat, data);
    t.is(status, 400);
    t.is(body.error, 'MAX не подтвердил, что это вы');
  }
  const stranger = chat.max.person({ first_name: 'Пётр' });
  const unknown = await signIn(chat, startDataOf(userOf(stranger), { token, date: milliseconds(NOW) }));
  t.is(unknown.status, 400);
  t.is(unknown.body.error, 'Этот MAX не связан ни с кем в заведении');
  t.is((await chat.anonymous.post('/api/auth/mini-app').send({ data: good })).status, 400, 'it is not Telegram');
});

test('/open has buttons for the page once it was opened, and none after MAX has refused them', async (t) => {
  const chat = await startChat(t);
  const person = chat.personOf(barman);
  const open = async (): Promise<object[][]> => {
    await chat.deliver(chat.sayUpdate(barman, '/open'));
    return buttonsOf(chat, person);
  };
  const links = [
    { type: 'link', text: 'Открыть панель' },
    { type: 'link', text: 'Открыть сканер' },
  ];
  const [first, ...others] = await open();
  t.like(first, links);
  t.is(others.length, 0);

  await signIn(chat, startDataOf(userOf(person), { token: chat.bot.token, date: milliseconds(NOW) }));
  const { subdomain } = await chat.bridge.db('tenants').first('subdomain');
  const app = { type: 'open_app', web_app: chat.bot.username };
  const [apps, below] = await open();
  t.like(apps, [
    { ...app, text: 'Открыть склад', payload: subdomain },
    { ...app, text: 'Открыть сканер', payload: `${subdomain}_scan` },
  ]);
  t.like(below, links);

  chat.max.interfere = ({ method, path, body }) =>
    method === 'POST' && path === '/messages' && String(body).includes('open_app')
      ? { status: 400, body: { code: 'proto.payload', message: 'bot has no web app' } }
      : undefined;
  t.like((await open())[0], links);
  chat.max.interfere = undefined;
  t.is((await open()).length, 1, 'it is not tried again until the page is opened');
});

test('the page of the shared bot leads to the venue of the button or to all of the person, with a pass for each', async (t) => {
  const max = await startMaxServer({ plainWebhooks: true });
  t.teardown(max.close);
  const bot = max.bot();
  let now = NOW;
  const bridge = await startBridge({ max, sharedToken: bot.token, now: () => now });
  t.teardown(bridge.stopAll);
  await bridge.look();
  const venues = [await bridge.venue(undefined, { name: 'Весна' }), await bridge.venue(undefined, { name: 'Осень' })];
  const anna = max.person({ first_name: 'Анна' });
  const row = await bridge.db('max_bots').first('id');
  for (const tenant_id of venues)
    await bridge.db('max_people').insert({ bot_id: row.id, person_id: anna.user_id, tenant_id, last_at: NOW });
  const names = await bridge.db('tenants').orderBy('id').pluck('subdomain');

  async function ask(person: MaxPerson, signed: { token?: string; param?: string } = {}) {
    const data = startDataOf(userOf(person), { token: bot.token, date: milliseconds(NOW), ...signed });
    const answer = await fetch(`${bridge.url}/api/public/mini-app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  }
  /** The venues of an answer without their passes, in the order of their names. */
  const placesOf = async (asked: ReturnType<typeof ask>): Promise<string[]> =>
    ((await asked).body.venues ?? []).map(({ name, url }) => `${name} ${url.split('#')[0]}`).toSorted();
  const [spring, autumn] = names.map((name: string) => `https://${name}.ostatok.example/enter`);
  t.deepEqual(await placesOf(ask(anna)), [`Весна ${spring}`, `Осень ${autumn}`]);
  t.deepEqual(await placesOf(ask(anna, { param: names[1] })), [`Осень ${autumn}`]);
  t.deepEqual(await placesOf(ask(anna, { param: `${names[1]}_scan` })), [`Осень ${autumn}?to=scan`]);
  t.is((await placesOf(ask(anna, { param: 'chuzhoe' }))).length, 2);

  const stranger = await ask(max.person({ first_name: 'Пётр' }));
  t.is(stranger.status, 400);
  t.is(stranger.body.error, 'Этот MAX не связан ни с одним заведением');
  t.is((await ask(anna, { token: 'another-token' })).body.error, 'MAX не подтвердил, что это вы');

  async function personAt(tenantId: string | undefined, data: string): Promise<number | null> {
    const answer = await fetch(`${bridge.url}/internal/max-start-data`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${INTERNAL_SECRET}`,
        'x-tenant-id': tenantId ?? '',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data }),
    });
    return ((await answer.json()) as { personId: number | null }).personId;
  }
  const { venues: [place] = [] } = (await ask(anna, { param: names[1] })).body;
  const pass = new URLSearchParams(new URL(place?.url ?? '').hash.slice(1)).get('WebAppData') ?? '';
  t.is(await personAt(venues[1], pass), anna.user_id);
  t.is(await personAt(venues[0], pass), null, 'a venue cannot use it at another');
  const signed = startDataOf(userOf(anna), { token: bot.token, date: milliseconds(NOW) });
  t.is(await personAt(venues[1], signed), null, 'what MAX has signed would be good at each of them');
  now = new Date(NOW.getTime() + 11 * MINUTE_MS);
  t.is(await personAt(venues[1], pass), null, 'it is old');
});
