import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { letPass } from '../support/clock/let-pass.ts';
import { createClock, DAY } from '../support/platform/api.ts';
import {
  call,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';

const secretKey = randomUUID();
const clock = createClock();
/** Two processes of one platform, each with a disk of its own. */
let one: TestPlatform;
let other: TestPlatform;
let boss: TestOwner;
let admin: string;
let otherHome: string;

async function signIn(): Promise<void> {
  admin = (await call(one.url, 'POST', '/api/auth/login', { body: boss })).body.token;
}

test.before(async () => {
  const options = { secretKey, now: clock.now, alone: false };
  one = await startTestPlatform({ BACKUP_KEEP: '2' }, options);
  otherHome = await mkdtemp(join(tmpdir(), 'ostatok-other-'));
  await chmod(otherHome, 0o755);
  const shared = { databaseUrl: one.databaseUrl, home: otherHome };
  other = await startTestPlatform({ BACKUP_KEEP: '2' }, { ...options, ...shared });
  boss = await newOwner(one);
  await one.db('users').where({ id: boss.userId }).update({ role: 'admin', email_verified: true });
  await signIn();
});
test.after.always(async () => {
  await other?.stop();
  await one?.stop();
  await rm(otherHome, { recursive: true, force: true });
});

const ask = (where: TestPlatform, method: string, path: string, body?: unknown): Promise<Reply> =>
  call(where.url, method, `/api/admin/backups${path}`, { token: admin, body });
const venueOf = async () => newVenue(one, await newOwner(one));
const folderOf = (where: TestPlatform, id: string): string => join(where === one ? one.home : otherHome, 'backups', id);

/** Makes one in this process itself: an operation would be taken by either. */
async function backUp(where: TestPlatform, tenantId: string): Promise<string> {
  const made = await where.upkeep.backups.make(tenantId);
  if (!made) throw new Error(`no ${tenantId}`);
  return made.id;
}
const statusOf = async (where: TestPlatform, id: string) => (await ask(where, 'GET', `/${id}`)).body.backup;

test.serial('what another process keeps is elsewhere, and never lost', async (t) => {
  const venue = await venueOf();
  const [ours, theirs] = [await backUp(one, venue.id), await backUp(other, venue.id)];

  for (const { upkeep } of [one, other, one]) await upkeep.backups.keeping.reconcile();

  t.like(await statusOf(one, ours), { status: 'done', elsewhere: false, protection: 'signed' });
  t.like(await statusOf(one, theirs), { status: 'done', elsewhere: true, protection: 'signed' });
  t.like(await statusOf(other, ours), { status: 'done', elsewhere: true });
  const listed = await ask(other, 'GET', `?filter=${encodeURIComponent(JSON.stringify({ tenant_id: venue.id }))}`);
  t.deepEqual(
    listed.body.backups.map(({ elsewhere }: { elsewhere: boolean }) => elsewhere),
    [false, true],
  );
  for (const reply of [await ask(one, 'POST', `/${theirs}/verify`), await ask(one, 'POST', `/${theirs}/restore`, {})]) {
    t.like(reply, { status: 409, body: { code: 'backup_elsewhere' } });
    t.regex(reply.body.error, /на другом сервере/);
  }
  t.like(await statusOf(one, theirs), { status: 'done', error: null });
  t.truthy((await ask(other, 'POST', `/${theirs}/verify`)).body.backup?.verified_at);
});

test.serial('each process deletes what is too old on its own disk, and proves what it sees', async (t) => {
  const venue = await venueOf();
  const first = await backUp(one, venue.id);
  const [second, third] = [await backUp(other, venue.id), await backUp(other, venue.id)];
  t.is((await statusOf(other, first)).status, 'done', 'not deleted by who cannot reach it');

  await other.upkeep.backups.keeping.pruneHere();
  t.is((await ask(other, 'GET', `/${first}`)).status, 200);
  await one.upkeep.backups.keeping.pruneHere();
  t.is((await ask(other, 'GET', `/${first}`)).status, 404);
  t.deepEqual(await readdir(folderOf(one, venue.id)).catch(() => []), []);
  t.is((await readdir(folderOf(other, venue.id))).length, 4);

  await one.upkeep.backups.schedule.proveDue();
  t.is((await statusOf(other, third)).verified_at, null);
  await other.upkeep.backups.schedule.proveDue();
  t.truthy((await statusOf(other, third)).verified_at);
  t.is((await statusOf(other, second)).verified_at, null);
});

test.serial('backups of a venue that is deleted for good go on every disk', async (t) => {
  const owner = await newOwner(one);
  const venue = await newVenue(one, owner);
  await backUp(one, venue.id);
  await backUp(other, venue.id);
  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  await letPass(clock, one.accounts.trustedClock, 7 * DAY + 60_000);
  await signIn();

  await one.people.retention.purgeVenues();

  t.is((await one.db('backups').where({ tenant_id: venue.id })).length, 1);
  await other.upkeep.backups.keeping.reconcile();
  t.is((await one.db('backups').where({ tenant_id: venue.id })).length, 0);
  await t.throwsAsync(readdir(folderOf(other, venue.id)), { code: 'ENOENT' });
});

test.serial('files that were moved to another disk belong there, and what a row has lost is told', async (t) => {
  const venue = await venueOf();
  const [moved, lost] = [await backUp(other, venue.id), await backUp(other, venue.id)];
  await cp(folderOf(other, venue.id), folderOf(one, venue.id), { recursive: true });
  await rm(folderOf(other, venue.id), { recursive: true });
  await rm(join(folderOf(one, venue.id), `${lost}.backup`));

  await one.upkeep.backups.keeping.reconcile();
  await other.upkeep.backups.keeping.reconcile();

  t.like(await statusOf(one, moved), { status: 'done', elsewhere: false });
  t.like(await statusOf(other, lost), { status: 'failed', error: 'Файла копии нет на месте' });
});

test.serial('while a disk is away its backups are elsewhere, and count again when it is back', async (t) => {
  const venue = await venueOf();
  const id = await backUp(one, venue.id);
  const away = join(one.home, 'backups.away');
  await rename(join(one.home, 'backups'), away);

  await one.upkeep.backups.keeping.reconcile();

  t.like(await statusOf(one, id), { status: 'done', elsewhere: true });
  await rename(away, join(one.home, 'backups'));
  t.like(await statusOf(one, id), { status: 'done', elsewhere: false });
});

test.serial('a row of a disk that is gone for good is taken from the list by an administrator', async (t) => {
  const venue = await venueOf();
  const id = await backUp(other, venue.id);

  t.is((await ask(one, 'DELETE', `/${id}`)).status, 200);

  t.is((await readdir(folderOf(other, venue.id))).length, 2);
  const [{ description }] = await one.db('activity').where({ target: `backup:${id}`, action: 'backup.deleted' });
  t.regex(description, /на другом сервере/);
  await other.upkeep.backups.keeping.reconcile();
  t.like(await statusOf(other, id), { status: 'done', elsewhere: false });
});

test.serial('a backup of before places were told apart is taken over by the folder that has it', async (t) => {
  const venue = await venueOf();
  const id = await backUp(one, venue.id);
  await one.db('backups').where({ id }).update({ place: null, protection: null });
  t.like(await statusOf(one, id), { elsewhere: false, protection: 'signed' });

  await one.upkeep.backups.keeping.reconcile();

  const place = await one.upkeep.backups.files.storage.place();
  t.like(await one.db('backups').where({ id }).first(), { place, protection: 'signed', status: 'done' });
});
