import test from 'ava';
import { proveAddress } from '../support/account/authenticator.ts';
import { createPasskey, type Passkey } from '../support/account/passkey.ts';
import { answer, api, as, login, setUpSecondFactor } from '../support/account/second-factor.ts';
import { PASSWORD } from '../support/platform/api.ts';

setUpSecondFactor();

type Person = Awaited<ReturnType<typeof api.signUp>>;

const offer = async (person: Person) => (await as(person, 'post', 'passkeys/options', { password: PASSWORD })).body;
const add = (person: Person, challenge: string, passkey: object) =>
  as(person, 'post', 'passkeys', { challenge, passkey, name: 'Телефон' });

/** An owner who has added a passkey. */
async function withPasskey(): Promise<{ person: Person; key: Passkey }> {
  const person = await api.signUp();
  await proveAddress(api, person);
  const key = createPasskey();
  const { challenge, options } = await offer(person);
  const added = await add(person, challenge, key.create(options.challenge));
  if (!added.body.success) throw new Error(`the passkey was refused: ${JSON.stringify(added.body)}`);
  return { person, key };
}

/** The question after the right password. */
async function question({ email }: Person): Promise<{ challenge: string; webauthn: string }> {
  const { challenge, passkey } = (await login(email)).body;
  return { challenge, webauthn: passkey.challenge };
}

const options = async (): Promise<{ challenge: string; webauthn: string }> => {
  const { challenge, options: request } = (await api.call.post('/api/auth/passkey-sign-in/options')).body;
  return { challenge, webauthn: request.challenge };
};
const signIn = (challenge: string, passkey: object) =>
  api.call.post('/api/auth/passkey-sign-in').send({ challenge, passkey });

test('a passkey answers the second step, and signs in alone', async (t) => {
  const { person, key } = await withPasskey();
  const second = await question(person);
  const alone = await options();

  const answered = await answer({
    challenge: second.challenge,
    passkey: key.get(second.webauthn, { verified: false }),
  });
  const entered = await signIn(alone.challenge, key.get(alone.webauthn));

  t.is(answered.status, 200);
  t.is(entered.status, 200);
  t.is(entered.body.user.id, person.id);
});

const forged: [string, (key: Passkey, webauthn: string, other: Passkey) => object][] = [
  ['of another origin', (key, webauthn) => key.get(webauthn, { origin: 'http://localhost:3001' })],
  ['of a venue’s page', (key, webauthn) => key.get(webauthn, { origin: 'http://bar.localhost:3000' })],
  ['for another host', (key, webauthn) => key.get(webauthn, { rpId: 'evil.example' })],
  ['to another challenge', (key) => key.get('AAAA')],
  ['to no challenge', (key) => key.get('undefined')],
  ['of a registration', (key, webauthn) => key.get(webauthn, { type: 'webauthn.create' })],
  ['of a copy of the key, whose counter is behind', (key, webauthn) => key.get(webauthn, { counter: 5 })],
  ['signed by another key', (key, webauthn, other) => other.get(webauthn, { id: key.id })],
  ['of another person’s key', (_key, webauthn, other) => other.get(webauthn)],
  ['without a signature', (key, webauthn) => ({ ...key.get(webauthn), response: {} })],
  ['that is nothing', () => ({})],
];
for (const [what, forge] of forged) {
  test(`an answer ${what} is refused in both ways to sign in`, async (t) => {
    const { person, key } = await withPasskey();
    const { key: other } = await withPasskey();
    const before = await question(person);
    const used = await answer({ challenge: before.challenge, passkey: key.get(before.webauthn, { counter: 9 }) });
    t.is(used.status, 200);
    const second = await question(person);
    const refused = await answer({ challenge: second.challenge, passkey: forge(key, second.webauthn, other) });
    t.like(refused, { status: 400, body: { code: 'passkey_refused' } });
    t.is(refused.body.token, undefined);

    const alone = await options();
    const entered = await signIn(alone.challenge, forge(key, alone.webauthn, other));
    // that other person may sign in as themselves
    if (entered.status === 200) t.not(entered.body.user.id, person.id);
    else t.like(entered, { status: 400, body: { code: 'passkey_refused' } });
  });
}

test('an answer counts once, also of two at once, and for nothing else than what it was asked for', async (t) => {
  const { person, key } = await withPasskey();
  const { challenge, webauthn } = await question(person);
  const passkey = key.get(webauthn);

  const both = await Promise.all([answer({ challenge, passkey }), answer({ challenge, passkey })]);
  const again = await answer({ challenge, passkey });
  const elsewhere = await signIn(challenge, passkey);
  const alone = await options();
  const late = await signIn(alone.challenge, passkey);

  t.deepEqual(both.map(({ status }) => status).sort(), [200, 400]);
  for (const { status, body } of [again, elsewhere]) t.deepEqual([status, body.code], [400, 'challenge_over']);
  t.like(late, { status: 400, body: { code: 'passkey_refused' } });
});

test('a passkey whose person was not asked for a finger or a PIN does not sign in alone', async (t) => {
  const { key } = await withPasskey();
  const { challenge, webauthn } = await options();

  t.like(await signIn(challenge, key.get(webauthn, { verified: false })), {
    status: 400,
    body: { code: 'passkey_refused' },
  });
});

test('a blocked account is not entered by its passkey, nor is one that was blocked between the steps', async (t) => {
  const { person, key } = await withPasskey();
  const second = await question(person);
  const alone = await options();
  await api.db('users').where({ id: person.id }).update({ status: 'blocked' });

  const replies = [
    await answer({ challenge: second.challenge, passkey: key.get(second.webauthn) }),
    await signIn(alone.challenge, key.get(alone.webauthn)),
  ];

  t.deepEqual(
    replies.map(({ status, body }) => [status, body.token]),
    [
      [403, undefined],
      [403, undefined],
    ],
  );
});

test('a removed passkey signs nobody in, and ends a question that was asked with it', async (t) => {
  const { person, key } = await withPasskey();
  const second = await question(person);
  const { security } = (await as(person, 'get', 'security')).body;
  const removed = await as(person, 'delete', `passkeys/${security.passkeys[0].id}`, { password: PASSWORD });
  t.is(removed.status, 200);
  const alone = await options();

  t.is((await answer({ challenge: second.challenge, passkey: key.get(second.webauthn) })).status, 400);
  t.is((await signIn(alone.challenge, key.get(alone.webauthn))).status, 400);
});

test('nobody adds a key to another’s offer, takes another’s key or adds one of another page', async (t) => {
  const { key } = await withPasskey();
  const [mine, theirs] = [await api.signUp(), await api.signUp()];
  for (const person of [mine, theirs]) await proveAddress(api, person);
  const offered = await offer(theirs);
  const stolen = await add(mine, offered.challenge, createPasskey().create(offered.options.challenge));
  const second = await offer(mine);
  const taken = await add(mine, second.challenge, key.create(second.options.challenge));
  const foreign = await add(
    mine,
    second.challenge,
    createPasskey().create(second.options.challenge, { origin: 'http://evil.example' }),
  );
  const replayed = createPasskey().create(second.options.challenge);
  const added = await add(mine, second.challenge, replayed);
  const again = await add(mine, second.challenge, createPasskey().create(second.options.challenge));

  t.like(stolen, { status: 400, body: { code: 'passkey_refused' } });
  t.like(taken, { status: 409, body: { code: 'passkey_taken' } });
  t.like(foreign, { status: 400, body: { code: 'passkey_refused' } });
  t.true(added.body.success);
  t.like(again, { status: 400, body: { code: 'challenge_over' } });
});
