import { randomBytes, randomUUID } from 'node:crypto';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { createActivity } from '@ostatok/api/src/activity/activity.service.ts';
import { createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import { nameWordsOf } from '@ostatok/api/src/catalogue/names.queries.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { startProcess } from '../support/platform/platform-process.ts';
import { createListTimes } from './catalogue-lists.ts';
import { bottleOf } from './catalogue-names.ts';
import type { Row } from './row.ts';

const ALIASES = 1_000_000;
const AT_ONCE = 100_000;
const PROPOSALS = 50_000;
/** A small import. */
const FEW = 1000;
const MAX_IMPORT_MS = 15_000;

/** Imports a hundred thousand aliases at a time through the service; returns the slowest import in ms. */
export async function fill(db: Knex): Promise<number> {
  const catalogue = createCatalogue({ db, activity: createActivity({ db }) });
  let slowest = 0;
  for (let from = 0; from < ALIASES; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index): AliasInput => bottleOf(from + index));
    const started = performance.now();
    await catalogue.importRows(rows, null);
    slowest = Math.max(slowest, performance.now() - started);
  }
  const proposals = Array.from({ length: PROPOSALS }, (_, index) => {
    const { brand, description, manufacturer, ...bottle } = bottleOf((index * 7) % (ALIASES + 5000));
    const named = { brand, description, manufacturer };
    const tenant = {
      tenant_id: `bench-${index % 900}`,
      key: randomUUID(),
      search_key: nameWordsOf({ ...named, volume_ml: bottle.volume_ml }).join(' '),
    };
    const weights = { weight_empty_g: 400 + (index % 50), weight_full_g: 1500 };
    return { ...bottle, ...named, ...tenant, ...weights, status: index % 10 === 0 ? 'approved' : 'pending' };
  });
  await db.batchInsert('alias_proposals', proposals, 1000);
  await db.raw('vacuum (analyze)');
  return slowest;
}

/** Measures lists at rest, right after a start and after imports. */
export async function measure(
  platform: TestPlatform,
  token: string,
  afterNextStart: () => Promise<Row[]>,
): Promise<Row[]> {
  const { catalogue } = platform.administration;
  const lists = await createListTimes({ url: platform.url, token });
  try {
    const rows = await lists.first('после первого запуска');
    rows.push(...(await lists.all()));
    rows.push(...(await afterNextStart()));
    const bottles = (from: number, count: number): AliasInput[] =>
      Array.from({ length: count }, (_, index) => bottleOf(ALIASES + from + index));
    await catalogue.importRows(bottles(0, FEW), null);
    rows.push(...(await lists.first('после загрузки 1 000')));
    const started = performance.now();
    await catalogue.importRows(bottles(FEW, AT_ONCE), null);
    rows.push(rowOfImport('ещё 100 000', performance.now() - started));
    rows.push(...(await lists.first('после загрузки 100 000')));
    return rows;
  } finally {
    lists.close();
  }
}

const rowOfImport = (name: string, value: number): Row => ({
  name: `Импорт: ${name}`,
  value,
  unit: 'мс',
  limit: MAX_IMPORT_MS,
  ok: value <= MAX_IMPORT_MS,
});

/** Lists, searches and sorts of a catalogue of a million aliases, and an import into it. */
export async function bench(): Promise<Row[]> {
  const secretKey = randomBytes(32).toString('base64url');
  const platform = await startTestPlatform({}, { secretKey });
  const db = connect(platform.databaseUrl, { max: 2 });
  try {
    const owner = await newOwner(platform);
    await db('users').where({ id: owner.userId }).update({ role: 'admin' });
    const slowest = await fill(db);
    const afterNextStart = async (): Promise<Row[]> => {
      const env = { DATABASE_URL: platform.databaseUrl, SECRET_KEY: secretKey, OSTATOK_HOME: platform.home };
      const next = await startProcess(env);
      const lists = await createListTimes({ url: next.url, token: owner.token });
      try {
        return await lists.first('после следующего запуска');
      } finally {
        lists.close();
        next.child.kill('SIGTERM');
        await next.ended;
      }
    };
    return [rowOfImport('100 000 алиасов', slowest), ...(await measure(platform, owner.token, afterNextStart))];
  } finally {
    await db.destroy();
    await platform.stop();
  }
}
