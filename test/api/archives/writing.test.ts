import { connect } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { withArchive } from '../../../api/src/archives/write-archive.ts';
import { createDatabase } from '../../support/database/postgres.ts';
import { until } from '../../support/run/until.ts';

const about = { venue: { name: 'Бар', subdomain: 'bar' }, at: new Date('2026-11-28T00:00:00Z') };

test('whoever leaves in the middle of an archive ends its snapshot, and what fails in it reaches the reader', async (t) => {
  const database = await createDatabase('tenant');
  const db = connect(database.url, { max: 1 });
  t.teardown(async () => {
    await db.destroy();
    await database.drop();
  });
  // more than all buffers on the way hold
  await db.raw(`insert into items (name, search_name, unit)
    select string_agg(md5((n * 1000 + m)::text), ''), n::text, 'л' from generate_series(1, 20000) n, generate_series(1, 20) m
     group by n`);
  const sessions = async (): Promise<number> =>
    Number(
      (
        await db('pg_stat_activity')
          .where({ datname: database.name, application_name: 'ostatok-backup' })
          .count({ n: '*' })
      )[0]?.n,
    );
  async function* workbook(): AsyncGenerator<Buffer> {
    yield Buffer.from('PK');
  }

  const left = withArchive(database.url, { ...about, workbook: workbook() }, async (bytes) => {
    for await (const _ of bytes) throw new Error('нарочно');
  });
  await t.throwsAsync(left, { message: 'нарочно' });
  await until(async () => (await sessions()) === 0, 'nobody is in the database');

  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('PK');
    throw new Error('книга оборвалась');
  }
  const cut = withArchive(database.url, { ...about, workbook: broken() }, async (bytes) => {
    for await (const _ of bytes);
  });
  await t.throwsAsync(cut, { message: 'книга оборвалась' });
  await until(async () => (await sessions()) === 0, 'nobody is in the database');
});
