import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import {
  newOwner,
  newVenue,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../support/platform/platform.ts';
import { venuePid } from '../support/venue/venue-pid.ts';

/** Two api processes over one database; either may have started the venue. */
let first: TestPlatform;
let second: TestPlatform;
let owner: TestOwner;
let venue: TestVenue;

test.before(async () => {
  const secretKey = randomBytes(32).toString('base64url');
  first = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, { secretKey, alone: false });
  const shared = { secretKey, alone: false, databaseUrl: first.databaseUrl };
  second = await startTestPlatform({ TENANT_IDLE_MINUTES: '30' }, shared);
  owner = await newOwner(first);
  venue = await newVenue(first, owner);
});
test.after.always(async () => {
  await second?.stop();
  await first?.stop();
});

/** The api processes that run the venue, and those that do not. */
async function sides(): Promise<{ running: TestPlatform[]; others: TestPlatform[] }> {
  const both = [first, second];
  const states = await Promise.all(both.map(({ venues }) => venues.runtime.state(venue.id)));
  const isRunning = (platform: TestPlatform): boolean => states[both.indexOf(platform)] === 'running';
  return { running: both.filter(isRunning), others: both.filter((one) => !isRunning(one)) };
}
const row = async () => first.db('tenants').where({ id: venue.id }).first();

/** Wakes the venue, which then runs at one of the two; returns the other. */
async function awayFromVenue(t: ExecutionContext): Promise<TestPlatform> {
  await first.venues.runtime.wake(venue.id);
  const { running, others } = await sides();
  t.is(running.length, 1);
  return others[0] as TestPlatform;
}

test.serial('what another api process runs is stopped before work that needs it stopped', async (t) => {
  const away = await awayFromVenue(t);

  await away.venues.runtime.whileStopped(venue.id, async () => {
    t.is((await sides()).running.length, 0);
  });

  t.is((await row()).endpoint, null);
});

test.serial('what another api process runs is restarted here, and runs once', async (t) => {
  const away = await awayFromVenue(t);

  await away.venues.runtime.restart(await row());

  t.deepEqual((await sides()).running, [away]);
});

test.serial('what another api process runs is suspended from here, and its address is forgotten', async (t) => {
  const away = await awayFromVenue(t);

  await away.venues.runtime.suspend(venue.id);

  t.is((await sides()).running.length, 0);
  t.is((await row()).endpoint, null);
});

test.serial('a venue that gets no processor for a while is not started a second time elsewhere', async (t) => {
  const away = await awayFromVenue(t);
  const { endpoint } = await row();
  away.venues.runtime.markUnreachable(venue.id, endpoint);
  const pid = await venuePid((away === first ? second : first).home, venue.id);
  process.kill(pid, 'SIGSTOP');

  const { wake } = away.venues.runtime;
  // a machine that gives it no processor for longer still makes the first request give up, and start nothing
  const woken = wake(venue.id).catch((error) => {
    if (error.code !== 'tenant_unreachable') throw error;
    return wake(venue.id);
  });
  // longer than an answer was waited for once
  await sleep(3000);
  process.kill(pid, 'SIGCONT');

  t.is(await woken, endpoint);
  t.is((await sides()).running.length, 1);
});

test.serial(
  'a venue that hangs is started anew by the api process that runs it, and the other one reaches it',
  async (t) => {
    const away = await awayFromVenue(t);
    const host = away === first ? second : first;
    away.venues.runtime.markUnreachable(venue.id, (await row()).endpoint);
    const pid = await venuePid(host.home, venue.id);
    process.kill(pid, 'SIGSTOP');

    for (let looks = 0; looks < 3; looks += 1) await host.venues.hung.look();

    t.not(await venuePid(host.home, venue.id), pid);
    t.is(await away.venues.runtime.wake(venue.id), (await row()).endpoint);
    t.deepEqual((await sides()).running, [host]);
  },
);

