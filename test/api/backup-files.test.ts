import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBackup } from '@ostatok/api/src/backups/envelope.ts';
import test from 'ava';
import {
  admin,
  ask,
  backUp,
  clock,
  databasesOf,
  everything,
  fileOf,
  folderOf,
  platform,
  setUpBackups,
  venueOf,
} from '../support/backups/backups-platform.ts';
import { letPass } from '../support/clock/let-pass.ts';
import { DAY } from '../support/platform/api.ts';
import { call, newOwner, newVenue } from '../support/platform/platform.ts';

setUpBackups();

test.serial('a trial proves a backup and leaves nothing behind', async (t) => {
  const venue = await venueOf();
  const backup = await backUp(venue.id);

  const { body } = await ask('POST', `/${backup.id}/verify`);

  t.truthy(body.backup.verified_at);
  t.deepEqual(await databasesOf(venue.id), [venue.id]);
  const own = await backUp();
  const proven = await ask('POST', `/${own.id}/verify`);
  t.truthy(proven.body.backup?.verified_at, JSON.stringify(proven.body));
});

test.serial('an altered, cut or missing file is refused before anything is touched', async (t) => {
  const venue = await venueOf();
  const [altered, cut, missing] = [await backUp(venue.id), await backUp(venue.id), await backUp(venue.id)];
  const file = await open(fileOf(altered), 'r+');
  await file.write(Buffer.from([0]), 0, 1, 40);
  await file.close();
  const short = await open(fileOf(cut), 'r+');
  await short.truncate(100);
  await short.close();
  await rm(fileOf(missing));
  const before = await everything(venue.id);

  for (const backup of [altered, cut, missing]) {
    t.like((await ask('POST', `/${backup.id}/restore`, {})).body, { success: false, code: 'backup_altered' });
    t.is((await ask('POST', `/${backup.id}/verify`)).status, 422);
    t.like((await ask('GET', `/${backup.id}`)).body.backup, { status: 'failed', verified_at: null });
  }
  // the description beside a bad file calls it good, and is not trusted
  await platform.upkeep.backups.keeping.reconcile();
  const rows = await platform.db('backups').whereIn('id', [altered.id, cut.id, missing.id]);
  t.deepEqual([...new Set(rows.map(({ status }) => status))], ['failed']);
  t.deepEqual(await everything(venue.id), before);
  t.deepEqual(await databasesOf(venue.id), [venue.id]);
});

