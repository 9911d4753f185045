import { readdir } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { archivePath, download, orderFrom, upload } from '../../support/archives/archives.ts';
import { startWithBucket } from '../../support/outside/outside-bucket.ts';
import type { LineState } from '../../support/outside/outside-line.ts';
import { DAY } from '../../support/platform/api.ts';
import { newOwner, newVenue } from '../../support/platform/platform.ts';

/** What an administrator reads while the line to the bucket is like this; a busy machine may lose patience before it is refused. */
const WHY = {
  refused: /^(?:Связь с хранилищем копий оборвалась|Хранилище копий отвечает слишком медленно)/,
  silent: /^Хранилище копий отвечает слишком медленно/,
};
const TO_OWNERS = 'Архивы сейчас не принимаются и не читаются. Повторите через несколько минут';
/** What a round of the hourly jobs asks, each question up to three times; one more round may fall into the test. */
const MOST_QUESTIONS = 2 * 30;

/** Three venues that live and one that is deleted, after two nights of backups. */
async function startVenues(t: ExecutionContext) {
  const all = await startWithBucket(t);
  const { platform, administrate, hour } = all;
  const [owner, leaving] = [await newOwner(platform), await newOwner(platform)];
  const [bar, cafe] = [await newVenue(platform, owner), await newVenue(platform, owner)];
  const [gone] = [await newVenue(platform, leaving), await newVenue(platform, leaving)];
  await leaving.call('DELETE', `/api/provision/tenant/${gone.id}`);
  await all.letPass(5 * DAY);
  t.deepEqual(await hour(), []);
  await all.letPass(DAY);
  t.deepEqual(await hour(), []);
  const rows = () => platform.db('backups').orderBy('created_at', 'desc');
  return {
    ...all,
    leaving,
    bar,
    cafe,
    gone,
    backUp: (tenantId: string) => administrate('POST', '/backups', { tenantId }),
    rowsOf: (tenant_id: string | null) => rows().where({ tenant_id }),
    doneIds: () => rows().where({ status: 'done' }).orderBy('id').pluck('id'),
    failedCount: async () => (await rows().where({ status: 'failed' })).length,
    alertLetters: async () => (await platform.db('mails').where({ template: 'alert' })).length,
  };
}
type Venues = Awaited<ReturnType<typeof startVenues>>;

/** The line breaks in the middle of an upload, and between a file and its description. */
async function breakUploads(t: ExecutionContext, { s3, line, backUp, bar, cafe, keysOf }: Venues): Promise<void> {
  s3.interfere = ({ url = '' }) => void (url.includes('partNumber=2') && line.set('refused'));
  t.like((await backUp(bar.id)).body.operation, { status: 'failed' });
  line.set('up');
  s3.interfere = ({ method, url = '' }) => void (method === 'GET' && url.endsWith('.backup') && line.set('refused'));
  t.like((await backUp(cafe.id)).body.operation, { status: 'failed' });
  s3.interfere = undefined;
  t.is(s3.unfinished().length, 1);
  t.is(keysOf(cafe.id).length, 5, 'two backups, and a file without its description');
}

/** What an administrator and an owner do meanwhile. */
async function act(t: ExecutionContext, all: Venues, why: RegExp): Promise<void> {
  const { administrate, backUp, rowsOf, bar, leaving } = all;
  const [{ id }] = await rowsOf(bar.id).where({ status: 'done' });
  const refused = [
    await administrate('POST', `/backups/${id}/verify`),
    await administrate('POST', `/backups/${id}/restore`, {}),
    await administrate('DELETE', `/backups/${id}`),
  ];
  for (const { status, body } of refused) {
    t.is(status, 503);
    t.regex(body.error, why);
  }
  const made = await backUp(bar.id);
  t.like(made.body.operation, { status: 'failed' });
  t.regex(made.body.backup.error, why);
  t.is((await administrate('GET', `/backups/${id}`)).body.backup.status, 'done');
  const farewell = { password: leaving.password, word: 'УДАЛИТЬ' };
  t.is((await all.ask(leaving, 'DELETE', '/api/auth/delete-account', farewell)).status, 200);
  t.false(all.erasures().some((erased) => erased === `account ${leaving.userId}`));
}

