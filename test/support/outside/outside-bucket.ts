import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBucketStorage } from '@ostatok/api/src/storage/bucket-storage.ts';
import type { Storage } from '@ostatok/api/src/storage/storage.ts';
import type { ExecutionContext } from 'ava';
import { letPass } from '../clock/let-pass.ts';
import { createClock, MINUTE } from '../platform/api.ts';
import { call, newOwner, startTestPlatform } from '../platform/platform.ts';
import { startS3 } from '../storage/s3-server.ts';
import { startOutsideLine } from './outside-line.ts';

/** Small, so that a backup is uploaded in several parts. */
const PART_BYTES = 2000;

/** Temporary files are a folder's of the test's own, so that what is left over is seen. */
async function ownTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'outside-bucket-'));
  // tenants run as another system user
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  return folder;
}

/** A platform whose bucket is at the other end of a line. Its clock stands. */
export async function startWithBucket(t: ExecutionContext) {
  const temporary = await ownTemporaryFolder();
  const s3 = await startS3();
  t.teardown(s3.close);
  const line = await startOutsideLine(t, s3.endpoint);
  const storageOf = (patienceMs: number): Storage =>
    createBucketStorage(s3.settings({ endpoint: line.url, partBytes: PART_BYTES, patienceMs, uploadMs: patienceMs }));
  const [patient, hasty] = [storageOf(60_000), storageOf(100)];
  // a silence need not be waited for, an answer is, also on a busy machine
  const storage = new Proxy(patient, {
    get: (_, name: keyof Storage) => (line.state() === 'up' ? patient : hasty)[name],
  });
  const clock = createClock();
  clock.hold();
  const platform = await startTestPlatform({ BACKUP_KEEP: '2', BACKUP_KEY: randomUUID() }, { storage, now: clock.now });
  t.teardown(() => platform.stop());
  const { upkeep, people, accounts, db, url } = platform;
  // the jobs of the real hour would fail in between, and be told of: the test runs those of its own
  await db('pgboss.schedule').delete();

  const boss = await newOwner(platform);
  await db('users').where({ id: boss.userId }).update({ role: 'admin' });
  /** No sign-in lasts for the whole test. */
  async function ask(who: { email: string; password: string }, method: string, path: string, body?: object) {
    const { email, password } = who;
    await db('users').where({ email }).update({ email_verified: true });
    const signedIn = await call(url, 'POST', '/api/auth/login', { body: { email, password } });
    if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
    return call(url, method, path, { token: signedIn.body.token, body });
  }
  const administrate = (method: string, path: string, body?: object) => ask(boss, method, `/api/admin${path}`, body);
  /** The hourly jobs that need the bucket, by their minutes. */
  const jobs = new Map<number, () => Promise<unknown>>([
    [5, people.retention.reapplyErasures],
    [10, people.retention.purgeVenues],
    [15, people.retention.purgeAccounts],
    [35, upkeep.backups.schedule.makeDue],
    [50, upkeep.backups.schedule.proveDue],
  ]);
  return {
    s3,
    line,
    clock,
    platform,
    ask,
    administrate,
    letPass: (ms: number) => letPass(clock, accounts.trustedClock, ms),
    /** Does what the jobs of an hour do; returns what those that failed told. */
    async hour(): Promise<string[]> {
      const failed: string[] = [];
      for (let minute = 0; minute < 60; minute += 1) {
        clock.pass(MINUTE);
        await upkeep.alerts.report();
        await jobs
          .get(minute)?.()
          .catch((error) => failed.push(error.message));
      }
      return failed;
    },
    async attention(): Promise<Map<string, string>> {
      const { body } = await administrate('GET', '/attention');
      return new Map(body.attention.map(({ id, text }: { id: string; text: string }) => [id, text]));
    },
    temporaryFiles: async () => (await readdir(temporary)).filter((name) => !name.startsWith('ostatok-home-')),
    keysOf: (folder: string): string[] =>
      [...s3.objects.keys()].filter((key) => key.startsWith(`ours/${folder}/`)).sort(),
    /** What the journal says was erased, as `account 1` or `venue t…`. */
    erasures: (): string[] =>
      [...s3.objects]
        .filter(([key]) => key.startsWith('ours/erasures/'))
        .flatMap(([, bytes]) => String(bytes).trimEnd().split('\n'))
        .map((line) => JSON.parse(line))
        .map(({ kind, id }) => `${kind} ${id}`),
  };
}
