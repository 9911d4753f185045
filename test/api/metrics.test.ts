import { randomBytes, randomUUID } from 'node:crypto';
import { currentRequestId } from '@ostatok/kit/node/request-scope.ts';
import test from 'ava';
import { Registry } from 'prom-client';
import { measureAttention } from '../../api/src/attention/attention-metrics.ts';
import { measureSource } from '../../api/src/platform/metric-sources.ts';
import { createTenantTallies } from '../../api/src/supervisor/tenant-tallies.ts';
import { createDeliveryLag } from '../../api/src/telegram/delivery-lag.ts';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
} from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { parseSamples, type ScrapedSample, sampleOf, scrape } from '../support/watching/scrape.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let platform: TestPlatform;
let owner: TestOwner;
test.before(async () => {
  platform = await startTestPlatform({ TENANT_IDLE_MINUTES: '0' });
  owner = await newOwner(platform, 'corporate');
  // the periodic work would suspend what is above the plan
  await platform.db('plans').where({ name: 'corporate' }).update({ max_instances: 2000 });
});
test.after.always(() => platform?.stop());

const read = () => scrape(platform.port);

/** Reads until what is awaited is there; returns what was read then: a later reading may lack a source. */
async function readUntil(
  what: string,
  holds: (samples: ScrapedSample[]) => boolean | Promise<boolean>,
): Promise<ScrapedSample[]> {
  let samples: ScrapedSample[] = [];
  await until(async () => {
    samples = await read();
    return holds(samples);
  }, what);
  return samples;
}

let lastBot = 8_000_000;

/** Inserts tenants as rows alone: they sleep, and nothing may wake them. */
async function insertSleeping(count: number): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const id = `t${randomBytes(5).toString('hex')}`;
    return {
      id,
      owner_id: owner.userId,
      subdomain: `v-${id}`,
      display_name: 'Бар',
      status: 'active',
      bot_id: ++lastBot,
      bot_username: `bot_${id}`,
      admin_username: 'boss',
      bot_token_sealed: 'none',
      database_password_sealed: 'none',
      internal_secret_sealed: 'none',
    };
  });
  await platform.db.batchInsert('tenants', rows);
}

test.serial(
  'an awake venue has its processor, memory, database, requests and errors; one that sleeps has none',
  async (t) => {
    const venue = await newVenue(platform, owner);
    const tenant = venue.subdomain;
    await venue.call('GET', '/api/nothing');
    const samples = await readUntil('its load is known', async (found) => {
      await platform.venues.busy.look();
      return (
        sampleOf(found, 'ostatok_tenant_memory_bytes', { tenant }) !== undefined &&
        sampleOf(found, 'ostatok_tenants', { status: 'active' }) === 1 &&
        sampleOf(found, 'ostatok_bots_polled') === 1
      );
    });
    t.true(Number(sampleOf(samples, 'ostatok_tenant_memory_bytes', { tenant })) > 1e7);
    t.true(Number(sampleOf(samples, 'ostatok_tenant_database_bytes', { tenant })) > 1e6);
    t.true(Number(sampleOf(samples, 'ostatok_tenant_cpu_cores', { tenant })) >= 0);
    t.is(sampleOf(samples, 'ostatok_tenant_crashes', { tenant }), 0);
    t.true(Number(sampleOf(samples, 'ostatok_tenant_requests_total', { tenant, status: '2xx' })) >= 1);
    t.is(sampleOf(samples, 'ostatok_tenant_requests_total', { tenant, status: '4xx' }), 1);
    t.is(sampleOf(samples, 'ostatok_tenants_running'), 1);
    t.is(sampleOf(samples, 'ostatok_tenants', { status: 'active' }), 1);
    t.is(sampleOf(samples, 'ostatok_bots_polled'), 1);

    await insertSleeping(300);
    await platform.venues.runtime.stop(venue.id);
    await platform.db('tenants').where({ id: venue.id }).update({ status: 'suspended', suspended_by: 'administrator' });
    platform.venues.directory.forget();
    await venue.call('GET', '/api/items');
    const later = await readUntil(
      'they are counted',
      (found) =>
        sampleOf(found, 'ostatok_tenants', { status: 'active' }) === 300 &&
        sampleOf(found, 'ostatok_tenants_running') === 0,
    );
    t.is(sampleOf(later, 'ostatok_tenants_running'), 0);
    const ofTenants = later.filter(({ labels }) => labels.tenant !== undefined);
    t.deepEqual(
      [...new Set(ofTenants.map(({ labels }) => labels.tenant))],
      [tenant],
      'of those that sleep there is nothing',
    );
    t.deepEqual([...new Set(ofTenants.map(({ name }) => name))], ['ostatok_tenant_requests_total']);
  },
);