test.serial(
  'a silent program at the port of a venue keeps it away only while the api process that ran it lives',
  async (t) => {
    const away = await awayFromVenue(t);
    await away.venues.runtime.stop(venue.id);
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const theirs = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { wake } = away.venues.runtime;

    await first.db('tenants').where({ id: venue.id }).update({ endpoint: theirs });
    t.like(await t.throwsAsync(wake(venue.id)), { code: 'tenant_unreachable' });

    await first.db('tenants').where({ id: venue.id }).update({ run_by: randomUUID() });
    t.not(await wake(venue.id), theirs);
    t.deepEqual((await sides()).running, [away]);
  },
);

test.serial('what a purged venue has left at another api process is removed there, and nothing else', async (t) => {
  const deleted = await newVenue(first, owner);
  for (const { venues } of [first, second]) {
    for (const id of [venue.id, deleted.id]) {
      await venues.runtime.stop(id);
      await venues.runtime.wake(id);
    }
  }
  const folderOf = ({ home }: TestPlatform, id: string): string => join(home, 'tenants', id);
  const stranger = `${venue.id.slice(0, -1)}${venue.id.endsWith('a') ? 'b' : 'a'}`;
  mkdirSync(folderOf(second, stranger));
  const { removal } = first.venues;
  for (const { id } of [venue, deleted]) await removal.removeAgain(id, new Date());
  t.true(await removal.purge(venue.id, new Date()));
  t.false(existsSync(folderOf(first, venue.id)));
  t.true(existsSync(folderOf(second, venue.id)));

  await second.venues.purgedFolders.look();

  t.false(existsSync(folderOf(second, venue.id)));
  for (const id of [deleted.id, stranger]) t.true(existsSync(folderOf(second, id)), id);
});

test.serial(
  'files that a cleanup sets aside, brings back or deletes go the same way at another api process',
  async (t) => {
    const admin = await newOwner(first);
    await first.db('users').where({ id: admin.userId }).update({ role: 'admin', email_verified: true });
    first.accounts.sessions.forget(admin.userId);
    const stray = `t${randomBytes(5).toString('hex')}`;
    const noted = ({ home }: TestPlatform): string => join(home, 'tenants', stray, 'tmp', 'note');
    for (const platform of [first, second]) {
      mkdirSync(dirname(noted(platform)), { recursive: true });
      writeFileSync(noted(platform), 'x');
    }
    const asideAt = (home: string): string[] => {
      const folder = join(home, 'quarantine');
      return existsSync(folder) ? readdirSync(folder) : [];
    };
    const there = ({ home }: TestPlatform) => ({
      inPlace: existsSync(join(home, 'tenants', stray)),
      aside: asideAt(home).filter((name) => name.includes(stray)).length,
    });
    // the operation is carried out by either of them
    const bothLook = async (): Promise<void> => {
      for (const { quarantinedFiles } of [first, second]) await quarantinedFiles.look();
    };
    const clean = () =>
      admin.call('POST', '/api/admin/tenants/cleanup', { action: 'orphaned_containers', keys: [stray] });
    const entry = () => first.db('quarantine').where({ key: stray }).orderBy('quarantined_at', 'desc').first();

    t.like((await clean()).body, { removed: 1 });
    await bothLook();
    t.deepEqual([there(first), there(second)], Array(2).fill({ inPlace: false, aside: 1 }));

    t.is((await admin.call('POST', `/api/admin/tenants/quarantine/${(await entry()).id}/restore`)).status, 200);
    await bothLook();
    t.deepEqual([there(first), there(second)], Array(2).fill({ inPlace: true, aside: 0 }));
    t.true(existsSync(noted(second)));

    t.like((await clean()).body, { removed: 1 });
    await bothLook();
    const unknown = `quarantine_${stray}x_20270101`;
    mkdirSync(join(second.home, 'quarantine', unknown));
    await first
      .db('quarantine')
      .where({ status: 'kept', key: stray })
      .update({ purge_at: new Date(0) });
    await first.cleanup.sweep();
    await bothLook();
    t.deepEqual([there(first).aside, asideAt(second.home)], [0, [unknown]]);
  },
);
