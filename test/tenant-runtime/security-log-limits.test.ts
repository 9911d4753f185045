import test from 'ava';
import { createClock, MINUTE } from '../support/platform/api.ts';
import { login, logOf, PASSWORD, visitor, withOwner, wordsOf } from '../support/venue/security-log.ts';
import { startTenant } from '../support/venue/tenant.ts';

test('a flood of failures is a few rows, and a success within it is told', async (t) => {
  const now = new Date();
  const venue = await withOwner(await startTenant(t, { clock: () => now }));
  const wrong = (n: number) => visitor(venue, '/api/auth/redeem', `203.0.${n % 200}.${n}`).send({ code: 'AAAA-BBBB' });
  for (let n = 0; n < 120; n += 1) await wrong(n);
  await login(venue, 'owner', PASSWORD);
  for (let n = 120; n < 240; n += 1) await wrong(n);

  await venue.services.security.stop();

  const rows: { event: string; count: number }[] = await venue.db('security_events').select();
  t.true(rows.length < 40, `${rows.length} rows`);
  const failed = rows.filter(({ event }) => event === 'login.code_failed');
  t.is(
    failed.reduce((sum, { count }) => sum + count, 0),
    240,
  );
  t.is(rows.filter(({ event }) => event === 'login.succeeded').length, 1);
});

test('whoever signs in without end fills no table either', async (t) => {
  const now = new Date();
  const venue = await withOwner(await startTenant(t, { clock: () => now }));
  for (let n = 0; n < 80; n += 1) await login(venue, 'owner', PASSWORD);

  const events = (await logOf(venue, '&kind=signIn')).filter(({ event }) => event === 'login.succeeded');

  t.is(
    events.reduce((sum, { count }) => sum + count, 0),
    80,
  );
  t.true(events.length < 70, `${events.length} rows`);
});

test('a sign-in neither fails nor waits when the log cannot be written, and is told once it can', async (t) => {
  const venue = await withOwner(await startTenant(t));
  await venue.db.schema.renameTable('security_events', 'away');
  t.is((await login(venue, 'owner', PASSWORD)).status, 200);
  t.is((await venue.user.get('/api/export.xlsx?report=items')).status, 200);
  await venue.db.schema.renameTable('away', 'security_events');

  const locked = await venue.db.transaction();
  await locked.raw('lock table security_events in exclusive mode');
  const answer = await login(venue, 'owner', PASSWORD);
  await locked.rollback();

  t.is(answer.status, 200);
  const events = wordsOf(await logOf(venue));
  t.is(events.filter((event) => event === 'login.succeeded').length, 2);
  t.is(events.filter((event) => event === 'export.list').length, 1);
});

test('a login that the database cannot hold keeps nothing else out of the log', async (t) => {
  const clock = createClock();
  const venue = await withOwner(await startTenant(t, { clock: clock.now }));
  // uses up all attempts of one address, so that the next one is logged without being checked
  for (let tried = 0; tried < 100; tried += 1) await login(venue, `nobody${tried}`, 'wrong words here', '203.0.113.9');
  await logOf(venue);
  // the rows allowed for a minute have been written
  clock.pass(2 * MINUTE);

  t.is((await login(venue, 'a\0b', 'wrong words here', '203.0.113.9')).status, 429);
  await login(venue, 'owner', PASSWORD);

  const events = await logOf(venue);
  t.true(events.some(({ event }) => event === 'login.succeeded'));
  t.true(events.some(({ event }) => event === 'login.limited'));
});

test('the log is added to and nothing else, and what is ninety days old goes with the next sign-in', async (t) => {
  const venue = await withOwner(await startTenant(t));
  const old = { at: new Date(Date.now() - 91 * 24 * 60 * MINUTE), event: 'login.succeeded', failed: false };
  await venue.db('security_events').insert([old, old]);
  for (const change of [
    'update security_events set ip = null',
    'delete from security_events',
    'truncate security_events',
  ]) {
    await t.throwsAsync(venue.db.raw(change), { message: /append-only/ }, change);
  }

  await login(venue, 'owner', PASSWORD);

  const events = await logOf(venue, '&kind=signIn');
  t.is(events.length, 1);
  t.like(events[0], { user: { name: 'owner' } });
});