test.serial('a scrape asks the database as little of a thousand venues as of none, and wakes nobody', async (t) => {
  const statements = async (): Promise<number> => {
    let count = 0;
    // what the platform does besides belongs to no request
    const note = (): void => {
      if (currentRequestId() !== undefined) count += 1;
    };
    platform.db.on('query', note);
    await Promise.all([read(), read(), read()]);
    platform.db.removeListener('query', note);
    return count;
  };
  await statements();
  const before = await statements();
  await insertSleeping(700);
  t.true((await statements()) <= before + 20, 'what is read anew does not grow with the venues');
  t.is(sampleOf(await read(), 'ostatok_tenants_running'), 0);
  t.deepEqual(await platform.db('tenants').whereNotNull('endpoint').pluck('id'), []);
});

test.serial('letters that wait and that were given up are counted, those of campaigns apart', async (t) => {
  const letter = (changes: object) => ({
    id: randomUUID(),
    recipient: 'anna@test.example',
    template: 'alert',
    data_sealed: 'none',
    next_attempt_at: new Date(Date.now() + HOUR),
    created_at: new Date(Date.now() - 20 * MINUTE),
    ...changes,
  });
  const given = { status: 'failed', settled_at: new Date() };
  await platform
    .db('mails')
    .insert([letter({}), letter(given), letter({ ...given, settled_at: new Date(Date.now() - 30 * HOUR) })]);
  const samples = await readUntil(
    'it is read anew',
    (found) => sampleOf(found, 'ostatok_letters_failed', { kind: 'service' }) === 1,
  );
  const oldest = Number(sampleOf(samples, 'ostatok_letters_oldest_seconds', { kind: 'service' }));
  t.true(oldest >= 1200 && oldest < 2400, String(oldest));
  t.true(Number(sampleOf(samples, 'ostatok_letters_waiting', { kind: 'service' })) >= 1);
  t.is(sampleOf(samples, 'ostatok_letters_waiting', { kind: 'campaign' }), 0);
});

test.serial('operations, periodic work, pools, disks and backups are told of', async (t) => {
  const operation = { kind: 'backups', title: 'Копии', total: 1, created_at: new Date(Date.now() - HOUR) };
  await platform.db('operations').insert([
    { ...operation, id: randomUUID(), status: 'paused' },
    { ...operation, id: randomUUID(), status: 'failed', finished_at: new Date() },
  ]);
  const samples = await readUntil(
    'it is read anew, and periodic work has run',
    (found) =>
      sampleOf(found, 'ostatok_disk_free_bytes', { folder: 'home' }) !== undefined &&
      sampleOf(found, 'ostatok_backups_stale') !== undefined &&
      sampleOf(found, 'ostatok_operations', { kind: 'backups', status: 'paused' }) === 1 &&
      sampleOf(found, 'ostatok_job_last_run_seconds', { name: 'alerts' }) !== undefined,
  );
  t.is(sampleOf(samples, 'ostatok_operations_failed', { kind: 'backups' }), 1);
  t.true(Number(sampleOf(samples, 'ostatok_operations_oldest_seconds', { kind: 'backups' })) >= 3600);
  t.is(sampleOf(samples, 'ostatok_job_failing', { name: 'alerts' }), 0);
  t.true(Number(sampleOf(samples, 'ostatok_job_duration_seconds', { name: 'alerts' })) > 0);
  t.true(Number(sampleOf(samples, 'ostatok_job_last_success_seconds', { name: 'alerts' })) > 1.7e9);
  t.is(sampleOf(samples, 'ostatok_pool_connections', { pool: 'requests', state: 'most' }), 20);
  t.is(sampleOf(samples, 'ostatok_pool_waiting', { pool: 'requests' }), 0);
  t.true(Number(sampleOf(samples, 'ostatok_pool_wait_seconds_count', { pool: 'requests', outcome: 'given' })) > 0);
  t.true(Number(sampleOf(samples, 'ostatok_disk_free_bytes', { folder: 'home' })) > 0);
  t.true(Number(sampleOf(samples, 'ostatok_disk_used_percent', { folder: 'home' })) > 0);
  t.is(sampleOf(samples, 'ostatok_backups_stale'), 0);
  t.is(sampleOf(samples, 'ostatok_backups_failing'), 0);
  t.is(sampleOf(samples, 'ostatok_backups_unproven'), 0);
  t.true(Number(sampleOf(samples, 'ostatok_backup_oldest_seconds')) >= 0);
  t.is(sampleOf(samples, 'ostatok_backup_proof_seconds'), undefined, 'none was ever proven');
});