for (const away of ['refused', 'silent'] satisfies LineState[]) {
  test.serial(
    `an hour without the bucket (${away}): few questions are asked, people read why, and all is done once afterwards`,
    async (t) => {
      t.timeout(400_000);
      const all = await startVenues(t);
      const { s3, line, platform, hour, keysOf, rowsOf, bar, cafe, gone } = all;
      await breakUploads(t, all);
      line.set(away);
      await all.letPass(8 * DAY);

      const [before, lettersBefore, failedBefore] = [line.seen(), await all.alertLetters(), await all.failedCount()];
      const temporary = await all.temporaryFiles();
      const failed = await hour();
      const seen = line.seen();
      const tried = seen.tried - before.tried;
      t.log({ tried, asked: seen.asked - before.asked, mostOpen: seen.mostOpen });
      t.true(tried <= MOST_QUESTIONS, `${tried} questions in an hour`);
      t.true(seen.mostOpen <= 4, `${seen.mostOpen} connections at once`);
      t.is(failed.length, 5, 'each of the jobs tells that it could not');
      for (const sentence of failed) t.regex(sentence, WHY[away]);
      const failures = (await all.failedCount()) - failedBefore;
      t.true(failures <= 2, `${failures} backups tried where one tells for all`);
      await act(t, all, WHY[away]);
      t.regex((await all.attention()).get('backups_failing') ?? '', /^Последняя копия не получилась, баз: \d$/);
      t.deepEqual(await platform.db('alerts').orderBy('id').pluck('id'), ['backups_failing', 'backups_stale']);
      t.is(await all.alertLetters(), lettersBefore + 2, 'one letter of each trouble, however long it lasts');
      t.deepEqual(await all.temporaryFiles(), temporary, 'nothing is left on this disk');
      t.false((await readdir(platform.home)).includes('backups'));

      line.set('up');
      t.deepEqual(await hour(), []);
      for (const id of [null, bar.id, cafe.id]) {
        const rows = await rowsOf(id);
        t.is(rows[0].status, 'done');
        t.is(rows.filter(({ status }) => status === 'done').length, 2, 'old ones are thinned as usual');
        const files = keysOf(id ?? 'platform');
        t.is(files.filter((key) => key.endsWith('.json')).length, 2);
        t.is(files.length, 4, 'no file is without its description');
      }
      t.deepEqual(s3.unfinished(), [], 'nothing of the broken upload takes room');
      t.deepEqual(keysOf(gone.id), []);
      t.deepEqual(all.erasures().toSorted(), [`account ${all.leaving.userId}`, `venue ${gone.id}`]);
      t.false([...(await all.attention()).keys()].some((id) => id.startsWith('backups_')));
      const still = await platform.db('alerts').orderBy('id').pluck('id');
      t.is(await all.alertLetters(), lettersBefore + 4, `and one when it is over; there is still: ${still}`);
      // the turn of a database may have come in the rest of the hour
      await platform.upkeep.backups.schedule.makeDue();
      const ids = await all.doneIds();
      await platform.upkeep.backups.schedule.makeDue();
      t.deepEqual(await all.doneIds(), ids, 'each is made once');
      const [newest] = await rowsOf(bar.id);
      const restored = await all.administrate('POST', `/backups/${newest.id}/restore`, {});
      t.like(restored.body.operation, { status: 'done' });
    },
  );

  test.serial(
    `an owner who brings an archive while the bucket is away (${away}) reads no word about the bucket`,
    async (t) => {
      const { line, platform, ask } = await startWithBucket(t);
      const owner = await newOwner(platform);
      const venue = await newVenue(platform, owner);
      const { bytes } = await download(platform, owner.token, archivePath(venue.id));
      const { archive } = (await upload(platform, owner.token, bytes)).body;

      line.set(away);
      const answers = [await upload(platform, owner.token, bytes), (await orderFrom(platform, owner, archive.id)).made];

      for (const { status, body } of answers) t.like({ status, ...body }, { status: 503, error: TO_OWNERS });
      t.is((await ask(owner, 'DELETE', `/api/provision/tenant/${venue.id}`)).status, 200);
      line.set('up');
      t.is((await orderFrom(platform, owner, archive.id)).made.status, 201);
    },
  );
}
