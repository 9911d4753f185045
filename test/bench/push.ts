import { randomBytes } from 'node:crypto';
import { connect } from '@ostatok/kit/node/db.ts';
import pg from 'pg';
import { serverUrl } from '../support/database/postgres.ts';
import { call, newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { createSleepingVenues, type SleepingVenue } from '../support/venue/sleeping-venues.ts';
import type { Row } from './row.ts';

const VENUES = 200;
const AWAKE = 5;
const ALIASES = 1000;
const ITEMS = 300;
/** How many of the aliases a tenant's items use; every tenth tenant uses none. */
const USING = 60;
const LIMIT_S = 30;

/** Digits with the check digit of a GTIN-13. */
function gtin(place: number): string {
  const digits = `46${String(place).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function fill({ url }: SleepingVenue, place: number): Promise<void> {
  const db = connect(url, { max: 1 });
  const rows = Array.from({ length: ITEMS }, (_, item) => ({
    name: `Бутылка ${item}`,
    search_name: `бутылка ${item}`,
    unit: 'л',
    ean: gtin(item < USING && place % 10 !== 9 ? (place * 7 + item) % ALIASES : 500_000 + item),
  }));
  await db('items').insert(rows);
  await db.destroy();
}

async function changeAliases(platform: TestPlatform, token: string): Promise<void> {
  for (let from = 0; from < ALIASES; from += 50) {
    const some = Array.from({ length: 50 }, (_, place) => gtin(from + place));
    await Promise.all(
      some.map((ean) =>
        call(platform.url, 'POST', '/api/admin/aliases', {
          token,
          body: { ean, description: `Бутылка ${ean}`, volume_ml: 700, weight_empty_g: 480, weight_full_g: 1180 },
        }),
      ),
    );
  }
}

/**
 * How long the same machine takes to connect to as many databases as their own roles and read one row of each, six at
 * once.
 */
async function bareConnections(urls: string[]): Promise<number> {
  const left = [...urls];
  const from = performance.now();
  const lane = async (): Promise<void> => {
    for (let url = left.pop(); url; url = left.pop()) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('select 1');
      await client.end();
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
  return (performance.now() - from) / 1000;
}

/** Every row of the tenants' items with the ids of the transactions that wrote or locked it last. */
async function marksOf(venues: SleepingVenue[]): Promise<string[]> {
  const marks: string[] = [];
  for (const { id, url } of venues) {
    const db = connect(url, { max: 1 });
    const { rows } = await db.raw(`select id || ' ' || xmin || ' ' || xmax as mark from items`);
    marks.push(...rows.map(({ mark }: { mark: string }) => `${id} ${mark}`));
    await db.destroy();
  }
  return marks;
}

/**
 * A push of 1,000 changed aliases to 200 tenants: some awake, one without its database, a tenth that uses none of them.
 */
export async function bench(): Promise<Row[]> {
  const secretKey = randomBytes(32).toString('hex');
  const platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '0' }, { secretKey });
  const server = connect(serverUrl(), { max: 1 });
  try {
    const admin = await newOwner(platform);
    await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
    const newBot = () => platform.sandbox?.createBot('Бот') ?? Promise.reject(new Error('no sandbox'));
    const venues = await createSleepingVenues(platform.db, {
      secretKey,
      ownerId: admin.userId,
      count: VENUES,
      newBot,
    });
    for (const [place, venue] of venues.entries()) await fill(venue, place);
    await changeAliases(platform, admin.token);
    for (const { id } of venues.slice(0, AWAKE)) await platform.venues.runtime.wake(id);
    await server.raw('drop database ?? with (force)', [venues.at(-2)?.id ?? '']);
    const living = venues.filter((_, place) => place !== VENUES - 2);
    const unused = living.filter((_, place) => place % 10 === 9);
    const rows = await platform.db('tenants').whereIn(
      'id',
      living.map(({ id }) => id),
    );
    const floor = await bareConnections(rows.map(platform.venues.databases.urlOf));
    const before = new Set(await marksOf(unused));

    const from = performance.now();
    const started = await admin.call('POST', '/api/admin/aliases/push', {}, { prefer: 'respond-async' });
    const operation = await platform.administration.operations.waitFor(started.body.operation.id, 300_000);
    const value = (performance.now() - from) / 1000;

    const again = performance.now();
    await admin.call('POST', '/api/admin/aliases/push', {});
    const second = (performance.now() - again) / 1000;
    const written = (await marksOf(unused)).filter((mark) => !before.has(mark)).length;
    const isComplete = operation.failed === 1 && operation.done + operation.skipped === VENUES - 1;
    return [
      {
        name: `Отправка ${ALIASES} алиасов ${VENUES} заведениям`,
        value,
        unit: 'с',
        limit: LIMIT_S,
        floor,
        ratio: value / floor,
        ok: value <= LIMIT_S && isComplete,
      },
      { name: 'Отправка того же ещё раз', value: second, unit: 'с', limit: LIMIT_S, ok: second <= LIMIT_S },
      {
        name: `Записано строк у ${unused.length} заведений, которым ничего не нужно`,
        value: written,
        unit: 'строк',
        limit: 0,
        ok: written === 0,
      },
    ];
  } finally {
    await server.destroy();
    await platform.stop();
  }
}