test.serial('what cannot be read takes only its own values from the answer', async (t) => {
  await platform.db.schema.renameTable('mails', 'mails_elsewhere');
  t.teardown(() => platform.db.schema.renameTable('mails_elsewhere', 'mails'));
  const samples = await readUntil(
    'it is read anew',
    (found) =>
      sampleOf(found, 'ostatok_metrics_unread', { source: 'letters' }) === 1 &&
      sampleOf(found, 'ostatok_metrics_unread', { source: 'operations' }) === 0,
  );
  t.is(sampleOf(samples, 'ostatok_letters_waiting', { kind: 'service' }), undefined);
  t.is(sampleOf(samples, 'ostatok_metrics_unread', { source: 'operations' }), 0);
  t.true(samples.some(({ name }) => name === 'ostatok_operations'));
});

test('what administrators are alerted to is counted by its kind', async (t) => {
  const registry = new Registry();
  const line = { text: '', details: [], since: null, action: { label: '', path: '/', command: '' } };
  measureAttention(registry, async () => ({
    lines: [
      { ...line, id: 'venues_down', level: 'broken', count: 3 },
      { ...line, id: 'disk', level: 'warning', count: 1 },
      { ...line, id: 'disk', level: 'warning', count: 1 },
    ],
    unseen: ['письма'],
  }));
  const samples = parseSamples(await registry.metrics());
  t.is(sampleOf(samples, 'ostatok_attention', { trouble: 'venues_down', level: 'broken' }), 3);
  t.is(sampleOf(samples, 'ostatok_attention', { trouble: 'disk' }), 2);
  t.is(sampleOf(samples, 'ostatok_attention_unseen'), 1);
});

test('a source that hangs is waited for by one reading, and not for ever', async (t) => {
  const registry = new Registry();
  let readings = 0;
  let answer: (found: { slow: { value: number }[] }) => void = () => undefined;
  measureSource(registry, {
    source: 'slow',
    gauges: { slow: { help: 'A gauge' } },
    freshMs: 0,
    read() {
      readings += 1;
      return new Promise<{ slow: { value: number }[] }>((resolve) => {
        answer = resolve;
      });
    },
  });
  const answers = await Promise.all([registry.metrics(), registry.metrics(), registry.metrics()]);
  for (const text of answers) {
    const samples = parseSamples(text);
    t.is(sampleOf(samples, 'slow'), undefined);
    t.is(sampleOf(samples, 'ostatok_metrics_unread', { source: 'slow' }), 1);
  }
  t.is(readings, 1);
  const next = registry.metrics();
  answer({ slow: [{ value: 7 }] });
  t.is(sampleOf(parseSamples(await next), 'slow'), 7);
});

test('updates are behind until their venue has stored them', async (t) => {
  const lag = createDeliveryLag();
  const waits: number[] = [];
  lag.observe((seconds) => waits.push(seconds));
  let store = (): void => undefined;
  const stored = lag.follow(3, new Promise<void>((resolve) => (store = resolve)));
  const failed = lag.follow(1, Promise.reject(new Error('asleep')));
  await t.throwsAsync(failed);
  t.is(lag.waiting().updates, 3);
  t.true(lag.waiting().oldestSeconds > 0);
  store();
  await stored;
  t.deepEqual(lag.waiting(), { updates: 0, oldestSeconds: 0 });
  t.is(waits.length, 1);
});

test('a venue that nobody asks is left out, and goes on from its numbers when asked', (t) => {
  let at = 0;
  const tallies = createTenantTallies({ now: () => at });
  tallies.count('t1', 200);
  tallies.count('t1', 503);
  t.deepEqual(tallies.list(), [
    { id: 't1', status: '2xx', count: 1 },
    { id: 't1', status: '5xx', count: 1 },
  ]);
  at += 31 * MINUTE;
  t.deepEqual(tallies.list(), []);
  tallies.count('t1', 204);
  t.like(tallies.list()[0], { status: '2xx', count: 2 });
  at += 25 * HOUR;
  t.deepEqual(tallies.list(), []);
  tallies.count('t1', 200);
  t.deepEqual(tallies.list(), [{ id: 't1', status: '2xx', count: 1 }]);
});