/** Replaces the file by one of the time before backups were signed, with its row in the table. */
async function makeUnsigned(backup: { id: string; tenant_id: string }): Promise<void> {
  const { keys } = platform.upkeep.backups.files;
  const pieces: Buffer[] = [];
  for await (const piece of openBackup(createReadStream(fileOf(backup)), { keys, wanted: backup })) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  await writeFile(fileOf(backup), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await platform.db('backups').where({ id: backup.id }).update({ sha256, bytes: bytes.length });
}

test.serial('a backup that is not signed, or is another’s, is refused before anything is touched', async (t) => {
  const [venue, other] = [await venueOf(), await venueOf()];
  const [unsigned, swapped, foreign] = [await backUp(venue.id), await backUp(venue.id), await backUp(other.id)];
  await makeUnsigned(unsigned);
  await writeFile(fileOf(swapped), await readFile(fileOf(foreign)));
  const { sha256, bytes } = foreign;
  await platform.db('backups').where({ id: swapped.id }).update({ sha256, bytes });

  const protectionOf = async ({ id }: { id: string }) => (await ask('GET', `/${id}`)).body.backup.protection;
  t.deepEqual([await protectionOf(unsigned), await protectionOf(foreign)], ['unsigned', 'signed']);
  const refused = await ask('POST', `/${unsigned.id}/restore`, {});
  t.deepEqual([refused.status, refused.body.code], [409, 'backup_unsigned']);
  t.regex(refused.body.error, /не подписана/);
  t.like((await ask('POST', `/${swapped.id}/restore`, { unsigned: true })).body, { code: 'backup_altered' });
  t.deepEqual(await databasesOf(venue.id), [venue.id]);

  const taken = await ask('POST', `/${unsigned.id}/restore`, { unsigned: true });
  t.like(taken.body, { success: true, operation: { status: 'done' } });
});

test.serial(
  'a file that is whole again counts again, one that is gone no more, and whatever else lies there stops no backup',
  async (t) => {
    const venue = await venueOf();
    const [backup, lost] = [await backUp(venue.id), await backUp(venue.id)];
    await rm(fileOf(lost));
    const away = `${fileOf(backup)}.away`;
    await rename(fileOf(backup), away);
    await ask('POST', `/${backup.id}/verify`);
    await rename(away, fileOf(backup));
    const name = '-'.repeat(36);
    const garbage = {
      format: 1,
      id: name,
      tenant_id: venue.id,
      subdomain: 5,
      created_at: 'x',
      bytes: 'y',
      sha256: 'z',
    };
    await writeFile(join(folderOf(venue.id), `${name}.json`), JSON.stringify(garbage));

    await platform.upkeep.backups.schedule.makeDue();

    t.is((await ask('GET', `/${backup.id}`)).body.backup.status, 'done');
    t.like((await ask('GET', `/${lost.id}`)).body.backup, { status: 'failed', error: 'Файла копии нет на месте' });
  },
);

test.serial('of two at once one is told to wait, and the other is made', async (t) => {
  const venue = await venueOf();

  const replies = await Promise.all([1, 2].map(() => ask('POST', '', { tenantId: venue.id })));

  t.deepEqual(replies.map(({ status }) => status).sort(), [200, 409]);
  t.is((await readdir(folderOf(venue.id))).length, 2);
  const { backup } = replies.find(({ status }) => status === 200)?.body ?? {};
  const deleted = await Promise.all([1, 2, 3].map(() => ask('DELETE', `/${backup.id}`)));
  t.deepEqual(deleted.map(({ status }) => status).sort(), [200, 404, 404]);
  t.is((await platform.db('activity').where({ target: `backup:${backup.id}`, action: 'backup.deleted' })).length, 1);
});

test.serial('while a backup is made, whoever else makes backups leaves it alone', async (t) => {
  const venue = await venueOf();
  const { files, schedule } = platform.upkeep.backups;
  const { write } = files;
  t.teardown(() => {
    files.write = write;
  });
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    files.write = async (frames, about) => {
      const manifest = await write.call(files, frames, about);
      if (about.tenant_id !== venue.id) return manifest;
      resolve();
      await held;
      return manifest;
    };
  });
  const made = ask('POST', '', { tenantId: venue.id });
  await begun;

  const all = await ask('POST', '', { all: true }).finally(() => void schedule.makeDue().finally(goOn));

  const failedItems = await call(
    platform.url,
    'GET',
    `/api/admin/operations/${all.body.operation.id}/items?status=failed`,
    {
      token: admin,
    },
  );
  t.deepEqual(
    failedItems.body.items.map(({ key, message }: { key: string; message: string }) => [key, message]),
    [[venue.id, 'С копиями этого заведения уже идёт работа. Дождитесь окончания']],
  );
  t.is((await made).body.backup?.status, 'done');
  t.deepEqual(await platform.db('backups').where({ tenant_id: venue.id }).pluck('status'), ['done']);
  t.is((await readdir(folderOf(venue.id))).length, 2);
});

test.serial('the newest three are kept, and a purged venue takes all of its own along', async (t) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  for (let time = 0; time < 4; time += 1) await backUp(venue.id);
  const { body } = await ask('GET', `?filter=${encodeURIComponent(JSON.stringify({ tenant_id: venue.id }))}`);
  t.is(body.pagination.total, 3);
  t.is((await readdir(folderOf(venue.id))).length, 6);
  t.is((await ask('POST', `/${body.backups[0].id}/restore`, {})).status, 200);
  t.is((await databasesOf(venue.id)).length, 2);

  await owner.call('DELETE', `/api/provision/tenant/${venue.id}`);
  await letPass(clock, platform.accounts.trustedClock, 7 * DAY + 60_000);
  await platform.people.retention.purgeVenues();

  t.deepEqual(await databasesOf(venue.id), []);
  await t.throwsAsync(readdir(folderOf(venue.id)), { code: 'ENOENT' });
  t.is((await platform.db('backups').where({ tenant_id: venue.id })).length, 0);
});
