import { createECDH } from 'node:crypto';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createDeliver } from '@ostatok/tenant-runtime/src/push/deliver.ts';
import { createPush } from '@ostatok/tenant-runtime/src/push/push.service.ts';
import test, { type ExecutionContext } from 'ava';
import { startEgress } from '../../support/feeds/egress.ts';
import { openCount } from '../../support/panel/panel-counts.ts';
import { CUT, startPushService } from '../../support/push/push-service.ts';
import { until } from '../../support/run/until.ts';
import { INTERNAL_SECRET, startTenant, type Tenant } from '../../support/venue/tenant.ts';

type Who = Pick<Tenant['user'], 'id' | 'username'>;

async function start(t: ExecutionContext) {
  const push = await startPushService(t);
  const egress = await startEgress(t);
  const venue = await startTenant(t, { env: { PLATFORM_URL: egress.url, VENUE_NAME: 'Бар «Ёж»' } });
  await venue.createItem({ name: 'Джемесон' });
  return { push, venue, egress };
}

/** Signs the user in on another phone. */
async function signIn({ services, anonymous, user: barman }: Tenant, { id, username }: Who = barman) {
  const caller = { id, username, name: username, role: 'user' as const };
  const { code } = await services.codes.make({ kind: 'scanner' }, caller);
  const { body } = await anonymous.post('/api/auth/redeem').send({ code });
  return body as { token: string; refreshToken: string };
}

async function subscribe({ push, venue }: Awaited<ReturnType<typeof start>>, token: string) {
  const { body } = await venue.anonymous.get('/api/push').auth(token, { type: 'bearer' });
  const subscription = push.subscribe(body.key);
  const { status } = await venue.anonymous.put('/api/push').auth(token, { type: 'bearer' }).send(subscription);
  if (status !== 200) throw new Error(`not subscribed: ${status}`);
  return subscription;
}

/** Somebody else whose phone is notified, and by then everybody's was. */
async function startVera(ground: Awaited<ReturnType<typeof start>>) {
  const { push, venue } = ground;
  const vera = await venue.asNewUser('vera', 'user', 'Вера');
  const phone = await subscribe(ground, (await signIn(venue, vera)).token);
  return async (): Promise<string[]> => {
    const path = new URL(phone.endpoint).pathname;
    await until(() => push.received.some((one) => one.path === path), 'Vera is notified');
    await venue.services.notices.close();
    await venue.services.push.close();
    return push.received.map((one) => one.path).filter((other) => other !== path);
  };
}

const subscriptionsIn = (venue: Tenant): Promise<unknown[]> => venue.db('push_subscriptions').pluck('endpoint');

test('a phone is notified of a count that has begun, encrypted for it and signed by the venue, and of answers it is not', async (t) => {
  const ground = await start(t);
  const { push, venue } = ground;
  const { token } = await signIn(venue);
  await subscribe(ground, token);

  const id = crypto.randomUUID();
  await venue.anonymous.post('/api/chat/messages').auth(token, { type: 'bearer' }).send({ id, text: 'Джемесон = 3' });
  await openCount(venue);
  await until(() => push.received.length > 0, 'the phone is notified');

  await venue.services.push.close();
  t.is(push.received.length, 1);
  t.like(push.received[0], { ttl: '43200', notice: { title: 'Бар «Ёж»' }, claims: { aud: push.url } });
  t.regex(String(push.received[0]?.notice.text), /^Начат подсчёт/);
});

/** One of 256 pairs: OpenSSL leaves out the zero byte with which its private key begins. */
function shortPair(): { public_key: string; private_key: string } {
  const pair = createECDH('prime256v1');
  do pair.generateKeys();
  while (pair.getPrivateKey().length === 32);
  return { public_key: pair.getPublicKey('base64url'), private_key: pair.getPrivateKey('base64url') };
}

test('a venue whose key begins with a zero byte notifies phones as others do', async (t) => {
  const ground = await start(t);
  const { push, venue } = ground;
  await venue.db('push_keys').insert(shortPair());
  await subscribe(ground, (await signIn(venue)).token);

  await openCount(venue);
  await until(() => push.received.length > 0, 'the phone is notified');

  t.regex(String(push.received[0]?.notice.text), /^Начат подсчёт/);
});

test('the phone of somebody who has signed out, or whose sign-ins were ended, is notified of nothing', async (t) => {
  const ground = await start(t);
  const { venue } = ground;
  const [left, ended] = [await signIn(venue), await signIn(venue)];
  await subscribe(ground, left.token);
  await subscribe(ground, ended.token);
  await venue.anonymous.post('/api/auth/logout').send({ refreshToken: left.refreshToken });
  const other = await signIn(venue);
  await venue.anonymous.delete('/api/auth/sessions').auth(other.token, { type: 'bearer' });

  const notifiedBesidesVera = await startVera(ground);
  await openCount(venue, { areas: [{ name: 'Бар', userId: null }] });

  t.deepEqual(await notifiedBesidesVera(), []);
});

