import { randomUUID } from 'node:crypto';
import test from 'ava';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../../support/platform/platform.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

/** How many times a visitor who loads the price list repeatedly was answered during the work. */
async function answersDuring(work: () => Promise<unknown>): Promise<number> {
  const during = { answers: 0, over: false };
  const visitor = (async () => {
    while (!during.over) {
      const { status } = await call(platform.url, 'GET', '/api/public/plans');
      if (status !== 200) throw new Error(`the price list answered ${status}`);
      if (!during.over) during.answers += 1;
    }
  })();
  await work();
  during.over = true;
  await visitor;
  return during.answers;
}

/**
 * A visitor who has to wait for all of the work is answered once or twice, however slow the machine; others some ten
 * times or more.
 */
const AT_LEAST = 4;

test.serial('many who delete their accounts at once keep nobody else waiting', async (t) => {
  const { db } = platform;
  const first = await newOwner(platform);
  const { number: _, ...row } = await db('tenants')
    .where({ id: (await newVenue(platform, first)).id })
    .first();
  const owners: TestOwner[] = [];
  for (let place = 0; place < 70; place += 1) {
    const owner = await newOwner(platform);
    owners.push(owner);
    const copy = {
      owner_id: owner.userId,
      subdomain: `copy-${place}`,
      bot_id: 5000 + place,
      stats: null,
      endpoint: null,
    };
    await db('tenants').insert({ ...row, ...copy, id: `tmany${String(place).padStart(6, '0')}` });
  }
  // users of a provider: hashing that many passwords is not what is measured
  await db('users')
    .whereIn(
      'id',
      owners.map(({ userId }) => userId),
    )
    .update({ password_hash: null });
  let answers: Reply[] = [];
  const meanwhile = await answersDuring(async () => {
    answers = await Promise.all(owners.map((owner) => owner.call('DELETE', '/api/auth/delete-account')));
  });

  t.true(answers.every(({ status }) => status === 200));
  t.true(meanwhile >= AT_LEAST, `${meanwhile} answers meanwhile`);
});

test.serial('many venues whose making a crash has cut short keep nobody waiting at the next start', async (t) => {
  const { db } = platform;
  const owner = await newOwner(platform, 'corporate');
  const { id } = await newVenue(platform, owner);
  const { number: _, ...row } = await db('tenants').where({ id }).first();
  const made = await db('provisions').where({ tenant_id: id }).first();
  for (let place = 0; place < 30; place += 1) {
    const copy = { id: `thalf${String(place).padStart(6, '0')}`, subdomain: `half-${place}`, bot_id: 7000 + place };
    await db('tenants').insert({ ...row, ...copy, status: 'creating', stats: null, endpoint: null });
    const provision = { id: randomUUID(), tenant_id: copy.id, status: 'running', input_sealed: null };
    await db('provisions').insert({ ...made, ...provision, steps: JSON.stringify(made.steps) });
  }

  const meanwhile = await answersDuring(platform.venues.provisioning.resume);
  await db('tenants').whereLike('id', 'thalf%').delete();

  t.true(meanwhile >= AT_LEAST, `${meanwhile} answers meanwhile`);
});
