import test from 'ava';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestPlatform,
  type TestVenue,
} from '../../support/platform/platform.ts';

let platform: TestPlatform;
let venue: TestVenue;
test.before(async () => {
  // the least that a venue may have: the process that looks at a password has to live within it
  platform = await startTestPlatform({ TENANT_MEMORY_MB: '256' });
  venue = await newVenue(platform, await newOwner(platform));
});
test.after.always(() => platform?.stop());

const change = (newPassword: string) =>
  venue.call('POST', '/api/auth/password', { oldPassword: venue.credentials.password, newPassword });
const signIn = async (password: string): Promise<number> =>
  (await venue.call('POST', '/api/auth/login', { ...venue.credentials, password })).status;

test.serial('a hosted venue refuses a password that is guessed first', async (t) => {
  const { status, body } = await change('qwerty123456');
  t.like({ status, ...body }, { status: 400, code: 'weak_password' });
  t.is(await signIn(venue.credentials.password), 200);
});

test.serial('of two changes at once both are looked at, and one password is in force', async (t) => {
  const passwords = ['лебедь якорь тополь', 'гранит ветер окунь'];

  const answers = await Promise.all(passwords.map(change));

  t.true(
    answers.every(({ status }) => [200, 401].includes(status)),
    JSON.stringify(answers.map(({ body }) => body)),
  );
  const good = await Promise.all(passwords.map(signIn));
  t.deepEqual(good.toSorted(), [200, 401]);
  t.is(await signIn(venue.credentials.password), 401);
});