test('a phone that somebody else uses now is theirs', async (t) => {
  const ground = await start(t);
  const { venue } = ground;
  const { token } = await signIn(venue);
  const subscription = await subscribe(ground, token);
  const boss = await signIn(venue, venue.admin);
  await venue.anonymous.put('/api/push').auth(boss.token, { type: 'bearer' }).send(subscription);

  // who opens a count is not told of it
  const notifiedBesidesVera = await startVera(ground);
  await openCount(venue, { areas: [{ name: 'Бар', userId: null }] });

  t.deepEqual(await notifiedBesidesVera(), []);
});

test('a phone without the app is forgotten', async (t) => {
  const ground = await start(t);
  const { push, venue } = ground;
  const { token } = await signIn(venue);
  const kept = await subscribe(ground, token);
  const gone = await subscribe(ground, token);
  push.forget(gone.endpoint);

  await openCount(venue);
  await until(async () => (await subscriptionsIn(venue)).length === 1, 'the phone without the app is forgotten');

  t.deepEqual(await subscriptionsIn(venue), [kept.endpoint]);
});

test('a push service that is away or busy is asked again, one that refuses is not', async (t) => {
  const ground = await start(t);
  const { venue } = ground;
  await subscribe(ground, (await signIn(venue)).token);
  const answers = [new Error('ECONNRESET'), 503, 429, 201, 413];
  const waited: number[] = [];
  const push = createPush({
    db: venue.db,
    clock: () => new Date(),
    log: createLog('tenant', 'silent'),
    venueName: 'Бар',
    deliverAs: async () => async () => {
      const answer = answers.shift();
      if (typeof answer === 'number') return answer;
      throw answer;
    },
    wait: async (ms) => waited.push(ms),
  });

  push.notify(venue.user.id, 'Пора считать', 'message 1');
  await until(() => answers.length === 1, 'it is delivered');
  push.notify(venue.user.id, 'Пора считать', 'message 2');
  await push.close();

  t.deepEqual(waited, [10_000, 60_000, 300_000]);
  t.deepEqual(answers, []);
});

test('a connection that is cut, or to a server that nobody vouches for, is an error and no more', async (t) => {
  const {
    push,
    venue,
    egress: { url: platformUrl },
  } = await start(t);
  const { body } = await venue.user.get('/api/push');
  const keys = await venue.db('push_keys').first();
  const egress = { platformUrl, tenantId: 'test-tenant', secret: INTERNAL_SECRET };
  const deliver = createDeliver({ ...keys, subject: 'mailto:admin@example.com' }, egress);
  const { endpoint, keys: theirs } = push.subscribe(body.key);
  const notice = { title: 'Бар', text: 'Пора считать', tag: 'message 1' };

  push.statuses.push(CUT);
  await t.throwsAsync(deliver({ endpoint, ...theirs }, notice));
  await t.throwsAsync(deliver({ endpoint: endpoint.replace('127.0.0.1', 'localhost'), ...theirs }, notice));
  t.is(await deliver({ endpoint, ...theirs }, notice), 201);
});

test('only the newest subscriptions of a sign-in are kept, and one can be ended by its owner alone', async (t) => {
  const ground = await start(t);
  const { venue } = ground;
  const { token } = await signIn(venue);
  for (let times = 0; times < 4; times += 1) await subscribe(ground, token);
  const last = await subscribe(ground, token);
  t.is((await subscriptionsIn(venue)).length, 3);

  await venue.admin.post('/api/push/unsubscribe').send({ endpoint: last.endpoint });
  t.is((await subscriptionsIn(venue)).length, 3);
  await venue.anonymous.post('/api/push/unsubscribe').auth(token, { type: 'bearer' }).send({ endpoint: last.endpoint });
  t.is((await subscriptionsIn(venue)).length, 2);
});

test('what no browser gives is refused in words', async (t) => {
  const { push, venue } = await start(t);
  const { token } = await signIn(venue);
  const { body } = await venue.anonymous.get('/api/push').auth(token, { type: 'bearer' });
  const right = push.subscribe(body.key);
  const put = (sent: object) => venue.anonymous.put('/api/push').auth(token, { type: 'bearer' }).send(sent);

  const plain = await put({ ...right, endpoint: 'http://169.254.169.254/latest' });
  t.is(plain.status, 400);
  t.is(plain.body.errors.endpoint, 'Браузер дал неверный адрес для уведомлений');
  t.is((await put({ ...right, keys: { ...right.keys, auth: 'коротко' } })).status, 400);
  t.is((await venue.user.put('/api/push').send(right)).status, 401, 'without a sign-in there is nothing it ends with');
});
