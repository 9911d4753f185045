import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditFinding, QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test from 'ava';
import { letPass } from '../clock/let-pass.ts';
import { serverUrl } from '../database/postgres.ts';
import { createClock } from '../platform/api.ts';
import {
  call,
  callVenue,
  newOwner,
  newVenue,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../platform/platform.ts';

export const clock = createClock();
/** What a test makes go wrong, or wait. */
export const faults: {
  /** The step at which provisioning breaks off, and the tenants for which it has. */
  stuckAt?: string;
  stuck: Set<string>;
  /** Whether cleanup breaks off just before it sets something aside, as in a crash. */
  breaksOff: boolean;
  /** Makes cleanup wait for `opened` at that point, after it has called `entered`. */
  hold?: { entered: () => void; opened: Promise<void> };
} = { stuck: new Set(), breaksOff: false };
/** Stands in for an ingress that keeps a file per tenant; `sites` returns the files that have our mark. */
export let sitesFolder: string;
const siteFiles = {
  sites: async () => (await readdir(sitesFolder)).filter((name) => !name.includes('quarantine')),
  setAside: async (site: string, name: string) => {
    if (existsSync(join(sitesFolder, site))) await rename(join(sitesFolder, site), join(sitesFolder, name));
  },
  putBack: async (site: string, name: string) => {
    if (existsSync(join(sitesFolder, name))) await rename(join(sitesFolder, name), join(sitesFolder, site));
  },
  dropAside: (name: string) => rm(join(sitesFolder, name), { force: true }),
};

export let platform: TestPlatform;
export let admin: TestOwner;
export let server: Knex;
const made: string[] = [];

/** Starts the file's platform before its tests and stops it after them. */
export function setUpCleanup(): void {
  test.before(async () => {
    sitesFolder = join('/tmp', `sites-${randomBytes(5).toString('hex')}`);
    await mkdir(sitesFolder);
    platform = await startTestPlatform(
      { TENANT_IDLE_MINUTES: '0' },
      {
        now: clock.now,
        siteFiles,
        async onQuarantine(moment) {
          if (moment !== 'taking') return;
          if (faults.breaksOff) throw new Error('the setting aside broke off');
          faults.hold?.entered();
          await faults.hold?.opened;
        },
        async onStep(moment, step) {
          if (moment !== 'started' || step !== faults.stuckAt) return;
          for (const id of await platform.db('tenants').where({ status: 'creating' }).pluck('id')) faults.stuck.add(id);
          throw new Error('the making broke off');
        },
      },
    );
    server = connect(serverUrl(), { max: 3 });
    admin = await newOwner(platform);
    await platform.db('users').where({ id: admin.userId }).update({ role: 'admin', email_verified: true });
    platform.accounts.sessions.forget(admin.userId);
  });
  test.after.always(async () => {
    await platform?.stop();
    const left = await server('pg_database').whereRaw(`datname like 'quarantine%'`).pluck('datname');
    for (const name of made) {
      const databases = [name, ...left.filter((one: string) => one.includes(name))];
      for (const database of databases) await server.raw('drop database if exists ?? with (force)', [database]);
      await server.raw('drop role if exists ??', [name]);
    }
    await server.destroy();
    await rm(sitesFolder, { recursive: true, force: true });
  });
}

/** Passes more time than a session lasts. */
export async function pass(ms: number): Promise<void> {
  await letPass(clock, platform.accounts.trustedClock, ms);
  await signIn();
}
export async function signIn(): Promise<void> {
  const { email, password } = admin;
  const { body } = await call(platform.url, 'POST', '/api/auth/login', { body: { email, password } });
  if (!body.token) throw new Error(JSON.stringify(body));
  admin.call = (method, path, given) => call(platform.url, method, path, { token: body.token, body: given });
}
export const newId = (): string => `t${randomBytes(5).toString('hex')}`;

/** Creates a database and a role as provisioning does: `mark` is on both, or on neither. */
export async function strayDatabase(mark: string | null): Promise<string> {
  const id = newId();
  made.push(id);
  await server.raw('create role ?? login', [id]);
  await server.raw('create database ?? owner ??', [id, id]);
  if (mark !== null) {
    await server.raw(`comment on database "${id}" is '${mark}'`);
    await server.raw(`comment on role "${id}" is '${mark}'`);
  }
  return id;
}
export const ourMark = (): Promise<string> => platform.venues.installation.mark();
export const plan = (action: CleanupAction): Promise<Reply> =>
  admin.call('POST', '/api/admin/tenants/cleanup/plan', { action });
export const clean = (action: CleanupAction, more: object = {}): Promise<Reply> =>
  admin.call('POST', '/api/admin/tenants/cleanup', { action, ...more });
export const restore = (id: string): Promise<Reply> =>
  admin.call('POST', `/api/admin/tenants/quarantine/${id}/restore`);

export async function quarantined(key: string): Promise<QuarantineItem | undefined> {
  const { body } = await admin.call('GET', `/api/admin/tenants/quarantine?search=${key}`);
  return body.quarantine[0];
}
export async function databaseOf(id: string): Promise<{ names: string[]; login: boolean | undefined }> {
  const names = await server('pg_database')
    .whereRaw('datname like ?', [`%${id}%`])
    .pluck('datname');
  const role = await server('pg_roles').where({ rolname: id }).first('rolcanlogin');
  return { names, login: role?.rolcanlogin };
}
export async function findings(): Promise<AuditFinding[]> {
  return (await admin.call('GET', '/api/admin/tenants/audit?limit=1')).body.audit.findings;
}
export async function testVenue(owner: TestOwner): Promise<TestVenue> {
  const venue = await newVenue(platform, owner);
  const subdomain = `test-${randomBytes(4).toString('hex')}`;
  await platform.db('tenants').where({ id: venue.id }).update({ subdomain });
  return {
    ...venue,
    subdomain,
    call: (method, path, body) => callVenue(platform, subdomain, method, path, { token: venue.token, body }),
  };
}
